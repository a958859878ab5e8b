internal import CallModel
internal import DeviceModel
internal import DeviceRuntime
internal import PhoneCore
internal import PhoneKit
internal import Redaction

/// The exchange's HTTP API in a scenario: it knows how calls ended, and takes everything it is told.
@MainActor
final class ScriptedAPI: ExchangePort {
    weak var sink: (any PhoneEventSink)?
    private let exchange: ScriptedExchange
    private let desk: CredentialDesk

    init(_ exchange: ScriptedExchange, desk: CredentialDesk) {
        self.exchange = exchange
        self.desk = desk
    }

    /// What a phone connects with. Nobody checks it here.
    static func credentials(of organization: String) -> PhoneCredentials {
        PhoneCredentials(
            address: "wss://exchange.invalid/\(organization)",
            proof: .password(login: Redacted(organization), password: Redacted("secret")))
    }

    func upload(_ message: TokenLedger.Message) {
        answer { $0.sink?.send(.tokens(.confirmed(message))) }
    }

    func askOutcome(of call: CallUUID, session: CallSessionID, organization: OrganizationID?) {
        guard let found = exchange.calls.last(where: { $0.session == session }), let reason = found.outcome else {
            return
        }
        answer { $0.sink?.send(.notices(.news(call, reason))) }
    }

    func askCredentials(of organization: OrganizationID) {
        answer { api in
            api.desk.grant(
                Self.credentials(of: organization.rawValue),
                as: CredentialKey(organization, CredentialVersion(rawValue: 2)))
        }
    }

    /// Nobody signs in in a scenario.
    func fetchCredentials() {}
    func renewSession() {}

    func perform(_ step: SignOutStep) {
        answer { $0.sink?.send(.signOut(.done(step))) }
    }

    /// Answers a while later, if the process that asked still runs then.
    private func answer(_ body: @escaping @MainActor (ScriptedAPI) -> Void) {
        let process = exchange.device.machine.process.generation
        exchange.after(ScriptedLine.roundTrip) { [weak self, exchange] in
            guard let self, exchange.device.machine.isRunning(process) else { return }
            exchange.device.asApp { body(self) }
        }
    }
}

extension ExchangeCall {
    /// How it ended, as another device of the same person is told it; nil while it goes on.
    fileprivate var outcome: EndReason? {
        switch belief {
        case .notCalled, .ringing, .dialled, .answeredHere, .answeredThere: nil
        case .declinedHere: .declined
        case .busyHere: .busy
        case .cancelledHere, .callerHungUp: .cancelled
        case .hungUpHere, .hungUpThere, .lost: .completed
        case .refusedThere: .declined
        case .answeredElsewhere: .answeredElsewhere
        case .declinedElsewhere: .declinedElsewhere
        case .notAnswered: .noAnswer
        }
    }
}
