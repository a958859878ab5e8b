internal import Dispatch
internal import ExchangePush
internal import ExchangeStorage
internal import Logging
internal import Redaction

/// Stores provider tokens, sealed.
struct SealedTokenStore: ProviderTokenStore {
    let store: any SealedStore
    let secrets: SecretBox
    let logger: Logger
    private let queue = DispatchQueue(label: "carillon.push.tokens")

    func token(ofKey key: String, team: String) async -> ProviderToken? {
        let sealed = try? await queue.run { [store] in try store.sealed(Self.name(key, team)) }
        guard let sealed, let opened = secrets.open(sealed) else { return nil }
        let parts = String(decoding: opened, as: UTF8.self).split(separator: " ", maxSplits: 1)
        guard parts.count == 2, let issuedAt = Int(parts[0]) else { return nil }
        return ProviderToken(text: Redacted(String(parts[1])), issuedAt: issuedAt)
    }

    func keep(_ token: ProviderToken, ofKey key: String, team: String) async {
        do {
            let sealed = try secrets.seal(Array("\(token.issuedAt) \(token.text.revealed)".utf8))
            try await queue.run { [store] in try store.keepSealed(sealed, as: Self.name(key, team)) }
        } catch {
            logger.warning(
                "a provider token could not be kept: pushes may be refused for 20 minutes after a restart",
                metadata: ["error": "\(error)"])
        }
    }

    private static func name(_ key: String, _ team: String) -> String { "apns token \(team) \(key)" }
}
