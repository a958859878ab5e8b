import Accounts
import ExchangeStorage
import Testing

/// What ends with a membership, and with a session that two may hold.
extension AccountStoreSuite {
    /// bob's organizations acme and other, with alice in both.
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
    func `the end of a membership, for whatever reason, waits until others were notified`(
        _ kind: StoreUnderTest
    ) async throws {
        try await kind.run { store in
            try await furnish(store)
            #expect(try await store.removeMember("bob", of: "acme", at: 5) == .lastOwner)
            #expect(try await unsettled(in: store).isEmpty, "the last owner stays a member")
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
    func `no credential is issued for an organization the user has left, nor any that was asked for beside it`(
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

    @Test func `every spent token of a session shows that two hold it, and a session is refreshed so often at most`()
        async throws
    {
        var policy = SessionPolicy()
        policy.refreshesMax = 300
        try await StoreUnderTest.memory.run { store in
            func refresh(_ spent: Int, at: Int64 = 5) async throws -> RefreshResult? {
                let bytes = { (number: Int) in [UInt8(number / 256), UInt8(number % 256)] }
                let token = spent == 0 ? [2, 0] : [2] + bytes(spent)
                let next = TokenPair(access: [1] + bytes(spent + 1), refresh: [2] + bytes(spent + 1))
                return try await store.refresh(presenting: token, next: next, at: at, policy: policy)?.verdict
            }
            for isThief in [true, false] {
                _ = try await store.register(AccountSamples.device("d1"))
                try await store.open(AccountSamples.session("s", device: "d1", 0))
                // A thief who refreshes on and on makes no token forgotten.
                for number in 0..<300 { #expect(try await refresh(number) == .rotated) }
                #expect(try await refresh(isThief ? 1 : 300) == (isThief ? .reused : .exhausted))
                #expect(try await store.device("d1") == nil)
            }
            let reasons = try await store.audit(by: "alice", before: nil, atMost: 9).map(\.action)
            #expect(reasons == ["refreshed too often", "refresh token reused"])
        }
    }
}
