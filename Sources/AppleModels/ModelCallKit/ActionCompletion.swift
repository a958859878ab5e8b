internal import DeviceModel
internal import DeviceRuntime
internal import Foundation

/// The link from an action handed to a delegate to the system, which waits for its completion.
struct ActionCompletion {
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

    /// The time-out of an action, which depends on its class and is fixed when the action is made (C43).
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

extension DeviceCallAction {
    /// Makes the object that a delegate gets for this action.
    func object(_ delivered: ActionCompletion, asRequested request: CXAction?, texts: InternTable) -> CXAction {
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
    /// The requested action in the machine's terms; nil for a class that is not an action on a call.
    func requested(texts: inout InternTable) -> RequestedAction? {
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
