public import CallModel
public import PhoneCore
public import PhoneKit
import PushPayload
import Redaction
import WireJSON

/// The phone's port to the exchange's HTTP API, as the exchange of this package offers it.
///
/// It decides nothing: it asks once, and answers with an event. Whoever signs in gets credentials of every organisation
/// the person belongs to, so that a call of any of them is answered without asking anybody.
@MainActor
public final class ExchangeClient: ExchangePort {
    public weak var sink: (any PhoneEventSink)?
    /// Told of each push token that the phone wants the exchange to have.
    public var tokenWanted: @MainActor (PushToken?) -> Void = { _ in }
    /// Told when a sign-out erases what is known of the person here.
    public var identityErased: @MainActor () -> Void = {}
    let link: ExchangeLink
    let sessions: SessionDesk
    let clock: any PhoneClock
    private let credentials: CredentialDesk
    private var lastVersion: UInt32 = 0

    /// A client. Asks nothing, and touches no framework.
    ///
    /// - Parameters:
    ///   - sessions: where the session's tokens are kept: the keychain.
    ///   - credentials: where credentials go that the exchange issues.
    public init(
        _ settings: ExchangeSettings, sessions: any SessionStore, credentials: CredentialDesk, clock: any PhoneClock
    ) {
        link = ExchangeLink(settings: settings)
        self.sessions = SessionDesk(link, sessions, clock)
        self.credentials = credentials
        self.clock = clock
        self.sessions.rejected = { [weak self] in self?.sink?.send(.session(.rejected)) }
    }

    public func askOutcome(of call: CallUUID, session: CallSessionID, organization: OrganizationID?) {
        Task {
            guard let answer = await sessions.ask(.get("api/voip/call-status/\(session)")), answer.isSuccess,
                let reason = answer.body["ending"]?.object?["reason"]?.string.flatMap(EndReason.init(rawValue:))
            else { return }
            sink?.send(.notices(.news(call, reason)))
        }
    }

    public func askCredentials(of organization: OrganizationID) {
        Task {
            let wish = ExchangeRequest.post(
                "api/voip/switch-org", ["target_organization_id": .string(organization.rawValue)])
            let answer = await sessions.ask(wish)
            if answer?.isSuccess == true, let granted = issued(answer?.body) {
                credentials.grant(granted, as: nextKey(organization))
            } else {
                sink?.send(.organizations(.denied(organization, Self.failure(answer))))
            }
        }
    }

    public func renewSession() {
        Task {
            switch await sessions.renew() {
            case .renewed(let until):
                sink?.send(.session(.renewed(until: until, now: WallTime(clock.date))))
                await fetchCredentials()
            case .refused: sink?.send(.session(.renewalRefused))
            case .failed: sink?.send(.session(.renewalFailed))
            }
        }
    }

    public func perform(_ step: SignOutStep) {
        Task {
            let isDone: Bool
            switch step {
            case .session: isDone = await logOut()
            case .identity:
                isDone = await sessions.erase()
                identityErased()
            case .pushToken, .credentials, .notices: isDone = true  // The phone does these itself.
            }
            sink?.send(.signOut(isDone || !step.needsExchange ? .done(step) : .failed(step)))
        }
    }

    /// A session the exchange does not know any more has ended as well.
    private func logOut() async -> Bool {
        guard let answer = await sessions.ask(.post("api/auth/logout")) else { return false }
        return answer.isSuccess || answer.isUnauthorized
    }

    /// Has credentials issued for every organisation, anew: the exchange lets the old ones end some minutes later.
    func fetchCredentials() async {
        let wish = ExchangeRequest.post("api/device-tokens", ["tokens": .array([]), "credentials": true])
        guard let answer = await sessions.ask(wish), answer.isSuccess else { return }
        for document in answer.body["credentials"]?.array ?? [] {
            guard let granted = issued(document.object) else { continue }
            let name = document.object?["organization_id"]?.string
            credentials.provision(granted, as: nextKey(name.map { OrganizationID($0) } ?? Self.noOrganization))
        }
    }

    /// What stands for the exchange itself where the person belongs to no organisation: there is one connection then.
    private static let noOrganization = OrganizationID("-")

    private func issued(_ document: JSONObject?) -> PhoneCredentials? {
        guard let login = document?["sip_username"]?.string, let password = document?["sip_password"]?.string else {
            return nil
        }
        return PhoneCredentials(
            address: link.settings.socket, proof: .password(login: Redacted(login), password: Redacted(password)))
    }

    /// Later credentials have a higher version than earlier ones, also those of a process before.
    private func nextKey(_ organization: OrganizationID) -> CredentialKey {
        let seconds = WallTime(clock.date).milliseconds / 1_000
        lastVersion = max(lastVersion + 1, UInt32(clamping: seconds))
        return CredentialKey(organization, CredentialVersion(rawValue: lastVersion))
    }

    private static func failure(_ answer: ExchangeAnswer?) -> SwitchFailure {
        switch answer?.status {
        case nil: .unreachable
        case 401?: .notSignedIn
        case 403?, 404?: .notMember
        case 200?: .malformed
        default: .unreachable
        }
    }
}
