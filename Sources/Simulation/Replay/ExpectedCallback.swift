import DeviceModel
import Trace

/// An event that the model has sent to the app, which the recording must contain.
struct ExpectedCallback {
    let line: FrameworkRecord
    let at: Duration
    /// The rule that it follows from; nil if only the world can have caused it.
    let rule: DeviceRule?
    /// The model's id of the action, if it is one.
    var action: ActionID?

    /// - Parameter timer: the timer that caused it, if any.
    init?(_ callback: AppCallback, at: Duration, timer: DeviceTimer?, reports: [ReportID: Int64]) {
        self.at = at
        switch callback {
        case .push(.token): (line, rule) = (FrameworkRecord(.token), .c14)
        case .push(.tokenInvalidated): (line, rule) = (FrameworkRecord(.tokenInvalidated), .c14)
        case .push(.incoming(_, let mustReport)):
            (line, rule) = (FrameworkRecord(.incoming, isOn: mustReport ?? true), mustReport == nil ? .c1 : .c10)
        case .calls(.didReset): (line, rule) = (FrameworkRecord(.reset), .c24)
        case .calls(.didActivate): (line, rule) = (FrameworkRecord(.activated), .c60)
        case .calls(.didDeactivate): (line, rule) = (FrameworkRecord(.deactivated), .c60)
        case .calls(.perform(let action, _, _)):
            line = FrameworkRecord(.perform, action)
            rule = Self.rule(of: action, timer)
            self.action = action.id
        case .calls(.timedOut(let action, _)):
            (line, rule) = (FrameworkRecord(.timedOut), .c43)
            self.action = action
        case .calls(.reportCompleted(let report, let refusal, _)):
            guard let call = reports[report] else { return nil }
            line = FrameworkRecord(.reported, [.call: call], words: refusal.map { [.word: $0.word] } ?? [:])
            rule = refusal == nil ? .c23 : .c25
        case .calls(.requestCompleted(let request, let refusal)):
            line = FrameworkRecord(
                .requested, [.request: Int64(request.value)], words: refusal.map { [.word: $0.word] } ?? [:])
            rule = refusal == nil ? .c46 : .c47
        case .calls(.didBegin), .calls(.callChanged), .audio, .process: return nil
        }
    }

    /// Whether a line of the recording is the expected event. Actions are matched by their kind and call.
    func matches(_ other: FrameworkRecord, actions: [Int64: ActionID]) -> Bool {
        guard line.name == other.name else { return false }
        switch line.name {
        case .perform:
            return line.call == other.call && line.verb == other.verb && (line.isOn == nil || line.isOn == other.isOn)
        case .timedOut: return other.numbers[.action].flatMap { actions[$0] } == action
        case .incoming: return line.isOn == other.isOn
        case .reported: return line.call == other.call && line.word == other.word
        case .requested: return line.numbers[.request] == other.numbers[.request] && line.word == other.word
        default: return true
        }
    }

    private static func rule(of action: DeviceCallAction, _ timer: DeviceTimer?) -> DeviceRule? {
        if case .ringLimit = timer { return .c32 }
        if action.request != nil { return .c46 }
        return nil
    }
}

extension FrameworkRecord {
    /// Makes the line that a recorder would write for an action of the model.
    init(_ name: Name, _ action: DeviceCallAction) {
        self.init(name, [.call: Int64(bitPattern: action.call.low)])
        switch action.kind {
        case .start: words[.verb] = "start"
        case .answer: words[.verb] = "answer"
        case .end: words[.verb] = "end"
        case .setHeld(let isOn): (words[.verb], self.isOn) = ("hold", isOn)
        case .setMuted(let isOn): (words[.verb], self.isOn) = ("mute", isOn)
        case .digits: words[.verb] = "digits"
        case .group: words[.verb] = "group"
        }
    }
}

extension IncomingRefusal {
    /// The recorder's word for the refusal.
    var word: String {
        switch self {
        case .unknown, .restrictedSharing, .protected: "unknown"
        case .unentitled, .missingBackgroundMode: "unentitled"
        case .callIDExists: "alreadyExists"
        case .doNotDisturb: "filteredByDoNotDisturb"
        case .blocked: "filteredByBlockList"
        case .sensitiveParticipants: "filteredBySensitiveness"
        }
    }
}

extension RequestRefusal {
    /// The recorder's word for the refusal.
    var word: String {
        switch self {
        case .unknown: "unknown"
        case .unentitled: "unentitled"
        case .unknownProvider: "unknownProvider"
        case .emptyTransaction: "emptyTransaction"
        case .unknownCall: "unknownCall"
        case .callIDExists: "alreadyExists"
        case .invalidAction: "invalidAction"
        case .groupsMaxReached: "limitReached"
        case .callProtected: "protected"
        }
    }
}
