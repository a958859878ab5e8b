public import CallModel

/// What a carrier is told to do, in words of no carrier in particular. Where a leg leads, and with which credential,
/// is in the row of the leg.
public enum CarrierCommand: Hashable, Sendable, Codable {
    /// Rings a device. The carrier ends it by itself after `timeout`.
    case dial(LegID, timeout: Duration)
    /// Takes a call that waits: the caller's, or that of a caller who was merged into this session.
    case answer(LegRef)
    /// Joins the caller and a leg; the carrier must refuse where the caller is joined to another.
    case bridge(LegID, records: Bool)
    /// Joins the caller and a leg, each of whom may be joined to another, and is not from then on: a conversation changes
    /// hands. Whoever is left waits at the carrier.
    case rebridge(LegID)
    /// Joins the first leg, which talks to the caller, to the second; the caller waits at the carrier.
    case consult(LegID, LegID)
    /// Rings a device that joins the conversation of the caller when it answers, heard by both. As a dial otherwise.
    case barge(LegID, timeout: Duration)
    /// Ends a leg, with the reason the device is told.
    case hangUp(LegRef, EndReason)
    /// Turns a caller away whose call was never taken, so that they hear busy and are not charged. A carrier refuses it
    /// where it was.
    case reject(EndReason)
    /// Asks whether a leg is alive.
    case look(LegRef)
    /// Asks whoever answered to press a key.
    case confirm(LegID)
    /// Plays something to the caller: ringback (over and over), greeting, apology. That a conversation will be recorded is
    /// played to both who talk.
    case play(CommandPurpose)
    /// Ends whatever plays to the caller.
    case stopPlayback
    /// Records a message of the caller, after a beep; silence ends it.
    case recordMessage(max: Duration)
    /// Ends what is recorded of the caller's leg: a message, or a conversation.
    case stopRecording
    /// Records the conversation of the caller from now on, for one that was not recorded from its bridge.
    case recordConversation
    /// Nothing is recorded until it is resumed.
    case pauseRecording
    /// The recording goes on.
    case resumeRecording
}
