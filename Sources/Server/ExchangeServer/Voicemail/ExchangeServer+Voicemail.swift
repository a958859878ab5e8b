internal import Broadcast
internal import CallModel
internal import Dispatch
internal import ExchangeCarrier
internal import ExchangeCore
internal import ExchangeStorage
internal import Logging
internal import NIOCore
public import Redaction
internal import RingCore
internal import WireJSON

extension ExchangeServer {
    /// Whether a user has voicemail and room for one more message.
    public func hasRoom(inMailbox mailbox: String) async -> Bool {
        await parts.hasRoom(inMailbox: mailbox)
    }

    /// Stores a message; returns when it is durable. If it cannot be stored, the exchange retries for a minute. It logs
    /// an error at the first failure, and another when it gives up.
    public func keep(_ message: VoicemailMessage) async {
        await parts.keep(message)
    }

    /// Records that a caller was greeted and left no message.
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

    /// Asks the directory on the event loop; nil when the loop has stopped.
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
                logger.warning("call \(message.session): the exchange keeps a message whose user no longer exists")
            default:
                logger.info("call \(message.session): a message was left")
                voicemailPublisher.publish(stored)
            }
        }
    }

    func discard(messageIn session: String) async {
        await persist("that no message was left", in: session) {
            try await rings.discard(messageIn: session)
            try await forgetAwaitedMessage(in: session)
        }
    }

    private func forgetAwaitedMessage(in session: String) async throws {
        try await voicemail.ask { mailboxes throws(StorageError) in
            try mailboxes.forgetAwaitedMessage(ofCall: session)
        }
    }

    /// Retries until it is stored, because the caller cannot leave the message again. A repetition has no further
    /// effect.
    private func persist(_ what: String, in session: String, _ store: () async throws -> Void) async {
        for attempt in 1...MessageRetryPolicy.triesMax {
            do {
                return try await store()
            } catch {
                if attempt == 1 { logger.error("call \(session): \(what) cannot be stored now: \(error)") }
            }
            // A stopping exchange does not retry.
            do { try await Task.sleep(for: MessageRetryPolicy.pause) } catch { break }
        }
        rings.counts.alarm()
        logger.error("call \(session): \(what) could not be stored, and is lost")
        // If this fails too, the next start raises the alarm once more.
        try? await forgetAwaitedMessage(in: session)
    }
}

/// Messages that the attendant takes in calls to numbers. Their sessions decide which users they belong to.
extension RingService {
    /// Stores a message for all users who missed the call; returns when it is durable.
    ///
    /// - Returns: false when the call is not one to a number at the gateway; the message then belongs to one user.
    /// - Throws: when it could not be stored.
    func keep(_ message: VoicemailMessage) async throws -> Bool {
        guard let session = try await session(message.session) else { return false }
        let recording = try await report(session, of: message.length)
        let kept = try await voicemailStorage.ask { recordings throws(StorageError) in
            try recordings.keep(message.sound, of: recording)
        }
        for message in kept { voicemailPublisher.publish(message) }
        return true
    }

    /// Records that the caller left no message with the attendant.
    func discard(messageIn session: String) async throws {
        guard let session = try await self.session(session) else { return }
        _ = try await report(session, of: .zero)
    }

    private func session(_ name: String) async throws(StorageError) -> CallSessionID? {
        guard let id = CallSessionID(name), let session = try await engine.session(id),
            session.parent.carrierID.isOfGateway
        else { return nil }
        return id
    }

    private func report(_ session: CallSessionID, of length: Duration) async throws(StorageError) -> RecordingID {
        let recording = RecordingID(ofGateway: session)
        let source = RecordingSource(recording: recording, call: session.description, startedAt: "", address: nil)
        let saved = RingEvent.carrier(.recordingSaved(.message, recording, length: length))
        try await engine.handle(RingInput(.event(saved, .session(session)), source: source))
        return recording
    }
}

/// A message to store for a user.
public struct VoicemailMessage: Sendable {
    /// The user it is for.
    public var mailbox: String
    /// The session of the call it was left in.
    public var session: String
    /// The name the caller was shown with; nil: none.
    public var callerName: Redacted<String>?
    /// The caller's number; nil: unknown or withheld.
    public var callerNumber: Redacted<String>?
    /// The length of the sound.
    public var length: Duration
    /// A WAV file.
    public var sound: [UInt8]

    public init(
        mailbox: String, session: String, callerName: Redacted<String>?, callerNumber: Redacted<String>?,
        length: Duration, sound: [UInt8]
    ) {
        self.mailbox = mailbox
        self.session = session
        self.callerName = callerName
        self.callerNumber = callerNumber
        self.length = length
        self.sound = sound
    }
}

/// How long the exchange tries to store a message that its attendant took. Within that time a full disk is usually
/// mended and a long backup over; megabytes should not stay in memory for longer.
enum MessageRetryPolicy {
    static let pause = Duration.milliseconds(500)
    static let triesMax = 120
}

/// Messages on disk, for use in tasks. Reading megabytes takes a while, so no event loop waits for it.
final class VoicemailStorage: Sendable {
    /// Messages, and the recordings of some at carriers.
    typealias Store = MailboxStore & RecordingStore

    private let store: any Store
    private let queue = DispatchQueue(label: "carillon.voicemail")

    init(_ store: any Store) {
        self.store = store
    }

    func ask<Value: Sendable>(
        _ body: @escaping @Sendable (any Store) throws(StorageError) -> Value
    ) async throws -> Value {
        try await queue.run { [store] () throws(StorageError) in try body(store) }
    }
}

/// Tells a user's devices that a message was left, at the gateway or at a carrier.
struct VoicemailPublisher: Sendable {
    /// The name of the event on the wire.
    static let eventName = "voicemail_left"

    let eventLoop: any EventLoop
    let broadcast: NIOLoopBound<BroadcastServer>

    /// Publishes that a message was left. Only the API tells who left it, because listeners of a channel need not know.
    func publish(_ message: StoredMessage) {
        var data: JSONObject = [
            "message_id": .string(message.id), "call_session_id": .string(message.session),
            "sound": .string(message.sound.rawValue),
            "timestamp": .integer(message.at / 1_000_000),
        ]
        data["milliseconds"] = message.milliseconds.map { .integer(Int64($0)) }
        let publication = Publication(
            event: Self.eventName, data: data.jsonText, channels: [ChannelName.ofUser(message.mailbox)])
        eventLoop.execute { broadcast.value.own?.handle(.publish(publication)) }
    }
}

/// The address and login with which the attendant connects to its exchange.
public struct AttendantAccess: Sendable {
    /// A port of 127.0.0.1, in plain text. Only this machine can reach it, so it needs no certificate.
    public let port: Int
    /// The login of the attendant, which no user can have.
    public let login: String
    /// Generated at every start.
    public let password: Redacted<String>
}
