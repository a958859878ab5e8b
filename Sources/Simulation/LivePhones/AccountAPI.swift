public import CallModel
import Foundation
public import PhoneCore
public import PhoneKit
import PushPayload
import Redaction
import WireJSON

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The exchange's HTTP API, asked with a person's session. What cannot be asked is answered as such, so that the phone asks
/// again by its own rules.
@MainActor
public final class AccountAPI: ExchangePort {
    public weak var sink: (any PhoneEventSink)?
    private var session: AccountSession
    private let credentials: CredentialDesk
    private let topic: String
    /// What the exchange has of this device.
    private var token: PushToken?

    /// - Parameters:
    ///   - credentials: where credentials go that the exchange gives.
    ///   - topic: what pushes to this app are addressed to.
    public init(_ session: AccountSession, credentials: CredentialDesk, topic: String) {
        self.session = session
        self.credentials = credentials
        self.topic = topic
    }

    public func upload(_ message: TokenLedger.Message) {
        Task {
            let isStored = message.token == nil ? await removeToken() : await save(message)
            if isStored { token = message.token }
            sink?.send(.tokens(isStored ? .confirmed(message) : .failed(message)))
        }
    }

    public func askOutcome(of call: CallUUID, session: CallSessionID, organization: OrganizationID?) {
        Task {
            guard let status = await ask("GET", "/api/voip/call-status/\(session)"),
                let reason = status["ending"]?.object?["reason"]?.string.flatMap(EndReason.init(rawValue:))
            else { return }
            sink?.send(.notices(.news(call, reason)))
        }
    }

    public func askCredentials(of organization: OrganizationID) {
        Task {
            let wish: JSONObject = ["target_organization_id": .string(organization.rawValue)]
            guard let given = await ask("POST", "/api/voip/switch-org", wish) else {
                sink?.send(.organizations(.denied(organization, .unreachable)))
                return
            }
            guard let granted = phoneCredentials(given), let version = given["version"]?.integer else {
                sink?.send(.organizations(.denied(organization, .malformed)))
                return
            }
            credentials.grant(
                granted, as: CredentialKey(organization, CredentialVersion(rawValue: UInt32(clamping: version))))
        }
    }

    public func renewSession() {
        Task {
            let spent: JSONObject = ["refresh_token": .string(session.refresh.revealed)]
            guard let pair = await ask("POST", "/api/auth/refresh", spent), let access = pair["access_token"]?.string,
                let refresh = pair["refresh_token"]?.string, let seconds = pair["refresh_expires_in"]?.integer
            else {
                sink?.send(.session(.renewalFailed))
                return
            }
            session = AccountSession(
                address: session.address, access: Redacted(access), refresh: Redacted(refresh))
            let now = WallTime(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000))
            sink?.send(.session(.renewed(until: now.advanced(by: .seconds(seconds)), now: now)))
        }
    }

    public func perform(_ step: SignOutStep) {
        guard step == .session else {
            sink?.send(.signOut(.done(step)))
            return
        }
        Task {
            let isOver = await ask("POST", "/api/auth/logout") != nil
            sink?.send(.signOut(isOver ? .done(step) : .failed(step)))
        }
    }
}

/// What is said over HTTP.
extension AccountAPI {
    private func save(_ message: TokenLedger.Message) async -> Bool {
        guard let token = message.token else { return false }
        let environment = message.environment == .production ? "production" : "development"
        let entry: JSONObject = [
            "kind": "apns_voip", "token": .string(token.digits.revealed), "environment": .string(environment),
            "topic": .string(topic),
        ]
        return await ask("POST", "/api/device-tokens", ["tokens": .array([.object(entry)])]) != nil
    }

    private func removeToken() async -> Bool {
        guard let token else { return true }
        let gone: JSONObject = ["token": .string(token.digits.revealed)]
        return await ask("POST", "/api/device-tokens/removal", gone) != nil
    }

    private func phoneCredentials(_ given: JSONObject) -> PhoneCredentials? {
        guard let login = given["sip_username"]?.string, let password = given["sip_password"]?.string else {
            return nil
        }
        return PhoneCredentials(
            address: session.address.replacing("http", with: "ws", maxReplacements: 1) + "/",
            proof: .password(login: Redacted(login), password: Redacted(password)))
    }

    /// The answer; nil when there was none, or it was a refusal.
    private func ask(_ method: String, _ path: String, _ body: JSONObject? = nil) async -> JSONObject? {
        guard let url = URL(string: session.address + path) else { return nil }
        var request = URLRequest(url: url)
        request.httpMethod = method
        request.setValue("Bearer \(session.access.revealed)", forHTTPHeaderField: "Authorization")
        if let body {
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
            request.httpBody = Data(body.jsonText.utf8)
        }
        guard let (data, response) = try? await URLSession.shared.data(for: request),
            let status = (response as? HTTPURLResponse)?.statusCode, (200..<300).contains(status)
        else { return nil }
        return data.isEmpty ? [:] : try? JSONParser.parse([UInt8](data)).object
    }
}
