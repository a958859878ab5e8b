import AVFAudio
import CallKit
import CallModel
import DeviceModel
import DeviceRuntime
import Foundation
import Scenarios
import UserNotifications

extension NaiveApp {
    /// Takes a call off the list and tells the system why.
    func end(_ call: NaiveCall, _ reason: CXCallEndedReason) {
        guard calls.contains(where: { $0 === call }) else { return }
        for action in call.answers { action.fail() }
        leave(call)
        if call.isReported || call.isOutgoing || has(.endsBeforeReported) {
            provider.reportCall(with: call.uuid, endedAt: nil, reason: reason)
        } else {
            call.ending = reason
        }
        if !call.isAnswered, !call.isOutgoing, !has(.tellsNobodyOfMissed), reason != .answeredElsewhere,
            reason != .declinedElsewhere
        {
            tellOfMissed(call)
        }
    }

    private func leave(_ call: NaiveCall) {
        calls.removeAll { $0 === call }
        if !calls.contains(where: { $0.isConnected && !$0.isHeld }) { send(.stopMedia) }
        if calls.isEmpty {
            for socket in sockets.values where farewells.isEmpty { exchange.close(socket) }
            if farewells.isEmpty { sockets = [:] }
        }
    }

    private func tellOfMissed(_ call: NaiveCall) {
        let content = UNMutableNotificationContent()
        content.title = "Missed call"
        content.body = call.name ?? call.number
        let request = UNNotificationRequest(identifier: call.uuid.uuidString, content: content, trigger: nil)
        UNUserNotificationCenter.current().add(request) { _ in }
    }

    func startMediaIfPossible() {
        guard isSessionActive, !isInterrupted, let call = calls.first(where: { $0.isConnected && !$0.isHeld }) else {
            return
        }
        exchange.soundLine = call.line?.id
        if has(.playsInPage) { playInPage() } else { send(.startMedia) }
    }

    /// The player is the page's, and the page's process another than the app's. Source: C66.
    private func playInPage() {
        for event in [WebEvent.viewLoaded, .pageLoaded, .mediaStarted] { context.device.kernel.web(event) }
    }

    func becameActive(_ call: NaiveCall) {
        guard !call.isConnected else { return }
        call.isConnected = true
        if call.isOutgoing {
            if !has(.neverReportsConnected) { provider.reportOutgoingCall(with: call.uuid, connectedAt: nil) }
        } else {
            for action in call.answers { action.fulfill() }
            call.answers = []
        }
        exchange.soundLine = call.line?.id
        if isSessionActive, !has(.forgetsActivation) { startMediaIfPossible() }
    }

    func perform(_ wish: AppWish, tells: @escaping @MainActor (String) -> Void) {
        switch wish {
        case .speaker(let isOn):
            wantsSpeaker = isOn
            try? AVAudioSession.sharedInstance().overrideOutputAudioPort(isOn ? .speaker : .none)
            tells("accepted")
        case .dial(let number, let name, let organization):
            let call = NaiveCall(UUID(), isOutgoing: true, number: number, name: name, organization: organization)
            calls.append(call)
            ask(CXStartCallAction(call: call.uuid, handle: CXHandle(type: .phoneNumber, value: number)), tells)
        case .tap(let tap, let uuid): self.tap(tap, uuid, tells)
        }
    }

    private func tap(_ tap: CallTap, _ uuid: UUID, _ tells: @escaping @MainActor (String) -> Void) {
        let call = calls.first { $0.uuid == uuid }
        if has(.holdsByItself), tap == .hold, let call {
            call.isHeld = true
            call.line?.hold(true)
            return tells("accepted")
        }
        guard has(.asksAnything) || call?.isConnected == true || tap == .end || tap == .decline || tap == .answer
        else { return tells("refused") }
        switch tap {
        case .answer, .holdAndAnswer, .endAndAnswer: ask(CXAnswerCallAction(call: uuid), tells)
        case .decline, .end: ask(CXEndCallAction(call: uuid), tells)
        case .hold, .resume: ask(CXSetHeldCallAction(call: uuid, onHold: tap == .hold), tells)
        case .mute, .unmute: ask(CXSetMutedCallAction(call: uuid, muted: tap == .mute), tells)
        case .digits(let digits): ask(CXPlayDTMFCallAction(call: uuid, digits: digits, type: .singleTone), tells)
        }
    }

    private func ask(_ action: CXAction, _ tells: @escaping @MainActor (String) -> Void) {
        controller.request(CXTransaction(action: action)) { error in
            let words = error == nil ? "accepted" : "refused by the system"
            Task { @MainActor in tells(words) }
        }
    }
}
