public import Redaction

/// An action of the system on a call.
public enum SystemAction: Hashable, Sendable {
    /// Begins an outbound call; as an action of the system the handle is the one that was asked for.
    case start(CallUUID, CallHandle)
    case answer(CallUUID)
    case end(CallUUID)
    case hold(CallUUID, Bool)
    case mute(CallUUID, Bool)
    case digits(CallUUID, Redacted<String>)
    /// Conferences are not offered; the action fails.
    case group(CallUUID)

    /// The call it is about.
    public var call: CallUUID {
        switch self {
        case .start(let call, _): call
        case .answer(let call), .end(let call), .group(let call): call
        case .hold(let call, _), .mute(let call, _), .digits(let call, _): call
        }
    }
}
