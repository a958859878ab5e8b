import CallModel
import Foundation
import PhoneCore
import PhoneKit
import Redaction

/// The exchange's HTTP API. What the exchange does not offer yet is answered as if it could not be reached, so that the
/// phone asks again by its own rules.
@MainActor
final class ExchangeAPI: ExchangePort {
    weak var sink: (any PhoneEventSink)?
    /// Told of each push token the phone wants the exchange to have.
    var tokenWanted: (PushToken?) -> Void = { _ in }
    private let base: URL
    private let credentials: CredentialDesk

    init(base: URL, credentials: CredentialDesk) {
        self.base = base
        self.credentials = credentials
    }

    func upload(_ message: TokenLedger.Message) {
        tokenWanted(message.token)
        sink?.send(.tokens(.failed(message)))
    }

    func askOutcome(of call: CallUUID, session: CallSessionID, organization: OrganizationID?) {
        guard let organization else { return }
        let url = base.appending(path: "api/voip/call-status/\(session)")
        Task {
            guard let key = try? await credentials.store.keys().last(where: { $0.organization == organization }),
                let stored = try? await credentials.store.read(key), let header = stored.authorization
            else { return }
            var request = URLRequest(url: url)
            request.setValue(header, forHTTPHeaderField: "Authorization")
            guard let (bytes, _) = try? await URLSession.shared.data(for: request),
                let status = try? JSONDecoder().decode(Status.self, from: bytes),
                let reason = status.ending.flatMap({ EndReason(rawValue: $0.reason) })
            else { return }
            sink?.send(.notices(.news(call, reason)))
        }
    }

    func askCredentials(of organization: OrganizationID) {
        sink?.send(.organizations(.denied(organization, .unreachable)))
    }

    func renewSession() {
        sink?.send(.session(.renewalFailed))
    }

    func perform(_ step: SignOutStep) {
        sink?.send(.signOut(step.needsExchange ? .failed(step) : .done(step)))
    }

    private struct Status: Decodable {
        struct Ending: Decodable {
            let reason: String
        }

        let ending: Ending?
    }
}

extension ExchangeAPI: SignInExchange {
    nonisolated func signIn(_ credential: AppleCredential, _ nonce: SignInNonce) async -> SignInFailure? {
        var request = URLRequest(url: await base.appending(path: "api/auth/apple"))
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        var body = [
            "identity_token": credential.identityToken.revealed, "nonce": nonce.raw.revealed,
            "authorization_code": credential.authorizationCode.revealed,
        ]
        body["given_name"] = credential.introduction.givenName?.revealed
        body["family_name"] = credential.introduction.familyName?.revealed
        body["email"] = credential.introduction.email?.revealed
        request.httpBody = try? JSONEncoder().encode(body)
        guard let (_, response) = try? await URLSession.shared.data(for: request),
            let status = (response as? HTTPURLResponse)?.statusCode
        else { return .unreachable }
        switch status {
        case 200..<300: return nil
        case 400..<500: return .refused
        default: return .unreachable
        }
    }
}

extension PhoneCredentials {
    fileprivate var authorization: String? {
        switch proof {
        case .password(let login, let password):
            "Basic " + Data("\(login.revealed):\(password.revealed)".utf8).base64EncodedString()
        case .token(let token): "Bearer \(token.revealed)"
        }
    }
}
