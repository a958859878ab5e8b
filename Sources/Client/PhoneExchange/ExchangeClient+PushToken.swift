import Foundation
public import PhoneCore
import PhoneKit
public import Redaction
import WireJSON

/// The slot of this installation's push token, and the key beside it.
extension ExchangeClient {
    public func upload(_ message: TokenLedger.Message) {
        tokenWanted(message.token)
        Task {
            let isDone = await put(message)
            sink?.send(.tokens(isDone ? .confirmed(message) : .failed(message)))
        }
    }

    public func upload(_ key: PushKeyID, _ bytes: Redacted<[UInt8]>) {
        let base64 = Data(bytes.revealed).base64EncodedString()
        Task {
            let wish = ExchangeRequest.post("api/device-tokens", ["tokens": .array([]), "push_key": .string(base64)])
            let isDone = await sessions.ask(wish)?.isSuccess == true
            sink?.send(.pushKeys(isDone ? .confirmed(key) : .failed(key)))
        }
    }

    private func put(_ message: TokenLedger.Message) async -> Bool {
        guard let token = message.token else { return await remove(message.environment) }
        let document: JSONObject = [
            "kind": "apns_voip", "token": .string(token.digits.revealed),
            "environment": .string(Self.word(message.environment)), "topic": .string(link.settings.topic),
        ]
        let wish = ExchangeRequest.post("api/device-tokens", ["tokens": .array([.object(document)])])
        guard await sessions.ask(wish)?.isSuccess == true else { return false }
        await sessions.note(PushTokenNote(environment: message.environment, token: token))
        return true
    }

    /// The exchange takes back a token by its digits. One it does not have is as good as taken back, and so is every one
    /// of a session that is over.
    private func remove(_ environment: PushEnvironment) async -> Bool {
        guard let session = try? await sessions.current(), let token = session.tokens[environment] else { return true }
        let wish = ExchangeRequest.post("api/device-tokens/removal", ["token": .string(token.digits.revealed)])
        guard let answer = await sessions.ask(wish), answer.isSuccess || answer.status == 404 || answer.isUnauthorized
        else { return false }
        await sessions.note(PushTokenNote(environment: environment, token: nil))
        return true
    }

    private static func word(_ environment: PushEnvironment) -> String {
        switch environment {
        case .sandbox: "development"
        case .production: "production"
        }
    }
}
