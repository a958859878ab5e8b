import AVFAudio
import CallKit
import CallModel
import DeviceModel
import DeviceRuntime
import Foundation
import PushKit
import Scenarios

extension NaiveApp: @MainActor PKPushRegistryDelegate {
    func pushRegistry(
        _ registry: PKPushRegistry, didUpdate pushCredentials: PKPushCredentials, for type: PKPushType
    ) {}

    func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload, for type: PKPushType,
        completion: @escaping () -> Void
    ) {
        handle(payload, mustReport: true, completion)
    }

    func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingVoIPPushWith payload: PKPushPayload,
        metadata: PKVoIPPushMetadata, withCompletionHandler completion: @escaping () -> Void
    ) {
        handle(payload, mustReport: metadata.mustReport, completion)
    }

    private func handle(
        _ payload: PKPushPayload, mustReport: Bool, _ completion: @escaping () -> Void
    ) {
        let push = NaivePush(payload.dictionaryPayload, mustReport: mustReport)
        if has(.awaitsBeforeReporting) {
            Task { @MainActor in
                await self.askBackend()
                self.received(push)
            }
        } else {
            received(push)
        }
        // It may be called anywhere; Objective-C's blocks do not say so.
        nonisolated(unsafe) let completion = completion
        later(.milliseconds(100)) { completion() }
    }

    private func askBackend() async {
        try? await context.clock.sleep(until: context.clock.now.advanced(by: .milliseconds(200)))
    }

    func received(_ payload: [AnyHashable: Any]) { received(NaivePush(payload, mustReport: true)) }

    private func received(_ push: NaivePush) {
        guard !isPassedOver(push) else { return }
        guard push.isUnderstood else {
            reportAndEnd(push, .failed)
            return
        }
        if let known = call(of: push) { return receivedAgain(push, known) }
        if push.isEnded {
            if let key = push.key, !has(.forgetsStops) { stopped.insert(key) }
            reportAndEnd(push, .answeredElsewhere)
            return
        }
        if memory.isLocked, !has(.crashesWithoutKeychain) {
            pass("Unlock your phone", push.title, id: reportAndEnd(push, .unanswered))
        } else if isStopped(push) {
            reportAndEnd(push, .unanswered)
        } else if isStale(push) {
            notifyOfMissed(push.title, id: reportAndEnd(push, .unanswered))
        } else if calls.count >= 2 {
            notifyOfMissed(push.title, id: reportAndEnd(push, .unanswered))
            owe(termination: push.key, isBusy: true, organization: organization(of: push))
        } else {
            announce(push)
        }
    }

    /// Whether a fault makes the app drop a push instead of reporting it.
    private func isPassedOver(_ push: NaivePush) -> Bool {
        let isOnScreen = context.device.life == .foreground
        if has(.trustsForeground) && isOnScreen || has(.trustsMetadata) && !push.mustReport {
            connect(push)
            return true
        }
        return has(.waitsForProvider) && !hasProviderBegun || has(.waitsForOwnPush) && push.session == nil
            || has(.reportsWhatItUnderstands) && !push.isUnderstood || has(.ignoresNews) && push.isEnded
    }

    private func isStopped(_ push: NaivePush) -> Bool { push.key.map(stopped.contains) ?? false }

    /// A push says until when the call rings, and when it was sent.
    private func isStale(_ push: NaivePush) -> Bool {
        guard !has(.ignoresAge) else { return false }
        let now = context.device.kernel.date(at: context.device.now)
        if let deadline = push.deadline { return deadline <= now }
        return push.sentAt.map { now.timeIntervalSince($0) > 45 } ?? false
    }

    /// The call a push is about: by a name of it, or else by the number.
    private func call(of push: NaivePush) -> NaiveCall? {
        guard !has(.freshUUIDs) || push.isEnded else { return nil }
        let incoming = calls.filter { !$0.isOutgoing }
        let sameNumber = incoming.filter { push.number != nil && $0.number == push.number }
        if has(.joinsByNumber), let first = sameNumber.first { return first }
        let named = incoming.first {
            push.session != nil && push.session == $0.session || push.vendor != nil && push.vendor == $0.vendor
        }
        if named != nil || has(.joinsByNameOnly) { return named }
        return sameNumber.first {
            !$0.isAnswered && (push.session == nil || $0.session == nil) && (push.vendor == nil || $0.vendor == nil)
        }
    }

    private func receivedAgain(_ push: NaivePush, _ known: NaiveCall) {
        if has(.ignoresDuplicates) { return }
        known.session = known.session ?? push.session
        known.vendor = known.vendor ?? push.vendor
        if let name = push.name, known.name == nil, push.session != nil { known.name = name }
        if push.mustReport { provider.reportNewIncomingCall(with: known.uuid, update: known.update) { _ in } }
        provider.reportCall(with: known.uuid, updated: known.update)
        if push.isEnded { end(known, push.isTakenElsewhere ? .answeredElsewhere : .remoteEnded) }
    }

    private func announce(_ push: NaivePush) {
        let uuid = push.key.flatMap { has(.reusesUUIDs) ? UUID(uuidString: $0) : nil } ?? UUID()
        let call = NaiveCall(
            uuid, isOutgoing: false, number: push.number ?? "", name: push.name,
            organization: organization(of: push))
        call.session = push.session
        call.vendor = push.vendor
        report(call)
        connect(push)
        if !has(.leavesRinging) { giveUpRinging(call) }
    }

    private func organization(of push: NaivePush) -> String {
        let first = exchange.scenario.device.organizations.first ?? ""
        return has(.oneConnection) ? first : push.organization ?? first
    }

    private func connect(_ push: NaivePush) {
        guard !has(.needsVendorPush) || push.vendor != nil else { return }
        connect(organization(of: push))
    }
}
