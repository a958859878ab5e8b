import Accounts
import ExchangeStorage
import Redaction
import Testing

extension AccountStoreSuite {
    @Test(arguments: StoreUnderTest.allCases)
    func `M3: a nonce is spent once`(_ kind: StoreUnderTest) async throws {
        try await kind.run { store in
            let first = try await store.spend(UsedNonce(digest: [1], expiresAt: 10))
            #expect(first)
            #expect(try await store.spend(UsedNonce(digest: [1], expiresAt: 10)) == false)
            #expect(try await store.spend(UsedNonce(digest: [2], expiresAt: 10)))
        }
    }

    @Test(arguments: StoreUnderTest.allCases)
    func `a name that Apple gave once is kept, and one given later is taken if none is known`(_ kind: StoreUnderTest)
        async throws
    {
        try await kind.run { store in
            let first = try #require(
                try await store.signIn(AccountSamples.apple("sub", user: "u1", token: [1]), name: nil, signUp: .open))
            #expect(first.isNew)
            let second = try #require(
                try await store.signIn(
                    AccountSamples.apple("sub", user: "u2", email: "a@example.com"), name: "Ann", signUp: .open))
            #expect(!second.isNew)
            #expect(second.identity.user == "u1")
            #expect(second.identity.refreshToken == [1], "the first token stays while no other comes")
            let third = try #require(
                try await store.signIn(
                    AccountSamples.apple("sub", user: "u3", token: [2]), name: "Mallory", signUp: .open))
            #expect(third.identity.email == "a@example.com")
            #expect(third.identity.isEmailVerified)
            #expect(third.identity.refreshToken == [2])
            #expect(try await store.appleIdentity(ofUser: "u1") == third.identity)
        }
    }

    @Test(arguments: StoreUnderTest.allCases)
    func `a deleted account leaves a token to revoke and nothing else`(_ kind: StoreUnderTest) async throws {
        try await kind.run { store in
            _ = try await store.signIn(AccountSamples.apple("sub", user: "u1", token: [1]), name: "Ann", signUp: .open)
            _ = try await store.register(AccountSamples.device("d1", of: "u1"))
            try await store.open(AccountSamples.session("s", device: "d1", 1, user: "u1"))
            try await store.deleteAccount(of: "u1", at: 50)
            #expect(try await store.appleIdentity(subject: "sub") == nil)
            #expect(try await store.devices(of: "u1").isEmpty)
            #expect(try await store.session(access: [1, 1], at: 5) == nil)
            #expect(try await store.revocations(dueAt: 49, atMost: 9).isEmpty)
            var due = try #require(try await store.revocations(dueAt: 50, atMost: 9).first)
            #expect(due.token == [1] && due.client == "app")
            due.attempts = 1
            due.nextAt = 60
            try await store.settle(revocation: due.id, next: due)
            #expect(try await store.revocations(dueAt: 60, atMost: 9) == [due])
            try await store.settle(revocation: due.id, next: nil)
            #expect(try await store.revocations(dueAt: 99, atMost: 9).isEmpty)
        }
    }

    @Test(arguments: StoreUnderTest.allCases)
    func `a notice of Apple's counts once`(_ kind: StoreUnderTest) async throws {
        try await kind.run { store in
            _ = try await store.signIn(AccountSamples.apple("sub", user: "u1", token: [1]), name: nil, signUp: .open)
            #expect(try await store.hasSeen(notice: "j") == false)
            try await store.remember(notice: "j", at: 1)
            try await store.remember(notice: "j", at: 2)
            #expect(try await store.hasSeen(notice: "j"))
            try await store.setEmailEnabled(false, subject: "sub")
            try await store.forgetAppleToken(subject: "sub")
            let identity = try await store.appleIdentity(subject: "sub")
            #expect(identity?.isEmailEnabled == false && identity?.refreshToken == nil)
        }
    }

    @Test(arguments: StoreUnderTest.allCases)
    func `a request under one key is done once`(_ kind: StoreUnderTest) async throws {
        try await kind.run { store in
            func begin(_ print: UInt8, at: Int64, stale: Int64 = 0) async throws -> IdempotencyOutcome {
                try await store.beginRequest("k", of: "alice", fingerprint: [print], at: at, staleBefore: stale)
            }
            #expect(try await begin(1, at: 1) == .started)
            #expect(try await begin(1, at: 2) == .underWay)
            #expect(try await begin(2, at: 2) == .different)
            #expect(try await begin(1, at: 3, stale: 2) == .started, "lost in a crash")
            #expect(try await store.abandonRequest("k", of: "alice") == nil)
            #expect(try await begin(2, at: 4) == .started, "what failed may be tried anew")
            try await store.finishRequest("k", of: "alice", status: 201, reply: [7])
            #expect(try await begin(2, at: 5) == .answered(status: 201, reply: [7]))
            try await store.forgetUnfinishedRequests()
            #expect(try await begin(2, at: 6) == .answered(status: 201, reply: [7]))
            _ = try await store.beginRequest("l", of: "alice", fingerprint: [1], at: 7, staleBefore: 0)
            try await store.forgetUnfinishedRequests()
            let again = try await store.beginRequest("l", of: "alice", fingerprint: [1], at: 8, staleBefore: 0)
            #expect(again == .started, "the run that began it is over")
        }
    }

    @Test(arguments: StoreUnderTest.allCases)
    func `an answer is stored together with the change, or neither is`(_ kind: StoreUnderTest) async throws {
        try await kind.run { store in
            func begin(_ key: String) async throws -> IdempotencyOutcome {
                try await store.beginRequest(key, of: "alice", fingerprint: [1], at: 1, staleBefore: 0)
            }
            func receipt(_ key: String) -> RequestReceipt {
                RequestReceipt(owner: "alice", key: key, status: 201, reply: [7])
            }
            let acme = Organization(id: "acme", name: "Acme", createdAt: 1)
            _ = try await begin("k")
            #expect(try await store.create(acme, owner: nil, receipt: receipt("k")) == .created)
            #expect(try await begin("k") == .answered(status: 201, reply: [7]))
            _ = try await begin("l")
            #expect(try await store.create(acme, owner: nil, receipt: receipt("l")) == .idTaken)
            #expect(try await begin("l") == .underWay, "an unfinished request has no answer")
            _ = try await store.register(AccountSamples.device("d1"))
            let taken = AccountSamples.credential("a", device: "d1")
            _ = try await store.issue([taken], receipt: nil)
            _ = try await begin("m")
            await #expect(throws: StorageError.self) {
                _ = try await store.issue(
                    [AccountSamples.credential("b", device: "d1"), taken], receipt: receipt("m"))
            }
            #expect(try await begin("m") == .underWay)
            #expect(try await store.credentials(ofDevice: "d1", at: 1).map(\.login) == ["a"], "all or none")
        }
    }

    @Test(arguments: StoreUnderTest.allCases)
    func `a change keeps its answer although a later step failed, and the audit has an entry`(
        _ kind: StoreUnderTest
    ) async throws {
        try await kind.run { store in
            func begin() async throws -> IdempotencyOutcome {
                try await store.beginRequest("k", of: "alice", fingerprint: [1], at: 1, staleBefore: 0)
            }
            _ = try await begin()
            var receipt = RequestReceipt(owner: "alice", key: "k", status: 201, reply: [7])
            receipt.audit = AuditEntry(at: 2, actor: "alice", action: "create", subject: "acme")
            let acme = Organization(id: "acme", name: "Acme", createdAt: 1)
            #expect(try await store.create(acme, owner: nil, receipt: receipt) == .created)
            #expect(try await store.audit(by: nil, before: nil, atMost: 9).map(\.action) == ["create"])
            let done = try await store.abandonRequest("k", of: "alice")
            #expect(done?.status == 201 && done?.reply == [7])
            #expect(try await begin() == .answered(status: 201, reply: [7]))
        }
    }

    @Test(arguments: StoreUnderTest.allCases)
    func `the audit lists the latest first, and expired entries are forgotten`(_ kind: StoreUnderTest) async throws {
        try await kind.run { store in
            for number: Int64 in 1...3 {
                try await store.note(AuditEntry(at: number, actor: "a", action: "do", subject: "\(number)"))
            }
            let latest = try await store.audit(by: nil, before: nil, atMost: 2)
            #expect(latest.map(\.subject) == ["3", "2"])
            #expect(try await store.audit(by: nil, before: latest.last?.id, atMost: 2).map(\.subject) == ["1"])
            #expect(try await store.spend(UsedNonce(digest: [1], expiresAt: 10)))
            func purge(nonces: Int64, audit: Int64 = 0, atMost: Int = 9) async throws -> Int {
                var horizon = AccountRetention(by: .at(0))
                (horizon.nonces, horizon.audit) = (nonces, audit)
                return try await store.purge(horizon, atMost: atMost)
            }
            #expect(try await purge(nonces: 10) == 0, "it would still be good")
            #expect(try await purge(nonces: 11) == 1)
            #expect(try await purge(nonces: 11, audit: 3, atMost: 1) == 1)
            #expect(try await purge(nonces: 11, audit: 3) == 1)
            #expect(try await store.audit(by: nil, before: nil, atMost: 9).map(\.subject) == ["3"])
            #expect(try await store.spend(UsedNonce(digest: [1], expiresAt: 10)), "forgotten")
        }
    }
}
