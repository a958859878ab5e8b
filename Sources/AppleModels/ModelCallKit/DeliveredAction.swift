internal import DeviceModel
internal import DeviceRuntime
internal import Foundation

/// What ties an action handed to a delegate to the system that waits for it.
struct DeliveredAction {
    enum Outcome {
        case fulfilled, failed
    }

    let uuid: UUID
    let timeoutDate: Date
    let process: ProcessHandle
    let id: ActionID

    func complete(_ outcome: Outcome) {
        switch outcome {
        case .fulfilled: process.send(.calls(.fulfill(id)))
        case .failed: process.send(.calls(.fail(id)))
        }
    }

    /// C43: the time-out stands when the action is made, by its class.
    static func timeoutDateOfNewAction(of type: CXAction.Type) -> Date {
        guard let kernel = ProcessHandle.current?.kernel else { return .distantFuture }
        let policy = kernel.look { $0.policy.actions }
        let timeOut =
            if type is CXStartCallAction.Type {
                policy.startTimeOut
            } else if type is CXAnswerCallAction.Type {
                policy.answerTimeOut
            } else {
                policy.otherTimeOut
            }
        return kernel.date(at: kernel.now + timeOut)
    }
}

extension SystemAction {
    /// The object a delegate is handed for it.
    func object(_ delivered: DeliveredAction, asRequested request: CXAction?, texts: TextBook) -> CXAction {
        let call = call.uuid
        switch kind {
        case .start(let handle):
            let requested = request as? CXStartCallAction
            let (kind, value) = texts.handle(handle)
            let action = CXStartCallAction(
                call: call, handle: CXHandle(type: .init(rawValue: kind) ?? .generic, value: value),
                isVideo: requested?.isVideo ?? false, delivered: delivered)
            action.contactIdentifier = requested?.contactIdentifier
            return action
        case .answer: return CXAnswerCallAction(call: call, delivered: delivered)
        case .end: return CXEndCallAction(call: call, delivered: delivered)
        case .setHeld(let isHeld): return CXSetHeldCallAction(call: call, onHold: isHeld, delivered: delivered)
        case .setMuted(let isMuted): return CXSetMutedCallAction(call: call, muted: isMuted, delivered: delivered)
        case .digits(let text):
            return CXPlayDTMFCallAction(
                call: call, digits: texts.text(text),
                type: (request as? CXPlayDTMFCallAction)?.type ?? .singleTone, delivered: delivered)
        case .group(let other):
            return CXSetGroupCallAction(call: call, callUUIDToGroupWith: other.uuid, delivered: delivered)
        }
    }
}

extension CXAction {
    /// What the system is asked for; nil for what is no action on a call.
    func requested(texts: inout TextBook) -> RequestedAction? {
        guard let action = self as? CXCallAction else { return nil }
        let call = SystemCallID(action.callUUID)
        switch action {
        case let action as CXStartCallAction:
            return RequestedAction(
                .start(texts.handle(kind: action.handle.type.rawValue, action.handle.value)), call)
        case is CXAnswerCallAction: return RequestedAction(.answer, call)
        case is CXEndCallAction: return RequestedAction(.end, call)
        case let action as CXSetHeldCallAction: return RequestedAction(.setHeld(action.isOnHold), call)
        case let action as CXSetMutedCallAction: return RequestedAction(.setMuted(action.isMuted), call)
        case let action as CXPlayDTMFCallAction: return RequestedAction(.digits(texts.text(action.digits)), call)
        case let action as CXSetGroupCallAction:
            return action.callUUIDToGroupWith.map { RequestedAction(.group(with: SystemCallID($0)), call) }
        default: return nil
        }
    }
}
