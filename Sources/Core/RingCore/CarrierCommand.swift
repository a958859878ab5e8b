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

/// What a command to the carrier is for. Part of its name, so the numbers never change.
public enum CommandPurpose: UInt8, Hashable, Sendable, Codable, CaseIterable {
    /// Ringing a device.
    case dial = 1
    /// Taking a call that waits.
    case answer = 2
    /// Joining caller and winner.
    case bridge = 3
    /// Ending a leg.
    case hangUp = 4
    /// Asking how a leg is.
    case look = 5
    /// Asking whoever answered a number whether they are a person.
    case confirm = 6
    /// The ringing tone, for a caller whose winner was lost.
    case playRingback = 7
    /// The voicemail greeting.
    case playGreeting = 8
    /// The greeting the carrier speaks itself, when the recorded one cannot be played.
    case speakGreeting = 9
    /// An apology before the end.
    case playApology = 10
    /// Ending whatever plays.
    case stopPlayback = 11
    /// Recording a message.
    case recordMessage = 12
    /// Ending a recording.
    case stopRecording = 13
    /// Joining the winner and a device that is consulted.
    case consult = 14
    /// What a caller hears who is kept waiting.
    case playHold = 15
    /// Telling those who talk that they will be recorded.
    case announceRecording = 16
    /// Recording a conversation that was announced.
    case recordConversation = 17
    /// Pausing a recording.
    case pauseRecording = 18
    /// Going on with it.
    case resumeRecording = 19
}

/// Names one command to a carrier: the key of its outbox row, and what the carrier tells a repetition by.
///
/// Derived from what the command is for, so the same decision made again after a crash has the same name, and is known
/// for the same command by store and carrier alike.
public struct RingCommandID: UUIDIdentifier {
    /// The 128 bits of the identifier.
    public let value: UUIDValue

    /// Wraps 128 given bits.
    public init(_ value: UUIDValue) {
        self.value = value
    }

    /// Derives the name of a command.
    ///
    /// Leg, epoch, purpose and attempt stand unmixed in the lower half, so no two commands of one session share a name;
    /// the upper half is the session's, mixed. Source: RFC 9562 §5.8 (version 8, free layout).
    ///
    /// - Parameters:
    ///   - ordinal: the leg's; 0 is the caller's.
    ///   - epoch: how often the claim was vacated before; the low 16 bits count.
    public init(session: CallSessionID, ordinal: UInt16, epoch: UInt32, purpose: CommandPurpose, attempt: UInt8) {
        let high = Self.mix(session.value.high ^ Self.mix(session.value.low ^ 0xD1B5_4A32_D192_ED03))
        var low = UInt64(ordinal) << 32
        low |= UInt64(epoch & 0xFFFF) << 16
        low |= UInt64(purpose.rawValue) << 8
        low |= UInt64(attempt)
        self.init(
            UUIDValue(
                high: high & 0xFFFF_FFFF_FFFF_0FFF | 8 << 12, low: low & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000))
    }

    /// The epoch it was derived with.
    public var epoch: UInt32 { UInt32(truncatingIfNeeded: value.low >> 16 & 0xFFFF) }

    private static func mix(_ word: UInt64) -> UInt64 {
        var mixed = word
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}

/// What came of a command. What the command was meant to do is told by later news.
public enum CommandResult: Hashable, Sendable, Codable {
    /// The carrier took it; of a dial, with its name for the leg.
    case accepted(CarrierLegID?)
    /// The leg is over (90018).
    case alreadyOver
    /// The caller's leg is not answered yet (90034).
    case notAnswered
    /// Not now, but soon: the state on their side lags behind (422 right after an answer).
    case conflict
    /// Too many at once (429, 90103): again after a while.
    case rateLimited(Duration)
    /// It will never be done: a revoked credential, an invalid target, a wrong word of ours.
    case refused
    /// No reply came, or one of a carrier that is out of order: nobody knows whether it was done.
    case unavailable
    /// It was withdrawn before it was sent.
    case withdrawn
}
