internal import CallModel
internal import DeviceModel
internal import DeviceRuntime
internal import Foundation
internal import PhoneCore
internal import PhoneExchange
internal import PhoneKit
internal import PushPayload
internal import Redaction

/// The exchange's data of the phone's user, for all processes.
@MainActor
final class ScriptedAccount {
    enum Session {
        /// The phone has no session.
        case missing
        case stands
        /// The phone has a session that the exchange has ended.
        case ended
    }

    var session = Session.stands
    var tokens: [PushEnvironment: DevicePushToken] = [:]
    /// The version of the last issued credentials. Later ones have a higher number, for any organization.
    private var version: UInt64 = 1

    /// How long sessions and credentials are valid.
    static let validity: Duration = .seconds(86_400)

    func nextVersion() -> CredentialVersion {
        version += 1
        return CredentialVersion(rawValue: version)
    }
}

/// The exchange's HTTP API in a scenario, with the answers of the real client of the real API.
@MainActor
final class ScriptedAPI: ExchangeAPIPort {
    /// The result of a request.
    private enum Answer {
        case taken
        /// The exchange knows no session of the phone.
        case refused
        /// The exchange could not be reached.
        case nothing
    }

    weak var sink: (any PhoneEventSink)?
    private let exchange: ScriptedExchange
    private let credentialQueue: CredentialQueue
    private var account: ScriptedAccount { exchange.account }
    private var members: [OrganizationID] { exchange.scenario.device.organizations.map { OrganizationID($0) } }
    /// The user's registrations at the carrier: one in each organization, if the exchange has a carrier.
    private var carried: [RegistrationID] {
        exchange.calls.contains(where: \.plan.isOfCarrier) ? members.map { RegistrationID($0, .carrier) } : []
    }

    init(_ exchange: ScriptedExchange, credentialQueue: CredentialQueue) {
        self.exchange = exchange
        self.credentialQueue = credentialQueue
    }

    /// The credentials of a phone, which the scripted exchange does not check.
    static func credentials(of organization: String) -> PhoneCredentials {
        PhoneCredentials(
            address: "wss://exchange.invalid/\(organization)",
            proof: .password(login: Redacted(organization), password: Redacted("secret")))
    }

    func upload(_ message: PushTokenRegistration.Message) {
        let (environment, token) = (message.environment, message.token)
        // A token that the exchange never had, or had with a session that is gone, need not be removed.
        if token == nil, account.tokens[environment] == nil || account.session == .missing {
            return later { $0.sink?.send(.tokens(.confirmed(message))) }
        }
        ask { api, answer in
            let isDone = answer == .taken || token == nil && answer == .refused
            if isDone { api.account.tokens[environment] = token }
            api.sink?.send(.tokens(isDone ? .confirmed(message) : .failed(message)))
        }
    }

    func upload(_ key: PushKeyID, _ bytes: Redacted<[UInt8]>) {
        ask { api, answer in
            api.sink?.send(.pushKeys(answer == .taken ? .confirmed(key) : .failed(key)))
        }
    }

    func askOutcome(of call: CallUUID, session: CallSessionID, organization: OrganizationID?) {
        ask { api, answer in
            let found = api.exchange.calls.last { $0.session == session }
            guard answer == .taken, let reason = found?.outcome else { return }
            api.sink?.send(.notices(.update(call, reason, reported: Ending(reason))))
        }
    }

    func ask(_ request: RingRequests.Request) {
        ask { api, answer in
            guard answer == .taken else { return api.report(.failed, of: request) }
            guard let call = api.exchange.calls.last(where: { $0.session == request.session }) else {
                return api.report(.unknown, of: request)
            }
            api.report(api.exchange.reply(to: request.kind, about: call, by: request.process), of: request)
        }
    }

    private func report(_ reply: RingRequests.Reply, of request: RingRequests.Request) {
        sink?.send(.rings(.replied(request, reply)))
    }

