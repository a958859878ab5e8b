internal import CallModel
internal import ExchangeCore
internal import ExchangeStorage
internal import PushDelivery
internal import RingCore
internal import Synchronization

/// Counts the results of rings and pushes since the start. Isolation: any thread.
final class RingCounts: Sendable {
    /// The result of a webhook.
    enum WebhookOutcome: String, CaseIterable {
        case taken, repeated, unknownSession = "unknown_session", unused
        /// Kept until a session knows its leg.
        case parked
        /// Parked, then discarded, because no session knew its leg in time.
        case neverKnown = "never_known"
        /// It reports a recording, but its call cannot be read; the recording stays at the carrier.
        case unreadable
        case unsigned, forged, late, malformed, tooLarge = "too_large", notStored = "not_stored"
    }

    /// The result of a request about a device's credential at a carrier.
    enum CredentialOutcome: String, CaseIterable { case issued, deleted, lost, failed }

    private struct State {
        var webhooks: [WebhookOutcome: Int] = [:]
        var pushes: [String: Int] = [:]
        var credentials: [CredentialOutcome: Int] = [:]
        /// Calls out, by decision.
        var callsOut: [String: Int] = [:]
        var alarms = 0
        var messagesDeletedUnheard = 0
        /// The stages of calls to numbers that are not over.
        var stages: [CallSessionID: RingStatus.Stage] = [:]
    }

    private let state = Mutex(State())
    private let changes: ChangeSignal

    init(changes: ChangeSignal) { self.changes = changes }

    func webhook(_ outcome: WebhookOutcome, times count: Int = 1) {
        note { $0.webhooks[outcome, default: 0] += count }
    }
    func credential(_ outcome: CredentialOutcome) { note { $0.credentials[outcome, default: 0] += 1 } }
    func calledOut(_ verdict: OutboundVerdict) {
        let name =
            switch verdict {
            case .permitted(let call): call.isEmergency ? "permittedEmergency" : "permitted"
            case .refused(let refusal): refusal.rawValue
            }
        note { $0.callsOut[name, default: 0] += 1 }
    }
    func alarm() { note { $0.alarms += 1 } }
    func messageDeletedUnheard() {
        note {
            $0.messagesDeletedUnheard += 1
            $0.alarms += 1
        }
    }

    private func note(_ change: (inout State) -> Void) {
        state.withLock { change(&$0) }
        changes.signal()
    }

    func changed(_ status: RingStatus) {
        state.withLock { $0.stages[status.session] = status.stage == .ended ? nil : status.stage }
    }

    func pushed(_ outcome: PushOutcome) {
        let name =
            switch outcome {
            case .accepted: "accepted"
            case .tokenGone: "token_gone"
            case .expired: "expired"
            case .unanswered: "unanswered"
            case .withdrawn: "withdrawn"
            case .suppressed: "suppressed"
            case .refused: "refused"
            case .overloaded: "overloaded"
            case .stopped: "stopped"
            }
        note { $0.pushes[name, default: 0] += 1 }
    }

    /// Calls to numbers that are not over, by stage, in a fixed order.
    var stages: [(String, Int)] {
        let present = state.withLock { Dictionary(grouping: $0.stages.values, by: \.self).mapValues(\.count) }
        let all: [RingStatus.Stage] = [.ringing, .claimed, .active, .parked, .voicemail]
        return all.map { ($0.rawValue, present[$0] ?? 0) }
    }

    var alarms: Int { state.withLock(\.alarms) }
    var messagesDeletedUnheard: Int { state.withLock(\.messagesDeletedUnheard) }

    /// By result, in a fixed order.
    var webhooks: [(String, Int)] {
        state.withLock { state in WebhookOutcome.allCases.map { ($0.rawValue, state.webhooks[$0] ?? 0) } }
    }

    /// By result, in a fixed order.
    var credentials: [(String, Int)] {
        state.withLock { state in CredentialOutcome.allCases.map { ($0.rawValue, state.credentials[$0] ?? 0) } }
    }

    /// By verdict, in a fixed order.
    var callsOut: [(String, Int)] {
        let present = state.withLock(\.callsOut)
        let all = ["permitted", "permittedEmergency"] + OutboundRefusal.allCases.map(\.rawValue)
        return all.map { ($0, present[$0] ?? 0) }
    }

    /// By outcome, in a fixed order.
    var pushes: [(String, Int)] { state.withLock { $0.pushes.sorted { $0.key < $1.key } }.map { ($0.key, $0.value) } }
}
