public import ExchangeCore
public import Redaction
public import RingCore

/// Where messages left for users are kept. Whoever asks names the mailbox too: no id alone reaches a message.
///
/// A store keeps every rule of `MailboxBehaviour` of the tests, whatever is behind it. Times are microseconds since 1970.
/// Isolation: any thread; every call blocks until it is done.
public protocol MailboxStore: Sendable {
    /// Keeps a message; that of a deleted user in the exchange's own mailbox. The second of one call is not kept: a message
    /// that is said again after a crash is there once.
    ///
    /// - Parameter sound: a WAV file; nil of a message whose recording a carrier has.
    /// - Returns: the mailbox it is in; nil: it was there before.
    @discardableResult
    func keep(_ message: StoredMessage, sound: [UInt8]?) throws(StorageError) -> String?

    /// How many messages a mailbox holds.
    func messageCount(of mailbox: String) throws(StorageError) -> Int

    /// The messages of a mailbox, the latest first; all of them, as there are few.
    func messages(of mailbox: String) throws(StorageError) -> [StoredMessage]

    /// The sound of a message, a WAV file; nil if the mailbox has no such message, or its sound is not here.
    func sound(of id: String, in mailbox: String) throws(StorageError) -> [UInt8]?

    /// Notes that a message was listened to; the first time counts.
    ///
    /// - Returns: whether the mailbox has such a message.
    func noteHeard(_ id: String, in mailbox: String, at time: Int64) throws(StorageError) -> Bool

    /// Deletes a message with its sound.
    ///
    /// - Returns: whether the mailbox had such a message.
    func deleteMessage(_ id: String, in mailbox: String) throws(StorageError) -> Bool

    /// How many messages older than that were never heard.
    func unheardMessages(before limit: PurgeLimit) throws(StorageError) -> Int

    /// Deletes what was left before a time, at most so many.
    ///
    /// - Returns: how many were deleted.
    func forgetMessages(before limit: PurgeLimit, atMost count: Int) throws(StorageError) -> Int

    /// Ends of messages that are still to be alarmed, the oldest first.
    func unheardEnds(atMost count: Int) throws(StorageError) -> [UnheardEnd]

    /// They were alarmed.
    func forget(_ ends: [UnheardEnd]) throws(StorageError)
}

/// A message ended before it was heard, though neither its user asked for that nor its time was over; or what a carrier was
/// entrusted with came to no end, or to one that a person must know of. What ended it stores this in the same transaction.
public struct UnheardEnd: Hashable, Sendable {
    /// Stored, so it never changes.
    public enum Cause: String, Hashable, Sendable {
        /// Its last copy was deleted, with an account.
        case deleted
        /// A carrier had its sound, and it was not to be had.
        case soundLost = "sound lost"
        /// It is there still, and those it is for are no more in the configuration file.
        case userLeft = "user left"
        /// It was lost, or could not be recorded.
        case messageFailed = "message failed"
        /// It came after the call was over, and is kept.
        case lateMessage = "late message"
        /// It is the exchange's own, as no user has its number any more.
        case withoutUser = "without user"
        /// A conversation was not recorded though it should have been, or its recording did not come.
        case recordingFailed = "recording failed"
        /// A carrier has a recording of a call that the exchange does not know; the call's name is the carrier's.
        case callUnknown = "call unknown"
        /// A conversation was recorded that no consent is known of: it is discarded.
        case unexpectedRecording = "unexpected recording"
        /// A recording that is in no mailbox stays at the carrier, which would not delete it.
        case notDeleted = "not deleted"
    }

    /// Grows with each, and is never given again.
    public let position: Int64
    /// The call the message was left in.
    public let session: String
    public let cause: Cause
}

extension UnheardEnd.Cause {
    /// nil: the alarm is not about what was entrusted, and is told as it is raised.
    public init?(_ alarm: RingAlarm) {
        switch alarm {
        case .messageFailed: self = .messageFailed
        case .lateMessage: self = .lateMessage
        case .messageWithoutUser: self = .withoutUser
        case .recordingFailed: self = .recordingFailed
        case .unexpectedRecording: self = .unexpectedRecording
        case .bridgedWithoutClaim, .hangUpIgnored, .bridgeFailed, .dialRefused, .unknownLeg: return nil
        }
    }
}

/// A message left for a user, without its sound.
public struct StoredMessage: Hashable, Sendable {
    /// Where its sound is.
    public enum Sound: String, Hashable, Sendable, CaseIterable {
        /// Here.
        case ready
        /// A carrier has it, and it is being fetched.
        case awaited
        /// A carrier had it, and it was not to be had.
        case lost
    }

    public let id: String
    /// The user it is for.
    public let mailbox: String
    /// The call it was left in.
    public let session: String
    public let callerName: Redacted<String>?
    public let callerNumber: Redacted<String>?
    /// When it was left, microseconds since 1970.
    public let at: Int64
    /// nil: not known.
    public let milliseconds: Int?
    /// When it was first listened to, microseconds since 1970.
    public let heardAt: Int64?
    /// Our name of the carrier's recording, where a carrier recorded it.
    public let recording: String?
    public let sound: Sound

    public init(
        id: String, mailbox: String, session: String, callerName: Redacted<String>?, callerNumber: Redacted<String>?,
        at: Int64, milliseconds: Int?, heardAt: Int64? = nil, recording: String? = nil,
        sound: Sound = .ready
    ) {
        self.id = id
        self.mailbox = mailbox
        self.session = session
        self.callerName = callerName
        self.callerNumber = callerNumber
        self.at = at
        self.milliseconds = milliseconds
        self.heardAt = heardAt
        self.recording = recording
        self.sound = sound
    }
}

/// How much there may be in mailboxes, whatever keeps them.
public enum MailboxLimits {
    /// Messages of one mailbox. One costs up to 2 MB of sound, so this bounds a mailbox to some 200 MB. Nobody is asked for
    /// a message beyond it; one that was being left meanwhile is kept all the same.
    public static let messagesMax = 100

    /// The exchange's own mailbox, whose name no user can have: messages of numbers that no user has any more.
    public static let ownMailbox = ""

    /// A message's sound: ten minutes at 8,000 Hz, the longest that can be asked for.
    public static let soundBytesMax = 10 * 60 * 16_000 + 44
}
