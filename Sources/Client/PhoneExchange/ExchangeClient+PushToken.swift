import Foundation
public import PhoneCore
import PhoneKit
public import Redaction
import WireJSON

/// The push tokens of this installation, and its push key.
extension ExchangeClient {
    public func upload(_ message: PushTokenRegistration.Message) {
        tokenWanted(message.token)
        Task {
            let isDone = await put(message)
            sink?.send(.tokens(isDone ? .confirmed(message) : .failed(message)))
        }
    }

    public func upload(_ key: PushKeyID, _ bytes: Redacted<[UInt8]>) {
        let base64 = Data(bytes.revealed).base64EncodedString()
        Task {
            let httpRequest = ExchangeRequest.post(
                "api/device-tokens", ["tokens": .array([]), "push_key": .string(base64)])
            let isDone = await sessions.ask(httpRequest)?.isSuccess == true
            sink?.send(.pushKeys(isDone ? .confirmed(key) : .failed(key)))
        }
    }

    public func upload(alertToken token: DevicePushToken) {
        Task {
            let isDone = await put(token, "apns", topic: link.settings.alertTopic, link.settings.environment)
            sink?.send(.alertTokenReported(token, isDone))
        }
    }

    private func put(_ message: PushTokenRegistration.Message) async -> Bool {
        guard let token = message.token else { return await remove(message.environment) }
        guard await put(token, "apns_voip", topic: link.settings.topic, message.environment) else { return false }
        await sessions.note(StoredPushToken(environment: message.environment, token: token))
        return true
    }

    private func put(
        _ token: DevicePushToken, _ kind: String, topic: String, _ environment: PushEnvironment?
    ) async -> Bool {
        var document: JSONObject = [
            "kind": .string(kind), "token": .string(token.digits.revealed), "topic": .string(topic),
        ]
        document["environment"] = environment.map { .string(Self.word($0)) }
        let httpRequest = ExchangeRequest.post("api/device-tokens", ["tokens": .array([.object(document)])])
        return await sessions.ask(httpRequest)?.isSuccess == true
    }

    /// Removes a token, which the exchange finds by its digits. A token that the exchange does not have counts as
    /// removed, and so does every token of an ended session.
    private func remove(_ environment: PushEnvironment) async -> Bool {
        guard let session = try? await sessions.current(), let token = session.tokens[environment] else { return true }
        let httpRequest = ExchangeRequest.post("api/device-tokens/removal", ["token": .string(token.digits.revealed)])
        guard let answer = await sessions.ask(httpRequest),
            answer.isSuccess || answer.status == 404 || answer.isUnauthorized
        else { return false }
        await sessions.note(StoredPushToken(environment: environment, token: nil))
        return true
    }

    private static func word(_ environment: PushEnvironment) -> String {
        switch environment {
        case .sandbox: "development"
        case .production: "production"
        }
    }
}

/// The push token that the exchange has for an environment; nil if it has none.
struct StoredPushToken: Sendable {
    let environment: PushEnvironment
    let token: DevicePushToken?
}
