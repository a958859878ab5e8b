import DeviceModel
import PhoneCore
import Redaction

/// The adapter's translation between the phone's words and the device's. It decides nothing.
extension PhoneCore.SystemAction {
    init(_ action: DeviceModel.SystemAction) {
        let call = CallUUID(action.call)
        switch action.kind {
        case .start: self = .start(call, CallDisplay.unknown.handle)
        case .answer: self = .answer(call)
        case .end: self = .end(call)
        case .setHeld(let isHeld): self = .hold(call, isHeld)
        case .setMuted(let isMuted): self = .mute(call, isMuted)
        case .digits: self = .digits(call, Redacted("1"))
        case .group: self = .group(call)
        }
    }

    var requested: RequestedAction {
        switch self {
        case .start(let call, _): RequestedAction(.start(HandleID(0)), call.systemID)
        case .answer(let call): RequestedAction(.answer, call.systemID)
        case .end(let call): RequestedAction(.end, call.systemID)
        case .hold(let call, let isHeld): RequestedAction(.setHeld(isHeld), call.systemID)
        case .mute(let call, let isMuted): RequestedAction(.setMuted(isMuted), call.systemID)
        case .digits(let call, _): RequestedAction(.digits(TextID(0)), call.systemID)
        case .group(let call): RequestedAction(.group(with: call.systemID), call.systemID)
        }
    }
}
