import Accounts
import ExchangeStorage
import Redaction
import Testing

/// What every store of accounts does alike.
@Suite struct AccountStoreSuite {
    @Test(arguments: StoreUnderTest.allCases)
    func `an organization keeps an owner, and its members see it`(_ kind: StoreUnderTest) async throws {
        try await kind.run { store in
            let acme = Organization(id: "acme", name: "Acme", createdAt: 1)
            let isMade = try await store.create(acme, owner: AccountSamples.member("alice", .owner), receipt: nil)
            #expect(isMade == .created)
            #expect(try await store.create(acme, owner: nil, receipt: nil) == .idTaken)
            #expect(try await store.save(AccountSamples.member("bob")) == .added)
            #expect(try await store.save(AccountSamples.member("bob", .admin)) == .changed)
            #expect(try await store.save(AccountSamples.member("bob", of: "none")) == .missing)
            #expect(try await store.save(AccountSamples.member("alice", .member)) == .lastOwner)
            #expect(try await store.removeMember("alice", of: "acme", at: 5) == .lastOwner)
            #expect(try await store.members(of: "acme", after: nil, atMost: 10).map(\.user) == ["alice", "bob"])
            #expect(try await store.members(of: "acme", after: "alice", atMost: 10).map(\.user) == ["bob"])
            #expect(try await store.organizations(of: "bob", after: nil, atMost: 10) == [acme])
            #expect(try await store.organizations(of: "carol", after: nil, atMost: 10).isEmpty)
            #expect(try await store.colleagues(of: "alice", among: ["bob", "carol"]) == ["bob"])
            #expect(try await store.organizations(of: nil, after: "acme", atMost: 10).isEmpty)
            #expect(try await store.rename("acme", to: "Acme Ltd")?.version == 2)
            #expect(try await store.removeMember("bob", of: "acme", at: 5) == .removed)
            #expect(try await store.removeMember("bob", of: "acme", at: 5) == .missing)
            #expect(try await store.deleteOrganization("acme", at: 6))
            #expect(try await store.organization("acme") == nil)
            #expect(try await store.member("alice", of: "acme") == nil)
        }
    }

    @Test(arguments: StoreUnderTest.allCases)
    func `a device registered again is the same device`(_ kind: StoreUnderTest) async throws {
        try await kind.run { store in
            let first = try await store.register(AccountSamples.device("d1"))
            var again = AccountSamples.device("d2")
            again.installation = first.installation
            again.name = "New name"
            again.lastUsedAt = 9
            let second = try await store.register(again)
            #expect(second.id == "d1")
            #expect(second.name == "New name")
            #expect(second.createdAt == 1 && second.lastUsedAt == 9)
            #expect(try await store.devices(of: "alice").count == 1)
        }
    }

    @Test(arguments: StoreUnderTest.allCases)
    func `a push token belongs to the device that registered it last`(_ kind: StoreUnderTest) async throws {
        try await kind.run { store in
            _ = try await store.register(AccountSamples.device("d1"))
            _ = try await store.register(AccountSamples.device("d2", of: "bob"))
            func token(_ text: String, _ device: String, at: Int64) -> PushToken {
                PushToken(
                    token: Redacted(text), device: device, kind: .apnsVoIP, environment: "production",
                    topic: "app.voip",
                    registeredAt: at)
            }
            #expect(try await store.save(token("t", "d1", at: 10)) == .registered)
            #expect(try await store.save(token("t", "d1", at: 11)) == .renewed)
            #expect(try await store.save(token("t", "d2", at: 12)) == .taken(from: "d1"))
            #expect(try await store.pushTokens(ofUser: "alice").isEmpty)
            #expect(try await store.pushTokens(ofUser: "bob") == [token("t", "d2", at: 12)])
            #expect(try await store.save(token("u", "d2", at: 20)) == .registered)
            #expect(try await store.pushTokens(ofUser: "bob").map(\.token) == ["u"], "one of each kind and topic")
            #expect(try await store.expirePushToken("u", invalidSince: 19) == false, "registered since")
            #expect(try await store.expirePushToken("u", invalidSince: 20))
            _ = try await store.save(token("v", "d2", at: 30))
            #expect(try await store.removePushToken("v", of: "d1") == false)
            #expect(try await store.removePushToken("v", of: "d2"))
        }
    }

