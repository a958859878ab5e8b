import CallModel
import RingCore

extension RingStory {
    /// What the carrier was told after the last event, in words.
    var commands: [String] {
        effects.compactMap { effect in
            guard case .command(let command, _) = effect else { return nil }
            return words(command)
        }
    }

    func words(_ command: CarrierCommand) -> String {
        switch command {
        case .dial(let leg, _): "dial \(name(.leg(leg)))"
        case .answer(let leg): "answer \(name(leg))"
        case .bridge(let leg, let records): "bridge \(name(.leg(leg)))" + (records ? " and record" : "")
        case .rebridge(let leg): "bridge anew \(name(.leg(leg)))"
        case .consult(let winner, let leg): "bridge \(name(.leg(winner))) to \(name(.leg(leg)))"
        case .barge(let leg, _): "dial \(name(.leg(leg))) into the conversation"
        case .hangUp(let leg, let reason): "hang up \(name(leg)): \(reason)"
        case .reject(let reason): "turn caller away: \(reason)"
        case .look(let leg): "look at \(name(leg))"
        case .confirm(let leg): "ask \(name(.leg(leg))) for a key"
        case .play(.playRingback): "play ringback"
        case .play(.playHold): "play hold"
        case .play(.playGreeting): "play greeting"
        case .play(.speakGreeting): "speak greeting"
        case .play(.announceRecording): "announce recording"
        case .play: "play apology"
        case .stopPlayback: "stop playing"
        case .recordMessage: "record message"
        case .stopRecording: "stop recording"
        case .recordConversation: "record conversation"
        case .pauseRecording: "pause recording"
        case .resumeRecording: "resume recording"
        }
    }

    private func name(_ leg: LegRef) -> String {
        switch leg {
        case .parent: "caller"
        case .leg(let id): session.legs.first { $0.id == id }.map { String($0.ordinal) } ?? "?"
        }
    }

    /// What devices were told after the last event.
    var notices: [String] {
        effects.compactMap { effect in
            switch effect {
            case .notice(let notice, let device, let round): "\(device): \(words(notice))\(words(round: round))"
            case .push(.ring, let device, let round): "push to \(device): ring\(words(round: round))"
            case .push(.cancel(let reason), let device, let round):
                "push to \(device): cancel, \(reason.rawValue)\(words(round: round))"
            case .reply(let reply, let device): "reply to \(device): \(reply.words)"
            case .command, .withdraw, .stateChanged, .record, .wake, .alarm, .refused, .closed: nil
            }
        }
    }

    private func words(_ notice: DeviceNotice) -> String {
        switch notice {
        case .ringing: "ringing"
        case .answeredElsewhere: "answered elsewhere"
        case .ringingAgain: "ringing again"
        case .won: "won"
        case .over(let reason): "over, \(reason.rawValue)"
        }
    }

    /// Which round is meant, where it is not the first.
    private func words(round: RingRound) -> String { round > 1 ? " (round \(round))" : "" }

    /// The permanent records so far.
    var records: [RingRecord] {
        everything.compactMap { if case .record(let record) = $0 { record } else { nil } }
    }

    /// The records about recording so far.
    var recordingSteps: [RecordingStep] {
        records.compactMap { if case .recording(let step) = $0 { step } else { nil } }
    }

    var missedCalls: [RingRecord] { records.filter { if case .missedCall = $0 { true } else { false } } }
    var messages: [RingRecord] { records.filter { if case .message = $0 { true } else { false } } }
    var alarms: [RingAlarm] { everything.compactMap { if case .alarm(let alarm) = $0 { alarm } else { nil } } }
    var versions: [UInt64] {
        everything.compactMap { if case .stateChanged(let status) = $0 { status.version } else { nil } }
    }

    /// Everything that must never happen and did; empty at the end of every story.
    var violations: [String] { checker.violations }
}

extension DeviceReply {
    var words: String {
        switch self {
        case .granted: "granted"
        case .dialing: "dialing"
        case .ringing: "ringing"
        case .taken: "taken"
        case .over(let reason): "over, \(reason.rawValue)"
        case .refused: "refused"
        }
    }
}

extension CarrierCommand {
    func isAbout(_ purpose: CommandPurpose, _ about: LegRef) -> Bool {
        switch self {
        case .dial(let leg, _), .barge(let leg, _): purpose == .dial && about == .leg(leg)
        case .rebridge(let leg): purpose == .bridge && about == .leg(leg)
        case .consult(_, let leg): purpose == .consult && about == .leg(leg)
        case .answer(let leg): purpose == .answer && about == leg
        case .bridge(let leg, _): purpose == .bridge && about == .leg(leg)
        case .hangUp(let leg, _): purpose == .hangUp && about == leg
        case .reject: purpose == .hangUp && about == .parent
        case .look(let leg): purpose == .look && about == leg
        case .confirm(let leg): purpose == .confirm && about == .leg(leg)
        case .play(let played): purpose == played && about == .parent
        case .stopPlayback: purpose == .stopPlayback && about == .parent
        case .recordMessage: purpose == .recordMessage && about == .parent
        case .stopRecording: purpose == .stopRecording && about == .parent
        case .recordConversation: purpose == .recordConversation && about == .parent
        case .pauseRecording: purpose == .pauseRecording && about == .parent
        case .resumeRecording: purpose == .resumeRecording && about == .parent
        }
    }
}
