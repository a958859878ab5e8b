import ExchangeServer
import ExchangeStorage
import Redaction
import Testing

@Suite struct SignInNoncesTests {
    private static let issuedAt: Int64 = 1_700_000_000_000_000
    private let nonces = SignInNonces(key: [UInt8](repeating: 7, count: 32))

    private func spendable(
        _ nonce: String, for installation: String = "phone", signedAs digest: String? = nil, after wait: Int64 = 0,
        by nonces: SignInNonces? = nil
    ) -> UsedNonce? {
        (nonces ?? self.nonces).spendable(
            nonce, for: installation, signedAs: digest ?? AppleScene.digest(of: nonce), at: Self.issuedAt + wait)
    }

    @Test func `M3: a nonce is good for its installation until its end, which it says itself`() throws {
        let nonce = nonces.issue(for: "phone", at: Self.issuedAt).revealed
        #expect((40...64).contains(nonce.utf8.count))
        let spent = try #require(spendable(nonce))
        #expect(spent.expiresAt == Self.issuedAt + SignInNonces.lifeTime)
        #expect(spendable(nonce, after: SignInNonces.lifeTime - 1) == spent)
        #expect(spendable(nonce, after: SignInNonces.lifeTime) == nil)
        #expect(spendable(nonce, for: "tablet") == nil)
        #expect(spendable(nonce, signedAs: AppleScene.digest(of: "another")) == nil)
        #expect(spendable(nonce, by: SignInNonces(key: [UInt8](repeating: 8, count: 32))) == nil)
        #expect(nonces.issue(for: "phone", at: Self.issuedAt).revealed != nonce)
    }

    @Test func `M3: no text but the one that was issued is a nonce`() {
        let nonce = nonces.issue(for: "phone", at: Self.issuedAt).revealed
        for index in nonce.indices {
            var other = nonce
            other.replaceSubrange(index...index, with: nonce[index] == "A" ? "B" : "A")
            #expect(spendable(other) == nil, "\(other)")
        }
        for other in ["", "A", "=", nonce + "A", nonce + "==", String(nonce.dropLast()), nonce + nonce, "ä" + nonce] {
            #expect(spendable(other) == nil, "\(other)")
        }
    }

    @Test func `M3: a nonce from before the clock was set back is good for no longer than any`() {
        let nonce = nonces.issue(for: "phone", at: Self.issuedAt).revealed
        #expect(spendable(nonce, after: -1) == nil)
    }
}
