package import AVFAudio
package import CallKit
import Clocks
import Foundation
package import PhoneCore
import Redaction

extension CallSystem {
    package func request(_ id: SystemRequestID, _ actions: [SystemAction]) {
        controller.request(CXTransaction(actions: actions.map(CXAction.asking(for:)))) {
            @Sendable [weak self] error in
            let refusal = error.map(TransactionRefusal.init(error:))
            Task { @MainActor in self?.sink?.send(.system(.requested(id, refusal))) }
        }
    }
}

extension CXAction {
    fileprivate static func asking(for action: SystemAction) -> CXAction {
        let call = UUID(action.call.value)
        return switch action {
        case .start(_, let handle): CXStartCallAction(call: call, handle: CXHandle(handle))
        case .answer: CXAnswerCallAction(call: call)
        case .end: CXEndCallAction(call: call)
        case .hold(_, let isHeld): CXSetHeldCallAction(call: call, onHold: isHeld)
        case .mute(_, let isMuted): CXSetMutedCallAction(call: call, muted: isMuted)
        case .digits(_, let digits):
            CXPlayDTMFCallAction(
                call: call, digits: digits.revealed,
                type: digits.revealed.contains(",") ? .softPause : .singleTone)
        case .group: CXSetGroupCallAction(call: call, callUUIDToGroupWith: nil)
        }
    }
}

nonisolated extension TransactionRefusal {
    /// Source: C46, C47, the codes of `CXErrorCodeRequestTransactionError`.
    package init(error: any Error) {
        switch (error as? CXErrorCodeRequestTransactionError)?.code {
        case .unentitled: self = .unentitled
        case .unknownCallProvider: self = .unknownProvider
        case .emptyTransaction: self = .emptyTransaction
        case .unknownCallUUID: self = .unknownCall
        case .callUUIDAlreadyExists: self = .alreadyExists
        case .invalidAction: self = .invalidAction
        case .maximumCallGroupsReached: self = .limitReached
        case .callIsProtected: self = .protected
        default: self = .unknown
        }
    }
}

extension CallSystem {
    package func complete(_ action: SystemActionID, _ outcome: ActionOutcome) {
        guard let waiting = actions.remove(action) else { return }
        switch outcome {
        case .fulfilled: waiting.fulfill()
        case .failed: waiting.fail()
        }
    }

    private func perform(_ action: CXCallAction, as asked: (CallUUID) -> SystemAction) {
        let timeLeft = Duration.seconds(action.timeoutDate.timeIntervalSince(clock.date))
        let id = actions.add(action)
        sink?.send(.system(.perform(id, asked(CallUUID(action.callUUID.value)), timeLeft: timeLeft)))
    }
}

extension CallSystem: @MainActor CXProviderDelegate {
    package func providerDidReset(_ provider: CXProvider) {
        actions.clear()
        sink?.send(.system(.reset))
    }

    package func provider(_ provider: CXProvider, perform action: CXStartCallAction) {
        perform(action) { .start($0, CallHandle(action.handle)) }
    }

    package func provider(_ provider: CXProvider, perform action: CXAnswerCallAction) {
        perform(action) { .answer($0) }
    }

    package func provider(_ provider: CXProvider, perform action: CXEndCallAction) {
        perform(action) { .end($0) }
    }

    package func provider(_ provider: CXProvider, perform action: CXSetHeldCallAction) {
        perform(action) { .hold($0, action.isOnHold) }
    }

    package func provider(_ provider: CXProvider, perform action: CXSetMutedCallAction) {
        perform(action) { .mute($0, action.isMuted) }
    }

    package func provider(_ provider: CXProvider, perform action: CXPlayDTMFCallAction) {
        perform(action) { .digits($0, Redacted(action.digits)) }
    }

    package func provider(_ provider: CXProvider, perform action: CXSetGroupCallAction) {
        perform(action) { .group($0) }
    }

    package func provider(_ provider: CXProvider, timedOutPerforming action: CXAction) {
        let id = SystemActionID(action.uuid.value)
        guard actions.remove(id) != nil, let asked = SystemAction(action) else { return }
        sink?.send(.system(.timedOut(id, asked)))
    }

    package func provider(_ provider: CXProvider, didActivate audioSession: AVAudioSession) {
        sink?.send(.system(.audioActivated))
    }

    package func provider(_ provider: CXProvider, didDeactivate audioSession: AVAudioSession) {
        sink?.send(.system(.audioDeactivated))
    }
}

extension SystemAction {
    fileprivate init?(_ action: CXAction) {
        switch action {
        case let action as CXStartCallAction:
            self = .start(CallUUID(action.callUUID.value), CallHandle(action.handle))
        case let action as CXAnswerCallAction: self = .answer(CallUUID(action.callUUID.value))
        case let action as CXEndCallAction: self = .end(CallUUID(action.callUUID.value))
        case let action as CXSetHeldCallAction: self = .hold(CallUUID(action.callUUID.value), action.isOnHold)
        case let action as CXSetMutedCallAction: self = .mute(CallUUID(action.callUUID.value), action.isMuted)
        case let action as CXPlayDTMFCallAction:
            self = .digits(CallUUID(action.callUUID.value), Redacted(action.digits))
        case let action as CXSetGroupCallAction: self = .group(CallUUID(action.callUUID.value))
        default: return nil
        }
    }
}

/// The actions whose completion the system waits for. An action is removed when it is completed, so that none is
/// completed twice.
@MainActor
struct PendingActions {
    private var actions: [SystemActionID: CXAction] = [:]

    /// Adds an action.
    mutating func add(_ action: CXAction) -> SystemActionID {
        let id = SystemActionID(action.uuid.value)
        actions[id] = action
        return id
    }

    /// Removes an action; nil if the system does not wait for it any more.
    mutating func remove(_ id: SystemActionID) -> CXAction? {
        actions.removeValue(forKey: id)
    }

    /// Removes all actions, as the system no longer waits for any. Source: C24.
    mutating func clear() {
        actions.removeAll()
    }
}
