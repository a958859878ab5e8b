public import CallModel

/// A command to a carrier, in terms that fit any carrier. The row of the leg holds its destination and its credential.
public enum CarrierCommand: Hashable, Sendable, Codable {
    /// Rings a device. The carrier ends the dial by itself after `timeout`.
    case dial(LegID, timeout: Duration)
    /// Answers a waiting call: the caller's, or that of a caller who was merged into this session.
    case answer(LegRef)
    /// Joins the caller and a leg. The carrier must refuse when the caller is already joined to another leg.
    case bridge(LegID, records: Bool)
    /// Joins the caller and a leg, taking each from any other leg it is joined to: a conversation changes hands. The
    /// party that is left over waits at the carrier.
    case rebridge(LegID)
    /// Joins the first leg, which talks to the caller, to the second leg. The caller waits at the carrier.
    case consult(LegID, LegID)
    /// Rings a device that joins the caller's conversation when it answers; both parties hear it. Otherwise like a
    /// dial.
    case barge(LegID, timeout: Duration)
    /// Ends a leg and tells the device the reason.
    case hangUp(LegRef, EndReason)
    /// Rejects a call that was never answered, so that the caller hears busy and is not charged. The carrier refuses
    /// the command for an answered call.
    case reject(EndReason)
    /// Asks whether a leg is alive.
    case look(LegRef)
    /// Asks the party that answered to press a key.
    case confirm(LegID)
    /// Plays ringback (repeatedly), a greeting or an apology to the caller. The announcement of a recording is played
    /// to both parties.
    case play(CommandPurpose)
    /// Ends the playback to the caller.
    case stopPlayback
    /// Records a message of the caller after a beep. Silence ends it.
    case recordMessage(max: Duration)
    /// Ends the recording of the caller's leg: a message or a conversation.
    case stopRecording
    /// Records the caller's conversation from now on, where the bridge did not begin the recording.
    case recordConversation
    /// Pauses the recording.
    case pauseRecording
    /// Resumes the recording.
    case resumeRecording
}

/// The purpose of a command to the carrier. It is part of the command's id, so the numbers never change.
public enum CommandPurpose: UInt8, Hashable, Sendable, Codable, CaseIterable {
    /// Ringing a device.
    case dial = 1
    /// Answering a waiting call.
    case answer = 2
    /// Joining caller and winner.
    case bridge = 3
    /// Ending a leg.
    case hangUp = 4
    /// Asking whether a leg is alive.
    case look = 5
    /// Asking the party that answered a number for a key.
    case confirm = 6
    /// Playing ringback to a caller whose winner was lost.
    case playRingback = 7
    /// Playing the voicemail greeting.
    case playGreeting = 8
    /// Letting the carrier speak the greeting when the recorded one cannot be played.
    case speakGreeting = 9
    /// Playing an apology before the end.
    case playApology = 10
    /// Ending any playback.
    case stopPlayback = 11
    /// Recording a message.
    case recordMessage = 12
    /// Ending a recording.
    case stopRecording = 13
    /// Joining the winner and a consulted device.
    case consult = 14
    /// Playing hold music to a waiting caller.
    case playHold = 15
    /// Announcing to both parties that they will be recorded.
    case announceRecording = 16
    /// Recording an announced conversation.
    case recordConversation = 17
    /// Pausing a recording.
    case pauseRecording = 18
    /// Resuming a recording.
    case resumeRecording = 19
}

/// Identifies one command to a carrier: the key of its outbox row, by which the carrier recognizes a repetition.
///
/// It is derived from the command's purpose. So the same decision made again after a crash has the same id, and both
/// the store and the carrier recognize it.
public struct RingCommandID: UUIDIdentifier {
    /// The 128 bits of the identifier.
    public let value: UUIDValue

    /// Wraps 128 given bits.
    public init(_ value: UUIDValue) {
        self.value = value
    }

    /// Derives the id of a command.
    ///
    /// Leg, epoch, purpose and attempt stand unmixed in the lower half, so no two commands of one session share an id.
    /// The upper half is a mix of the session's id. Source: RFC 9562 §5.8 (version 8, free layout).
    ///
    /// - Parameters:
    ///   - ordinal: the leg's; 0 stands for the caller's leg.
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

    /// The epoch from which the id was derived.
    public var epoch: UInt32 { UInt32(truncatingIfNeeded: value.low >> 16 & 0xFFFF) }

    private static func mix(_ word: UInt64) -> UInt64 {
        var mixed = word
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}

/// The result of a command. A later event tells whether the intended change happened.
public enum CommandResult: Hashable, Sendable, Codable {
    /// The carrier took the command; for a dial, with the carrier's id of the leg.
    case accepted(CarrierLegID?)
    /// The leg is over (90018).
    case alreadyOver
    /// The caller's leg is not answered yet (90034).
    case notAnswered
    /// Not now, but soon: the carrier's state lags behind (422 right after an answer).
    case conflict
    /// Too many commands at once (429, 90103): try again after the given time.
    case rateLimited(Duration)
    /// It will never be done, because of a revoked credential, an invalid target or a malformed command.
    case refused
    /// There was no reply, or the carrier is out of order: it is unknown whether the command was done.
    case unavailable
    /// The command was withdrawn before it was sent.
    case withdrawn
}
