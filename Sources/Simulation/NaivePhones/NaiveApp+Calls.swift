import AVFAudio
import CallKit
import CallModel
import DeviceModel
import DeviceRuntime
import Foundation
import Scenarios
import UIKit

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
        if !call.isAnswered, !call.isOutgoing, reason != .answeredElsewhere, reason != .declinedElsewhere {
            notifyOfMissed(call.name ?? call.number, id: call.uuid)
        }
    }

    func leave(_ call: NaiveCall) {
        calls.removeAll { $0 === call }
        remember()
        if !calls.contains(where: { $0.isConnected && !$0.isHeld }) { send(.stopMedia) }
        if calls.isEmpty {
            for organization in sockets.keys.sorted() where terminations.isEmpty { close(organization) }
        }
    }

    /// A connection that is being made anew still has to say what waits for it.
    private func close(_ organization: String) {
        guard let socket = sockets[organization], socket.state != .reconnecting else { return }
        sockets[organization] = nil
        exchange.close(socket)
    }

    /// Tells the exchange that this phone is done with a call, now or when it can be told.
    func sendBye(_ call: NaiveCall) {
        if let line = call.line {
            if call.isAnswered || call.isOutgoing { line.hangUp() } else { line.decline(isBusy: has(.declinesAsBusy)) }
        } else if !has(.declinesOverLinesOnly) {
            owe(termination: call.session ?? call.vendor, organization: call.organization)
        }
    }

    func owe(termination key: String?, isBusy: Bool = false, organization: String) {
        guard let key else { return }
        terminations[key] = isBusy
        if !has(.forgetsBackgroundTime), backgroundTime == .invalid {
            backgroundTime = UIApplication.shared.beginBackgroundTask { [weak self] in self?.endBackgroundTime() }
        }
        connect(organization)
    }

    func endBackgroundTime() {
        UIApplication.shared.endBackgroundTask(backgroundTime)
        backgroundTime = .invalid
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
            if call.wantsMute { ask([CXSetMutedCallAction(call: call.uuid, muted: true)]) { _ in } }
        } else {
            for action in call.answers { action.fulfill() }
            call.answers = []
        }
        exchange.soundLine = call.line?.id
        if isSessionActive, !has(.forgetsActivation) { startMediaIfPossible() }
    }
}
