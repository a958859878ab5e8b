import Accounts
import ExchangeStorage
import Testing

/// What ends with a membership, and what is kept of tokens that were spent.
extension AccountStoreSuite {
    /// bob's organisations acme and other, with alice in both.
    private func furnish(_ store: any AccountStore) async throws {
        for id in ["acme", "other"] {
            _ = try await store.create(
                Organization(id: id, name: id, createdAt: 1), owner: AccountSamples.member("bob", .owner, of: id),
                receipt: nil)
            _ = try await store.save(AccountSamples.member("alice", of: id))
        }
        _ = try await store.register(AccountSamples.device("d1"))
    }

    private func unsettled(in store: any AccountStore) async throws -> [String] {
        try await store.unsettledMembershipEnds().map { "\($0.user) of \($0.organization) at \($0.at)" }
    }

    @Test(arguments: StoreUnderTest.allCases)
    func `a membership that ends, whatever ends it, waits until others were told`(
        _ kind: StoreUnderTest
    ) async throws {
        try await kind.run { store in
            try await furnish(store)
            #expect(try await store.removeMember("bob", of: "acme", at: 5) == .lastOwner)
            #expect(try await unsettled(in: store).isEmpty, "nobody left")
            #expect(try await store.removeMember("alice", of: "acme", at: 6) == .removed)
            #expect(try await unsettled(in: store) == ["alice of acme at 6"])
            #expect(try await store.deleteOrganization("acme", at: 7))
            #expect(try await unsettled(in: store) == ["alice of acme at 6", "bob of acme at 7"])
            try await store.settle(try await store.unsettledMembershipEnds())
            #expect(try await unsettled(in: store).isEmpty)
            try await store.deleteAccount(of: "alice", at: 8)
            #expect(try await unsettled(in: store) == ["alice of other at 8"])
        }
    }

    @Test(arguments: StoreUnderTest.allCases)
    func `no credential is issued for an organisation the user has left, nor any that was asked for beside it`(
        _ kind: StoreUnderTest
    ) async throws {
        try await kind.run { store in
            try await furnish(store)
            #expect(try await store.removeMember("alice", of: "acme", at: 6) == .removed)
            let issued = try await store.issue(
                [
                    AccountSamples.credential("a", device: "d1", organization: "other", at: 7),
                    AccountSamples.credential("b", device: "d1", organization: "acme", at: 7),
                ], receipt: nil)
            #expect(issued == nil)
            #expect(try await store.credentials(ofDevice: "d1", at: 8).isEmpty)
        }
    }

    @Test(arguments: StoreUnderTest.allCases)
    func `the latest spent tokens of a session are recognised, and no more are kept`(
        _ kind: StoreUnderTest
    ) async throws {
        try await kind.run { store in
            _ = try await store.register(AccountSamples.device("d1"))
            try await store.open(AccountSamples.session("s", device: "d1", 0))
            func pair(_ number: Int) -> TokenPair {
                TokenPair(access: [1, UInt8(number / 256), UInt8(number % 256)], refresh: refresh(number))
            }
            func refresh(_ number: Int) -> [UInt8] {
                number == 0 ? [2, 0] : [2, UInt8(number / 256), UInt8(number % 256)]
            }
            let count = AccountCaps.spentTokens + 2
            for number in 1...count {
                let verdict = try await store.refresh(
                    presenting: refresh(number - 1), next: pair(number), at: 5, policy: SessionPolicy())?.verdict
                #expect(verdict == .rotated)
            }
            #expect(try await store.session(refresh: refresh(count)) != nil)
            #expect(try await store.session(refresh: refresh(count - AccountCaps.spentTokens)) != nil)
            #expect(try await store.session(refresh: refresh(1)) == nil)
        }
    }
}
