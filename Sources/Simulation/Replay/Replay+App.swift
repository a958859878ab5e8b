import DeviceModel
import Trace

/// Makes the recorded app's requests to the frameworks to the model.
extension Replay {
    private static let provider = ProviderID(1)
    private static let task = BackgroundTaskID(1)

    mutating func ask(_ line: FrameworkRecord) {
        let call = SystemCallID(UInt64(bitPattern: line.call ?? 0))
        switch line.name {
        case .open:
            app(.calls(.createProvider(Self.provider, CallConfiguration())))
            app(.calls(.setDelegate(Self.provider, hasQueue: true)))
        case .register: register()
        case .returned: if let push = machine.pushes.delivery?.id { app(.push(.delegateReturned(push))) }
        case .report: reportCall(call, line)
        case .update: app(.calls(.reportUpdated(call, CallUpdate())))
        case .end: app(.calls(.reportEnded(call, CallEndedReason(word: line.word))))
        case .connecting: app(.calls(.reportOutgoingStartedConnecting(call)))
        case .connected: app(.calls(.reportOutgoingConnected(call)))
        case .complete: complete(line)
        case .request: request(line)
        case .keepAwake:
            app(.process(line.isOn == true ? .beginBackgroundTask(Self.task) : .endBackgroundTask(Self.task)))
        case .configure:
            sound { $0.setCategory(.playAndRecord, mode: .voiceChat, from: $0.process.generation, into: &$1) }
        case .speaker:
            sound { $0.overrideOutput(toSpeaker: line.isOn == true, from: $0.process.generation, into: &$1) }
        case .prefer: sound { $0.overrideOutput(toSpeaker: false, from: $0.process.generation, into: &$1) }
        case .start: app(.audio(.startMedia))
        case .stop: app(.audio(.stopMedia))
        default: break
        }
    }

    private mutating func app(_ event: AppEvent) { handle(.app(event, from: machine.process.generation)) }

    private mutating func sound<Answer>(_ body: (inout DeviceMachine, inout [DeviceEffect]) -> Answer) {
        var effects: [DeviceEffect] = []
        _ = body(&machine, &effects)
        apply(effects)
    }

    /// Makes the registry, which is the last step of a launch.
    private mutating func register() {
        app(.push(.createRegistry))
        app(.push(.setDelegate(.withMetadata)))
        app(.push(.setDesiresVoIP(true)))
        app(.process(.launchFinished))
    }

    /// Reports a call to the model. The configuration is assigned again before each report (C30). The user's filters
    /// show only in the recorded refusal, so they are set in the model's world for the duration of the report.
    private mutating func reportCall(_ call: SystemCallID, _ line: FrameworkRecord) {
        let id = ReportID(UInt32(reports.count + 1))
        reports[id] = line.call
        let handle = HandleID(UInt32(truncatingIfNeeded: line.call ?? 0))
        let refusal = lines[(index + 1)...].first { $0.line.name == .reported && $0.line.call == line.call }?.line.word
        app(.calls(.setConfiguration(Self.provider, CallConfiguration())))
        if refusal == "filteredByDoNotDisturb" { world(.filter(.doNotDisturb)) }
        if refusal == "filteredByBlockList" { world(.blocks(handle)) }
        app(
            .calls(
                .reportIncoming(
                    IncomingReport(id: id, provider: Self.provider, call: call, update: CallUpdate(handle: handle)))))
        if refusal == "filteredByDoNotDisturb" { world(.filter(nil)) }
    }

    private mutating func world(_ event: CallDaemonEvent) { handle(.world(.callServices(event))) }

    private mutating func complete(_ line: FrameworkRecord) {
        guard let number = line.numbers[.action], let action = actions[number] else { return }
        app(.calls(line.isOn == true ? .fulfill(action) : .fail(action)))
    }

    /// Makes one request of all lines of a transaction, at its first line.
    private mutating func request(_ line: FrameworkRecord) {
        guard let number = line.numbers[.request] else { return }
        let belongs: (Recording.Line) -> Bool = { $0.line.name == .request && $0.line.numbers[.request] == number }
        guard index == 0 || !belongs(lines[index - 1]) else { return }
        let actions = lines[index...].prefix(while: belongs).compactMap { RequestedAction($0.line) }
        app(.calls(.request(TransactionRequestID(UInt32(truncatingIfNeeded: number)), actions)))
    }
}

extension RequestedAction {
    fileprivate init?(_ line: FrameworkRecord) {
        let call = SystemCallID(UInt64(bitPattern: line.call ?? 0))
        switch line.verb {
        case "start": self.init(.start(HandleID(UInt32(truncatingIfNeeded: line.call ?? 0))), call)
        case "answer": self.init(.answer, call)
        case "end": self.init(.end, call)
        case "hold": self.init(.setHeld(line.isOn ?? true), call)
        case "mute": self.init(.setMuted(line.isOn ?? true), call)
        case "digits": self.init(.digits(TextID(0)), call)
        default: return nil
        }
    }
}

extension CallEndedReason {
    fileprivate init(word: String?) {
        switch word {
        case "remoteEnded": self = .remoteEnded
        case "unanswered": self = .unanswered
        case "answeredElsewhere": self = .answeredElsewhere
        case "declinedElsewhere": self = .declinedElsewhere
        default: self = .failed
        }
    }
}
