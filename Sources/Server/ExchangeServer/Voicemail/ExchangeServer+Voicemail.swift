internal import CallModel
internal import ExchangeStorage
internal import Logging
internal import NIOCore

extension ExchangeServer {
    /// Whether a user has voicemail, and room for one more message.
    public func hasRoom(inMailbox mailbox: String) async -> Bool {
        await parts.hasRoom(inMailbox: mailbox)
    }

    /// Keeps a message; returns when it is durable. Where it cannot be stored it is tried again for a minute, and that is
    /// logged as an error, as is that it was in vain.
    public func keep(_ message: VoicemailMessage) async {
        await parts.keep(message)
    }

    /// A caller was greeted and said nothing.
    public func discard(messageInCall session: String) async {
        await parts.discard(messageIn: session)
    }
}

extension ServerParts {
    func hasRoom(inMailbox mailbox: String) async -> Bool {
        let backend = voicemail
        guard await asks({ $0.user(UserID(mailbox))?.hasVoicemail == true }) == true else { return false }
        let count = try? await backend.ask { mailboxes throws(StorageError) in try mailboxes.messageCount(of: mailbox) }
        guard let count else { return false }
        if count >= MailboxLimits.messagesMax {
            logger.warning("a mailbox is full, so a caller could leave no message; its user must delete some")
        }
        return count < MailboxLimits.messagesMax
    }

    /// nil: the event loop has stopped.
    private func asks(_ question: @escaping @Sendable (Directory) -> Bool) async -> Bool? {
        try? await eventLoop.submit { [gateway] in question(gateway.value.directory) }.get()
    }

    func keep(_ message: VoicemailMessage) async {
        let now = clock.wall.microseconds(at: clock.now)
        let isUsers = await asks { $0.user(UserID(message.mailbox)) != nil } ?? true
        let mailbox = isUsers ? message.mailbox : MailboxLimits.ownMailbox
        let stored = StoredMessage(
            id: RandomID.make(at: now / 1_000).description, mailbox: mailbox, session: message.session,
            callerName: message.callerName, callerNumber: message.callerNumber, at: now,
            milliseconds: Int(message.length / .milliseconds(1)))
        await persist("a message that was left", in: message.session) {
            if try await rings.keep(message) { return }
            let kept = try await voicemail.ask { mailboxes throws(StorageError) in
                try mailboxes.keep(stored, sound: message.sound)
            }
            switch kept {
            case nil: break
            case MailboxLimits.ownMailbox:
                rings.counts.alarm()
                logger.warning("call \(message.session): a message of a user who is no more: the exchange keeps it")
            default:
                logger.info("call \(message.session): a message was left")
                voicemailNews.tell(stored)
            }
        }
    }

    func discard(messageIn session: String) async {
        await persist("that no message was left", in: session) { try await rings.discard(messageIn: session) }
    }

    /// Tries until it is stored: nobody could leave the message once more. Said twice, it is there once.
    private func persist(_ what: String, in session: String, _ store: () async throws -> Void) async {
        for attempt in 1...MessagePatience.triesMax {
            do {
                return try await store()
            } catch {
                if attempt == 1 { logger.error("call \(session): \(what) cannot be stored now: \(error)") }
            }
            // An exchange that stops waits for nothing more.
            do { try await Task.sleep(for: MessagePatience.pause) } catch { break }
        }
        rings.counts.alarm()
        logger.error("call \(session): \(what) could not be stored, and is lost")
    }
}
