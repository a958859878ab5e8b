import CallKit
import Foundation
package import PhoneCore
import Redaction

extension CallSystem {
    package func request(_ id: SystemRequestID, _ actions: [SystemAction]) {
        controller.request(CXTransaction(actions: actions.map(CXAction.asking(for:)))) {
            @Sendable [weak self] error in
            let refusal = error.map(RequestRefusal.init(error:))
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

nonisolated extension RequestRefusal {
    /// Source: apple-contract C46, C47, the codes of `CXErrorCodeRequestTransactionError`.
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
