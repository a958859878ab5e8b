import Accounts
import ExchangeStorage
import Testing

/// The stored part of the logins of the configuration file.
extension AccountStoreSuite {
    @Test(arguments: StoreUnderTest.allCases)
    func `H2: changed logins of the file revoke their sessions, once, in the transaction that stores them`(
        _ kind: StoreUnderTest
    ) async throws {
        try await kind.run { store in
            _ = try await store.register(AccountSamples.device("d1"))
            _ = try await store.register(AccountSamples.device("d2", of: "bob"))
            try await store.open(AccountSamples.session("s", device: "d1", 1))
            let first = ConfiguredLogins(["alice": [[1], [2]], "bob": [[3]], "carol": []])
            #expect(try await store.adopt(first, at: 5).isEmpty, "nothing was stored of which they differ")
            #expect(try await store.adopt(first, at: 5).isEmpty)
            #expect(try await store.session(access: [1, 1], at: 5)?.id == "s")

            let more = ConfiguredLogins(["alice": [[1], [2], [9]], "bob": [[3]]])
            #expect(try await store.adopt(more, at: 6).isEmpty, "one more login withdraws none")
            let changed = ConfiguredLogins(["alice": [[1], [8], [9]], "bob": [[3]]])
            #expect(try await store.adopt(changed, at: 7) == ["alice"])
            #expect(try await store.session(access: [1, 1], at: 7) == nil)
            let revoked = DeviceRevocation(device: "d1", user: "alice", reason: .passwordChanged, at: 7)
            #expect(try await store.unsettledRevocations() == [revoked])
            #expect(try await store.adopt(changed, at: 8).isEmpty)

            #expect(try await store.adopt(ConfiguredLogins(["alice": [[1], [8], [9]]]), at: 9) == ["bob"])
            #expect(try await store.unsettledRevocations().map(\.reason) == [.passwordChanged, .accountDeleted])
            #expect(try await store.devices(of: "bob").isEmpty)
        }
    }
}
