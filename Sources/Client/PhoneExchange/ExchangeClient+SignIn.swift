public import PhoneCore
public import PhoneKit
import PushPayload
public import Redaction
import WireJSON

/// Signing in.
extension ExchangeClient: SignInExchange, LoginExchange {
    public func nonce() async -> Redacted<String>? {
        let wish = ExchangeRequest.post(
            "api/auth/apple/nonce", ["installation": .string(link.settings.installation().id.revealed)])
        guard let answer = await link.ask(wish), answer.isSuccess else { return nil }
        return answer.body["nonce"]?.string.map { Redacted($0) }
    }

    /// Apple signed the nonce's digest; the exchange, which keeps none it gave, wants to see the nonce.
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
        guard let until = await sessions.take(answer.body) else { return .refused }
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
