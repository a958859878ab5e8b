package import AVFAudio
package import CallKit
import Foundation
package import PhoneCore
import Redaction

extension CallSystem {
    package func complete(_ action: SystemActionID, _ outcome: ActionOutcome) {
        guard let waiting = actions.take(action) else { return }
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
        guard actions.take(id) != nil, let asked = SystemAction(action) else { return }
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
