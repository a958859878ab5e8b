public import ExchangeCore
public import Redaction
public import RingCore

/// Stores messages that were left for users. Every access names the mailbox too: an id alone reaches no message.
///
/// Every implementation passes `MailboxBehavior` of the tests. Times are microseconds since 1970.
/// Isolation: any thread; every call blocks until it is done.
public protocol MailboxStore: Sendable {
    /// Stores a message. That of a deleted user goes to the exchange's own mailbox. A second message of one call is not
    /// stored, so a message that is repeated after a crash exists once.
    ///
    /// - Parameter sound: a WAV file; nil for a message whose recording is at a carrier.
    /// - Returns: the mailbox of the message; nil: it was stored before.
    @discardableResult
    func keep(_ message: StoredMessage, sound: [UInt8]?) throws(StorageError) -> String?

    /// Notes that no message of a call between users is still to be stored: its caller left none, or an alarm has told
    /// that it is lost. Otherwise the next start alarms, unless the message is stored.
    func forgetAwaitedMessage(ofCall session: String) throws(StorageError)

    /// How many messages a mailbox holds.
    func messageCount(of mailbox: String) throws(StorageError) -> Int

    /// All messages of a mailbox, the latest first. They are few.
    func messages(of mailbox: String) throws(StorageError) -> [StoredMessage]

    /// The sound of a message, a WAV file; nil if the mailbox has no such message, or the sound is not stored here.
    func sound(of id: String, in mailbox: String) throws(StorageError) -> [UInt8]?

    /// Notes that a message was heard; the first time counts.
    ///
    /// - Returns: whether the mailbox has such a message.
    func noteHeard(_ id: String, in mailbox: String, at time: Int64) throws(StorageError) -> Bool

    /// Deletes a message with its sound.
    ///
    /// - Returns: whether the mailbox had such a message.
    func deleteMessage(_ id: String, in mailbox: String) throws(StorageError) -> Bool

    /// How many messages from before that time were never heard.
    func unheardMessages(before limit: PurgeLimit) throws(StorageError) -> Int

    /// Deletes messages from before a time, at most `count`.
    ///
    /// - Returns: how many were deleted.
    func forgetMessages(before limit: PurgeLimit, atMost count: Int) throws(StorageError) -> Int

    /// Ends of messages for which an alarm is still to be raised, the oldest first.
    func unheardEnds(atMost count: Int) throws(StorageError) -> [RecordingAlarm]

    /// Forgets ends whose alarm was raised.
    func forget(_ ends: [RecordingAlarm]) throws(StorageError)
}

/// An alarm that is still to be raised: a message ended unheard although neither its user nor its age asked for that, a
/// carrier's recording came to no end, or an operator has to know of one. It is stored in the transaction that causes
/// it.
public struct RecordingAlarm: Hashable, Sendable {
    /// The cause. It is stored, so it never changes.
    public enum Cause: String, Hashable, Sendable {
        /// Its last copy was deleted together with an account.
        case deleted
        /// A carrier had its sound, but the sound could not be fetched.
        case soundLost = "sound lost"
        /// The message still exists, but its users are no longer in the configuration file.
        case userLeft = "user left"
        /// The message was lost or could not be recorded.
        case messageFailed = "message failed"
        /// The message arrived after the end of the call, and is kept.
        case lateMessage = "late message"
        /// The message went to the exchange's own mailbox, because no user has its number any more.
        case withoutUser = "without user"
        /// A conversation was not recorded although it should have been, or its recording did not arrive.
        case recordingFailed = "recording failed"
        /// A carrier has a recording of a call that is unknown to the exchange; the session is the carrier's id of the
        /// call.
        case callUnknown = "call unknown"
        /// A conversation was recorded without known consent. The recording is discarded.
        case unexpectedRecording = "unexpected recording"
        /// A recording that is in no mailbox stays at the carrier, which refused to delete it.
        case notDeleted = "not deleted"
    }

    /// Grows with each end, and is never reused.
    public let position: Int64
    /// The call in which the message was left.
    public let session: String
    /// Why the alarm is raised.
    public let cause: Cause
}

extension RecordingAlarm.Cause {
    /// Returns nil for an alarm that is not about a recording; such an alarm is reported at once.
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
    /// Where the sound of a message is.
    public enum Sound: String, Hashable, Sendable, CaseIterable {
        /// The sound is stored here.
        case ready
        /// A carrier has the sound, and it is being fetched.
        case awaited
        /// A carrier had the sound, but it could not be fetched.
        case lost
    }

    /// The id by which the API names it.
    public let id: String
    /// The user whom it is for.
    public let mailbox: String
    /// The call in which it was left.
    public let session: String
    /// The caller's name at the time of the call; nil: unknown.
    public let callerName: Redacted<String>?
    /// The caller's number; nil: withheld or unknown.
    public let callerNumber: Redacted<String>?
    /// When it was left, microseconds since 1970.
    public let at: Int64
    /// nil: unknown.
    public let milliseconds: Int?
    /// When it was first heard, microseconds since 1970.
    public let heardAt: Int64?
    /// Our id of the carrier's recording, where a carrier recorded it.
    public let recording: String?
    /// Whether the sound is here.
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

/// The limits of mailboxes in any store.
public enum MailboxLimits {
    /// The most messages of one mailbox. Each takes up to 2 MB of sound, so a mailbox is bounded to some 200 MB. A full
    /// mailbox asks callers for no message, but a message that was already being left is kept.
    public static let messagesMax = 100

    /// The names of the attendant and its device in the journal. A user's device may have that name too.
    public static let attendantUser = "voicemail"
    /// The name of the attendant's device in the journal.
    public static let attendantDevice = "attendant"

    /// The exchange's own mailbox, whose name no user can have. It takes messages of numbers that no user has any more.
    public static let ownMailbox = ""

    /// The largest sound of a message: ten minutes at 8,000 Hz, the longest that can be requested.
    public static let soundBytesMax = 10 * 60 * 16_000 + 44
}