    @Test(arguments: StoreUnderTest.allCases)
    func `a device has one push key, until a user signs in on it`(_ kind: StoreUnderTest) async throws {
        try await kind.run { store in
            for (device, user) in [("d1", "alice"), ("d2", "alice"), ("d3", "bob")] {
                _ = try await store.register(AccountSamples.device(device, of: user))
            }
            try await store.save(PushKey(of: "d1", Redacted([1])))
            try await store.save(PushKey(of: "d1", Redacted([2])))
            try await store.save(PushKey(of: "d2", Redacted([3])))
            try await store.save(PushKey(of: "d3", Redacted([4])))
            let keys = [PushKey(of: "d1", Redacted([2])), PushKey(of: "d2", Redacted([3]))]
            #expect(try await store.pushKeys(ofUser: "alice") == keys)
            try await store.open(AccountSamples.session("s1", device: "d1", 1))
            #expect(try await store.pushKeys(ofUser: "alice") == [keys[1]])
            await #expect(throws: StorageError.self, "no such device") {
                try await store.save(PushKey(of: "d9", Redacted([5])))
            }
        }
    }

    @Test(arguments: StoreUnderTest.allCases)
    func `a token of Google's that was not registered again for 270 days is forgotten`(
        _ store: StoreUnderTest
    ) async throws {
        try await store.run { store in
            _ = try await store.register(AccountSamples.device("d1"))
            let tokens: [(String, PushToken.Kind, Int64)] = [("old", .fcm, 10), ("apple", .apnsVoIP, 10)]
            for (text, kind, time) in tokens {
                _ = try await store.save(
                    PushToken(token: Redacted(text), device: "d1", kind: kind, registeredAt: time))
            }
            let expired = 10 + 270 * 24 * AccountSamples.hour
            for (now, users) in [(expired, []), (expired + 1, ["alice"]), (expired + 1, [])] as [(Int64, [String])] {
                let moment = AccountRetention(by: .at(now)).googleTokens
                #expect(try await store.expireGoogleTokens(registeredBefore: moment, atMost: 9) == users)
            }
            #expect(try await store.pushTokens(ofUser: "alice").map(\.token) == ["apple"])
        }
    }

    @Test(arguments: StoreUnderTest.allCases)
    func `credentials are added before older ones go`(_ kind: StoreUnderTest) async throws {
        try await kind.run { store in
            _ = try await store.register(AccountSamples.device("d1"))
            _ = try await store.issue([AccountSamples.credential("a", device: "d1", at: 0)], receipt: nil)
            let live = try #require(
                try await store.issue([AccountSamples.credential("b", device: "d1", at: 100)], receipt: nil))
            #expect(live.map(\.login) == ["a", "b"])
            #expect(live.first?.expiresAt == 100 + CredentialRotation.overlap)
            let later = 101 + CredentialRotation.overlap
            #expect(try await store.credentials(ofDevice: "d1", at: later).map(\.login) == ["b"])
            #expect(try await store.revokeCredential("b", at: later))
            #expect(try await store.revokeCredential("b", at: later) == false)
            #expect(try await store.credentials(ofDevice: nil, at: later).isEmpty)
        }
    }

    @Test(arguments: StoreUnderTest.allCases)
    func `leaving an organization takes its credentials and the device's place in it`(
        _ kind: StoreUnderTest
    ) async throws {
        try await kind.run { store in
            let acme = Organization(id: "acme", name: "Acme", createdAt: 1)
            _ = try await store.create(acme, owner: AccountSamples.member("bob", .owner), receipt: nil)
            _ = try await store.save(AccountSamples.member("alice"))
            _ = try await store.register(AccountSamples.device("d1"))
            _ = try await store.issue(
                [AccountSamples.credential("a", device: "d1", organization: "acme")], receipt: nil)
            _ = try await store.issue([AccountSamples.credential("b", device: "d1")], receipt: nil)
            #expect(try await store.switchOrganization(of: "d1", to: "other", expected: nil) == .notMember)
            #expect(try await store.switchOrganization(of: "d1", to: "acme", expected: 0) == .switched(version: 1))
            #expect(try await store.switchOrganization(of: "d1", to: "acme", expected: 0) == .alreadyThere(version: 1))
            #expect(try await store.removeMember("alice", of: "acme", at: 5) == .removed)
            #expect(try await store.credentials(ofDevice: "d1", at: 6).map(\.login) == ["b"])
            let device = try #require(try await store.device("d1"))
            #expect(device.organization == nil && device.organizationVersion == 2)
        }
    }

    @Test(arguments: StoreUnderTest.allCases)
    func `a refresh token is spent once, however old the theft`(_ kind: StoreUnderTest) async throws {
        try await kind.run { store in
            _ = try await store.register(AccountSamples.device("d1"))
            try await store.open(AccountSamples.session("s", device: "d1", 1))
            #expect(try await store.session(access: [1, 1], at: 5)?.id == "s")
            #expect(try await store.session(access: [9], at: 5) == nil)
            let policy = SessionPolicy()
            for number: UInt8 in 2...4 {
                let result = try await store.refresh(
                    presenting: [2, number - 1], next: AccountSamples.pair(number), at: Int64(number), policy: policy)
                #expect(result?.verdict == .rotated)
                #expect(try await store.session(access: [1, number], at: 5)?.generation == Int64(number))
            }
            #expect(try await store.session(access: [1, 3], at: 5) == nil, "replaced")
            let stolen = try await store.refresh(
                presenting: [2, 1], next: AccountSamples.pair(9), at: 6, policy: policy)
            #expect(stolen?.verdict == .reused)
            #expect(try await store.session(access: [1, 4], at: 7) == nil, "neither holder keeps it")
            #expect(
                try await store.refresh(presenting: [7], next: AccountSamples.pair(8), at: 7, policy: policy) == nil)
        }
    }

    @Test(arguments: StoreUnderTest.allCases)
    func `of simultaneous refreshes exactly one comes first`(_ kind: StoreUnderTest) async throws {
        try await kind.run { store in
            _ = try await store.register(AccountSamples.device("d1"))
            try await store.open(AccountSamples.session("s", device: "d1", 1))
            var policy = SessionPolicy()
            policy.repeatTime = -1
            let strict = policy
            let verdicts = try await withThrowingTaskGroup(of: RefreshResult?.self) { group in
                for number: UInt8 in 10...29 {
                    group.addTask {
                        try await store.refresh(
                            presenting: [2, 1], next: AccountSamples.pair(number), at: 1, policy: strict)?.verdict
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(verdicts.count { $0 == .rotated } == 1)
            #expect(verdicts.count { $0 == .reused } == 1)
            #expect(verdicts.count { $0 == nil } == 18)
        }
    }
}
