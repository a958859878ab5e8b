import CallKit
import Foundation
import Scenarios

/// The reports of the naive phone, and how it handles a refusal.
extension NaiveApp {
    /// Configured anew before each report, the provider has its audio session again, should the system have lost it.
    func report(_ call: NaiveCall) {
        calls.append(call)
        remember()
        if !has(.configuresOnce) { provider.configuration = configuration }
        provider.reportNewIncomingCall(with: call.uuid, update: call.update) { error in
            let isRefused = error != nil
            Task { @MainActor in self.reported(call, isRefused: isRefused) }
        }
    }

    private func reported(_ call: NaiveCall, isRefused: Bool) {
        call.isReported = true
        if isRefused { refused(call) }
        if let ending = call.ending { provider.reportCall(with: call.uuid, endedAt: nil, reason: ending) }
    }

    /// The system shows nothing of the call; other devices ring on.
    private func refused(_ call: NaiveCall) {
        calls.removeAll { $0 === call }
        remember()
        refusedNames.formUnion([call.session, call.vendor].compactMap(\.self))
        if has(.missesRefused) { notifyOfMissed(call.name ?? call.number, id: call.uuid) }
        if has(.declinesRefused) { sendBye(call) }
    }

    /// Nothing to ring for, and yet something must be reported.
    @discardableResult
    func reportAndEnd(_ push: NaivePush, _ reason: CXCallEndedReason) -> UUID {
        let uuid = UUID()
        guard push.mustReport || has(.ignoresMetadata) else { return uuid }
        let isEndedAtOnce = has(.endsBeforeReported)
        provider.reportNewIncomingCall(with: uuid, update: push.update) { _ in
            guard !isEndedAtOnce else { return }
            Task { @MainActor in self.provider.reportCall(with: uuid, endedAt: nil, reason: reason) }
        }
        if isEndedAtOnce { provider.reportCall(with: uuid, endedAt: nil, reason: reason) }
        return uuid
    }

    func giveUpRinging(_ call: NaiveCall) {
        later(.seconds(55)) { [self] in
            if !call.isAnswered { end(call, .unanswered) }
        }
    }
}
