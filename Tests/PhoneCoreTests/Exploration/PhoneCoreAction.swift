import CallModel
import PhoneCore

/// One thing that can happen to a phone in its world.
enum PhoneCoreAction: Hashable, Sendable, CustomStringConvertible {
    case push(Int)
    case invite(Int)
    case signaling(Bool)
    case report(Int, ReportRefusal?)
    case request(Int, TransactionRefusal?)
    case task
    case perform(SystemAction)
    case timeOut(SystemActionID, SystemAction)
    case line(Int, LineStep)
    case activation(Bool)
    case timer(Int)
    case user(UserRequest)
    case reset
    case kill

    var description: String {
        switch self {
        case .push(let index): "push \(index)"
        case .invite(let index): "INVITE \(index)"
        case .signaling(let isReady): isReady ? "the exchange is connected" : "the exchange is lost"
        case .report(let index, let refusal): "report \(index) completes: \(refusal?.rawValue ?? "taken")"
        case .request(let index, let refusal): "request \(index): \(refusal?.rawValue ?? "taken")"
        case .task: "the first accepted action is performed"
        case .perform(let action): "the person: \(action.text)"
        case .timeOut(_, let action): "times out: \(action.text)"
        case .line(let index, let step): "line \(index): \(step)"
        case .activation(let isOn): isOn ? "audio activated" : "audio deactivated"
        case .timer(let index): "timer \(index)"
        case .user(let request): "on the screen: \(request)"
        case .reset: "the system loses its calls"
        case .kill: "killed"
        }
    }
}

/// What a line can do by itself.
enum LineStep: Hashable, Sendable {
    case connect
    case end(EndReason)
    case fail(LineFailure)
}
