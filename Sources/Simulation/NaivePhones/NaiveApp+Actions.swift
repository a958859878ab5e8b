import AVFAudio
import CallKit
import CallModel
import DeviceModel
import DeviceRuntime
import Foundation
import Scenarios

extension NaiveApp: @MainActor CXProviderDelegate {
    func providerDidBegin(_ provider: CXProvider) { hasProviderBegun = true }

    func providerDidReset(_ provider: CXProvider) {
        guard !has(.forgetsReset) else { return }
        for call in calls { call.line?.hangUp() }
        calls = []
        remember()
        send(.stopMedia)
    }

    func provider(_ provider: CXProvider, perform action: CXStartCallAction) {
        guard let call = calls.first(where: { $0.uuid == action.callUUID }) else { return action.fail() }
        configureSound()
        action.fulfill()
        provider.reportOutgoingCall(with: call.uuid, startedConnectingAt: nil)
        if !has(.namesNoCaller) { provider.reportCall(with: call.uuid, updated: call.update) }
        remember()
        connect(call.organization)
        dial(call)
        guard !has(.dialsForEver) else { return }
        later(.seconds(30)) { [self] in
            if call.line == nil { end(call, .failed) }
        }
    }

    func provider(_ provider: CXProvider, perform action: CXAnswerCallAction) {
        guard let call = calls.first(where: { $0.uuid == action.callUUID }) else { return action.fail() }
        call.isAnswered = true
        remember()
        configureSound()
        if has(.activatesSession) { try? AVAudioSession.sharedInstance().setActive(true) }
        if has(.startsMediaAtOnce) { send(.startMedia) }
        if has(.fulfilsAtOnce) { action.fulfill() } else { call.answers.append(action) }
        call.line?.answer()
        if !has(.needsVendorPush) { connect(call.organization) }
        if has(.neverGivesUp) { return }
        later(.seconds(25)) { [self] in
            if !call.isConnected { end(call, .failed) }
        }
    }

    func provider(_ provider: CXProvider, perform action: CXEndCallAction) {
        let meant = calls.first { has(.endsCurrentCall) ? $0.isConnected : $0.uuid == action.callUUID }
        guard let call = meant else { return has(.failsUnknownEnds) ? action.fail() : action.fulfill() }
        if ownEnds.remove(call.uuid) != nil || !call.isConnected || !has(.hangsUpByButton) { sendBye(call) }
        for answer in call.answers { answer.fail() }
        leave(call)
        action.fulfill()
    }

    func provider(_ provider: CXProvider, perform action: CXSetHeldCallAction) {
        guard let call = calls.first(where: { $0.uuid == action.callUUID }) else { return action.fail() }
        call.isHeld = action.isOnHold
        call.line?.hold(action.isOnHold)
        if has(.neverCompletesHold) { return }
        action.fulfill()
        if call.isHeld { return send(.stopMedia) }
        guard !has(.waitsForActivation) else { return }
        later(.seconds(1)) { [self] in
            isSessionActive = true
            startMediaIfPossible()
        }
    }

    func provider(_ provider: CXProvider, perform action: CXSetMutedCallAction) {
        let call = calls.first { $0.uuid == action.callUUID }
        isMicrophoneOff = has(.togglesMute) ? !isMicrophoneOff : action.isMuted
        call?.line?.mute(isMicrophoneOff)
        if has(.neverCompletesMute) { return }
        action.fulfill()
    }

    func provider(_ provider: CXProvider, perform action: CXPlayDTMFCallAction) {
        calls.first { $0.uuid == action.callUUID }?.line?.send(digits: action.digits)
        action.fulfill()
    }

    func provider(_ provider: CXProvider, timedOutPerforming action: CXAction) {}

    func provider(_ provider: CXProvider, didActivate audioSession: AVAudioSession) {
        isSessionActive = true
        startMediaIfPossible()
    }

    func provider(_ provider: CXProvider, didDeactivate audioSession: AVAudioSession) {
        isSessionActive = false
        send(.stopMedia)
    }
}
