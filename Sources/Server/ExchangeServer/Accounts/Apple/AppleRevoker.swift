internal import ExchangeStorage
internal import Logging

/// Revokes at Apple what deleted accounts left, again and again until Apple has taken it.
struct AppleRevoker: Sendable {
    /// Between two looks.
    static let interval = Duration.seconds(30)
    /// A minute, then two, four … at most a day: Apple may be away for long, but is not to be pestered.
    static let pauseMax: Int64 = 86_400_000_000
    /// In two weeks or so; then a person has to look.
    static let attemptsMax: Int64 = 24
    static let batchMax = 20

    let client: AppleClient
    let accounts: any AccountStore
    let secrets: SecretBox
    let now: @Sendable () -> Int64
    let logger: Logger

    /// Runs until it is cancelled.
    func run() async {
        while !Task.isCancelled {
            await look()
            try? await Task.sleep(for: min(Self.interval, client.configuration.revocationPause))
        }
    }

    func look() async {
        guard let due = try? await accounts.revocations(dueAt: now(), atMost: Self.batchMax) else { return }
        for revocation in due { await settle(revocation) }
    }

    private func settle(_ revocation: AppleRevocation) async {
        guard let bytes = secrets.open(revocation.token) else {
            logger.error("an Apple token of a deleted account cannot be read: the key file was changed")
            return await store(nil, revocation)
        }
        do throws(AppleError) {
            try await client.revoke(String(decoding: bytes, as: UTF8.self), client: revocation.client)
            await store(nil, revocation)
        } catch {
            var next = revocation
            next.attempts += 1
            let first = Int64(client.configuration.revocationPause / .microseconds(1))
            let pause = min(Self.pauseMax, first << min(next.attempts - 1, 11))
            next.nextAt = now() + pause
            if next.attempts >= Self.attemptsMax { logger.error("an Apple token could not be revoked; given up") }
            await store(next.attempts >= Self.attemptsMax ? nil : next, revocation)
        }
    }

    private func store(_ next: AppleRevocation?, _ revocation: AppleRevocation) async {
        do throws(StorageError) {
            try await accounts.settle(revocation: revocation.id, next: next)
        } catch {
            logger.warning("\(error)")
        }
    }
}