    func listen(_ isOn: Bool) {}

    func upload(alertToken token: DevicePushToken) {
        ask { api, answer in api.sink?.send(.alertTokenReported(token, answer == .taken)) }
    }

    func askCredentials(of organization: OrganizationID) {
        ask { api, answer in
            switch answer {
            case .taken where api.members.contains(organization):
                api.credentialQueue.grant(
                    Self.credentials(of: organization.rawValue),
                    as: CredentialKey(organization, api.account.nextVersion()))
            case .taken: api.sink?.send(.organizations(.denied(organization, .notMember)))
            case .refused: api.sink?.send(.organizations(.denied(organization, .notSignedIn)))
            case .nothing: api.sink?.send(.organizations(.denied(organization, .unreachable)))
            }
        }
    }

    func fetchCredentials() {
        ask { api, answer in
            guard answer == .taken else {
                api.sink?.send(.credentials(.failed))
                return
            }
            let now = api.today
            let until = now.advanced(by: ScriptedAccount.validity)
            let carried = api.carried
            let fetched = FetchedCredentials(
                members: api.members, carried: carried.map(\.organization), until: until)
            api.sink?.send(.credentials(.fetched(fetched, now: now)))
            for registration in api.members.map({ RegistrationID($0) }) + carried {
                api.credentialQueue.provision(
                    Self.credentials(of: registration.description),
                    as: CredentialKey(registration, api.account.nextVersion()))
            }
        }
    }

    func renewSession() {
        ask(isWithSession: false) { api, answer in
            let now = api.today
            switch answer {
            case .taken:
                let until = now.advanced(by: ScriptedAccount.validity)
                api.sink?.send(.session(.renewed(until: until, now: now)))
            case .refused: api.sink?.send(.session(.renewalRefused))
            case .nothing: api.sink?.send(.session(.renewalFailed))
            }
        }
    }

    func perform(_ step: SignOutStep) {
        switch step {
        case .session:
            ask { api, answer in
                if answer == .taken { api.account.session = .ended }
                api.sink?.send(.signOut(answer == .nothing ? .failed(step) : .done(step)))
            }
        case .identity:
            account.session = .missing
            later { $0.sink?.send(.signOut(.done(step))) }
        case .pushToken, .credentials, .notices: later { $0.sink?.send(.signOut(.done(step))) }
        }
    }

    private var today: WallTime { WallTime(exchange.device.kernel.date(at: exchange.device.now)) }

    /// Sends a request to the exchange, if it can be reached.
    ///
    /// - Parameter isWithSession: whether the phone is told at once that the exchange has ended its session.
    private func ask(isWithSession: Bool = true, _ body: @escaping @MainActor (ScriptedAPI, Answer) -> Void) {
        guard account.session != .missing else { return later { body($0, .refused) } }
        let way = exchange.wayToAPI
        later(after: way == .silent ? ExchangeSettings.timeLimitDefault : ScriptedLine.roundTrip) { api in
            guard way == .open else { return body(api, .nothing) }
            let isKnown = api.account.session == .stands
            if !isKnown, isWithSession { api.sink?.send(.session(.rejected)) }
            body(api, isKnown ? .taken : .refused)
        }
    }

    /// Answers after a delay, if the process that asked still runs then.
    private func later(
        after delay: Duration = ScriptedLine.roundTrip, _ body: @escaping @MainActor (ScriptedAPI) -> Void
    ) {
        let process = exchange.device.machine.process.generation
        exchange.after(delay) { [weak self, exchange] in
            guard let self, exchange.device.machine.isRunning(process) else { return }
            exchange.device.asApp { body(self) }
        }
    }
}

extension ExchangeCall {
    /// How it ended for this device; nil if it has not ended.
    var outcome: EndReason? {
        switch belief {
        case .notCalled, .ringing, .withAttendant, .dialed, .answeredHere, .answeredThere: nil
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
