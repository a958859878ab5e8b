public import CallModel
public import Clocks
public import PhoneCore
public import PhoneKit
import PushPayload
public import Redaction
import WireJSON

/// The phone's port to the exchange's HTTP API, as the exchange of this package offers it.
///
/// It decides nothing: it asks once, and reports the result as an event.
@MainActor
public final class ExchangeClient: ExchangeAPIPort {
    public weak var sink: (any PhoneEventSink)?
    /// Called with each push token that the phone uploads; nil when the phone removes it.
    public var tokenWanted: @MainActor (DevicePushToken?) -> Void = { _ in }
    /// Called when a sign-out erases the person's data on this device.
    public var identityErased: @MainActor () -> Void = {}
    let link: ExchangeLink
    let sessions: SessionClient
    let clock: any TimeSource
    let credentials: CredentialQueue
    /// The listener on this device's channel; used only where the settings have the exchange's broadcast key.
    private(set) lazy var channel = DeviceChannelListener(self)
    /// The number of sign-out steps begun in this process.
    private(set) var signOuts = 0

    /// Makes a client. It asks nothing, and touches no framework.
    ///
    /// - Parameters:
    ///   - settings: the exchange's addresses and this installation.
    ///   - sessions: stores the session's tokens, in the keychain.
    ///   - credentials: receives the credentials that the exchange issues.
    ///   - clock: the time for waits and repetitions.
    public init(
        _ settings: ExchangeSettings, sessions: any PhoneSessionStore, credentials: CredentialQueue,
        clock: any TimeSource
    ) {
        link = ExchangeLink(settings: settings)
        self.sessions = SessionClient(link, sessions, clock)
        self.credentials = credentials
        self.clock = clock
        self.sessions.rejected = { [weak self] in self?.sink?.send(.session(.rejected)) }
    }

    public func askOutcome(of call: CallUUID, session: CallSessionID, organization: OrganizationID?) {
        Task {
            guard let answer = await sessions.ask(.get("api/voip/call-status/\(session)")), answer.isSuccess,
                let reported = StatusEnding(answer.body)
            else { return }
            sink?.send(.notices(.update(call, reported.reason, reported: reported.reported)))
        }
    }

    public func listen(_ isOn: Bool) {
        guard link.settings.broadcastKey != nil else { return }
        channel.listen(isOn)
    }

    public func renewSession() {
        Task {
            switch await sessions.renew() {
            case .renewed(let until):
                sink?.send(.session(.renewed(until: until, now: WallTime(clock.date))))
            case .refused: sink?.send(.session(.renewalRefused))
            case .failed: sink?.send(.session(.renewalFailed))
            }
        }
    }

    public func perform(_ step: SignOutStep) {
        signOuts += 1
        Task {
            let isDone: Bool
            switch step {
            case .session: isDone = await logOut()
            case .identity:
                isDone = await sessions.erase()
                identityErased()
            case .pushToken, .credentials, .notices: isDone = true  // The phone carries these out itself.
            }
            sink?.send(.signOut(isDone || !step.needsExchange ? .done(step) : .failed(step)))
        }
    }

    /// A session that the exchange no longer knows has ended as well.
    private func logOut() async -> Bool {
        guard let answer = await sessions.ask(.post("api/auth/logout")) else { return false }
        return answer.isSuccess || answer.isUnauthorized
    }
}

/// Signing in.
extension ExchangeClient: SignInExchange, LoginExchange {
    public func nonce() async -> Redacted<String>? {
        let httpRequest = ExchangeRequest.post(
            "api/auth/apple/nonce", ["installation": .string(link.settings.installation().id.revealed)])
        guard let answer = await link.ask(httpRequest), answer.isSuccess else { return nil }
        return answer.body["nonce"]?.string.map { Redacted($0) }
    }

    /// Sends the nonce too: Apple signed its digest, and the exchange does not keep the nonces it gave.
    public func signIn(_ credential: AppleCredential, _ nonce: SignInNonce) async -> SignInFailure? {
        var body: JSONObject = [
            "identity_token": .string(credential.identityToken.revealed),
            "authorization_code": .string(credential.authorizationCode.revealed),
            "nonce": .string(nonce.raw.revealed), "device": device,
        ]
        var name: JSONObject = [:]
        name["given"] = credential.introduction.givenName.map { .string($0.revealed) }
        name["family"] = credential.introduction.familyName.map { .string($0.revealed) }
        if !name.isEmpty { body["full_name"] = .object(name) }
        body["email"] = credential.introduction.email.map { .string($0.revealed) }
        return await open("api/auth/apple", body)
    }

    public func signIn(login: Redacted<String>, password: Redacted<String>) async -> SignInFailure? {
        await open(
            "api/auth/login",
            ["login": .string(login.revealed), "password": .string(password.revealed), "device": device])
    }

    private func open(_ path: String, _ body: JSONObject) async -> SignInFailure? {
        guard let answer = await link.ask(.post(path, body)) else { return .unreachable }
        guard answer.isSuccess else { return (400..<500).contains(answer.status) ? .refused : .unreachable }
        guard let until = await sessions.handle(answer.body) else { return .refused }
        sink?.send(.session(.signedIn(until: until, now: WallTime(clock.date))))
        return nil
    }

    private var device: JSONValue {
        let installation = link.settings.installation()
        return [
            "installation": .string(installation.id.revealed), "platform": "ios",
            "name": .string(installation.deviceName.revealed),
        ]
    }
}
