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
        completion: @escaping @Sendable () -> Void
    ) {
        let facts = payload.dictionaryPayload
        if has(.awaitsBeforeReporting) {
            let push = NaivePush(facts)
            Task { @MainActor in
                await self.askBackend()
                self.received(push)
            }
        } else {
            received(facts)
        }
        later(.milliseconds(100)) { completion() }
    }

    private func askBackend() async {
        try? await context.clock.sleep(until: context.clock.now.advanced(by: .milliseconds(200)))
    }

    func received(_ payload: [AnyHashable: Any]) { received(NaivePush(payload)) }

    private func received(_ push: NaivePush) {
        guard !has(.trustsForeground) || context.device.life != .foreground else { return connect(push) }
        if has(.waitsForProvider), !hasProviderBegun { return }
        guard push.isUnderstood else {
            return has(.reportsWhatItUnderstands) ? () : reportAndEnd(.failed)
        }
        if push.isEnded, has(.ignoresNews) { return }
        if let known = call(of: push) { return receivedAgain(push, known) }
        if push.isEnded {
            if let key = push.key, !has(.forgetsStops) { stopped.insert(key) }
            return reportAndEnd(.unanswered)
        }
        if isStale(push) { return reportAndEnd(.unanswered) }
        announce(push)
    }

    private func isStale(_ push: NaivePush) -> Bool {
        if let key = push.key, stopped.contains(key) { return true }
        guard !has(.ignoresAge), let sentAt = push.sentAt else { return false }
        let now = context.device.kernel.date(at: context.device.now)
        return now.timeIntervalSince(sentAt) > 45
    }

    private func call(of push: NaivePush) -> NaiveCall? {
        guard !has(.freshUUIDs) || push.isEnded else { return nil }
        return calls.first { call in
            push.session != nil && push.session == call.session || push.vendor != nil && push.vendor == call.vendor
                || push.number != nil && push.number == call.number && !call.isAnswered
        }
    }

    private func receivedAgain(_ push: NaivePush, _ known: NaiveCall) {
        if has(.ignoresDuplicates) { return }
        known.session = known.session ?? push.session
        known.vendor = known.vendor ?? push.vendor
        if let name = push.name, known.name == nil, push.session != nil { known.name = name }
        provider.reportNewIncomingCall(with: known.uuid, update: known.update) { _ in }
        provider.reportCall(with: known.uuid, updated: known.update)
        if push.isEnded { end(known, .remoteEnded) }
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

    private func connect(_ push: NaivePush) { connect(organization(of: push)) }

    func report(_ call: NaiveCall) {
        calls.append(call)
        provider.reportNewIncomingCall(with: call.uuid, update: call.update) { error in
            let isRefused = error != nil
            Task { @MainActor in self.reported(call, isRefused: isRefused) }
        }
    }

    private func reported(_ call: NaiveCall, isRefused: Bool) {
        call.isReported = true
        if isRefused { calls.removeAll { $0 === call } }
        if let ending = call.ending { provider.reportCall(with: call.uuid, endedAt: nil, reason: ending) }
    }

    /// Nothing to ring for, and yet something must be reported.
    private func reportAndEnd(_ reason: CXCallEndedReason) {
        let uuid = UUID()
        provider.reportNewIncomingCall(with: uuid, update: CXCallUpdate()) { _ in
            Task { @MainActor in self.provider.reportCall(with: uuid, endedAt: nil, reason: reason) }
        }
    }

    private func giveUpRinging(_ call: NaiveCall) {
        later(.seconds(30)) { [self] in
            if !call.isAnswered { end(call, .unanswered) }
        }
    }
}
