import CallModel
import RingCore

/// The knowledge about the recording of a conversation, from orders and events alone.
struct RecordingChecker: Hashable, Sendable {
    enum Stage: Hashable, Sendable {
        case never
        /// A bridge was to begin it.
        case ordered(LegID)
        case running, paused, over
    }

    enum Announcement: Hashable, Sendable {
        case none, begun, heard
    }

    var stage = Stage.never
    var announcement = Announcement.none
    /// Whether it was ended before the call.
    var isCut = false
    /// What the carrier did not do for the moment: the same order once more is none anew.
    var mayRepeat: CommandPurpose?
}

/// I12: recording begins once, with consent, and never goes on while they do not talk.
extension PromiseChecker {
    mutating func recordsFromBridge(to leg: LegID, _ after: RingSession) {
        if !after.policy.recordsConversations { violate("I12: recorded without being asked to") }
        if consent != .given { violate("I12: recorded without consent") }
        switch recording.stage {
        case .never, .ordered: recording.stage = .ordered(leg)
        case .running where claims.last == leg && !wasBridged: break
        case .running, .paused, .over: violate("I12: a recording is begun a second time")
        }
    }

    mutating func watchRecording(_ command: CarrierCommand, _ after: RingSession) {
        switch command {
        case .recordMessage:
            if case .voicemail = after.phase {} else { violate("I12: recorded outside voicemail") }
            if recording.stage == .running { violate("I12: a message is recorded beside a conversation") }
        case .play(.announceRecording): recording.announcement = .begun
        case .recordConversation: begin(after)
        case .pauseRecording:
            if after.isTalking { violate("I12: a conversation goes on and is not recorded") }
            recording.stage = .paused
        case .resumeRecording:
            if recording.stage != .paused, recording.mayRepeat != .resumeRecording {
                violate("I12: resumed, and it was not paused")
            }
            recording.stage = .running
        case .stopRecording:
            if recording.stage != .never { recording.stage = .over }
            recording.isCut = true
        default: break
        }
    }

    private mutating func begin(_ after: RingSession) {
        if !after.policy.recordsConversations { violate("I12: recorded without being asked to") }
        if consent != .byAnnouncement || recording.announcement != .heard { violate("I12: recorded without consent") }
        if recording.stage != .never, recording.mayRepeat != .recordConversation {
            violate("I12: a recording is begun a second time")
        }
        recording.stage = .running
    }

    /// What an event says of announcement and recording.
    mutating func apply(_ event: RingEvent?, _ after: RingSession) {
        switch event {
        case .carrier(.playbackEnded(.announceRecording, let hasPlayed)):
            let wasHeard = hasPlayed && recording.announcement == .begun
            if recording.announcement != .heard { recording.announcement = wasHeard ? .heard : .none }
        case .result(let id, .accepted), .result(let id, .unavailable):
            if id.purpose == .bridge, case .ordered = recording.stage { recording.stage = .running }
            noteRepeatable(event)
        case .result(_, .rateLimited), .result(_, .conflict): noteRepeatable(event)
        case .carrier(.recordingSaved(.conversation, _, _)), .carrier(.recordingFailed(.conversation)):
            recording.stage = .over
        default: break
        }
    }

    private mutating func noteRepeatable(_ event: RingEvent?) {
        guard case .result(let id, let result) = event else { return }
        if id.purpose == .recordConversation || id.purpose == .resumeRecording {
            recording.mayRepeat = result.isForTheMoment ? id.purpose : nil
        }
    }

    mutating func watchRecording(_ after: RingSession) {
        if case .ordered(let leg) = recording.stage, case .active(let talk) = after.phase, talk.leg == leg {
            recording.stage = .running
        }
        guard after.parent.stage != .over else { return }
        if case .ended = after.phase { return }
        if recording.announcement == .begun, !after.isTalking { recording.announcement = .none }
        if recording.stage == .running, !after.isTalking, !(after.isBeingJoined && !wasBridged) {
            violate("I12: recorded while they do not talk")
        }
    }
}

extension RingCommandID {
    /// What the command was for, as its name says.
    var purpose: CommandPurpose? { CommandPurpose(rawValue: UInt8(truncatingIfNeeded: value.low >> 8)) }
}
