import Accounts
import ExchangeStorage
import Testing

/// What stays of things that are done, however many there are.
extension AccountStoreSuite {
    @Test(arguments: StoreUnderTest.allCases)
    func `M6: of an owner's answers the newest are kept, and requests under way beside them`(
        _ kind: StoreUnderTest
    ) async throws {
        try await kind.run { store in
            func begin(_ key: String, of owner: String = "alice", at: Int64) async throws -> IdempotencyOutcome {
                try await store.beginRequest(
                    key, of: owner, fingerprint: [1], at: at, staleBefore: 0, keeping: 2)
            }
            let answer = IdempotencyOutcome.answered(status: 201, reply: [7])
            #expect(try await begin("under way", at: 1) == .started)
            #expect(try await begin("a", of: "bob", at: 1) == .started)
            try await store.finishRequest("a", of: "bob", status: 201, reply: [7])
            for (number, key) in ["a", "b", "c"].enumerated() {
                #expect(try await begin(key, at: Int64(2 + number)) == .started)
                try await store.finishRequest(key, of: "alice", status: 201, reply: [7])
            }
            #expect(try await begin("d", at: 5) == .started)
            #expect(try await begin("b", at: 6) == answer)
            #expect(try await begin("c", at: 6) == answer)
            #expect(try await begin("a", at: 6) == .started, "forgotten")
            #expect(try await begin("under way", at: 6) == .underWay)
            #expect(try await begin("a", of: "bob", at: 6) == answer)
        }
    }

    @Test(arguments: StoreUnderTest.allCases)
    func `M6: the audit keeps the newest acts of each user and device, and all acts of others`(
        _ kind: StoreUnderTest
    ) async throws {
        try await kind.run { store in
            #expect(AuditEntry(at: 1, actor: "alice", action: "do", subject: "").keeping == AccountLimits.auditEntries)
            for number: Int64 in 1...4 {
                for (actor, count) in [("alice", 2), ("token:t", nil)] as [(String, Int?)] {
                    var entry = AuditEntry(at: number, actor: actor, action: "do", subject: "\(number)")
                    entry.keeping = count
                    try await store.note(entry)
                }
            }
            #expect(try await store.audit(by: "alice", before: nil, atMost: 9).map(\.subject) == ["4", "3"])
            #expect(try await store.audit(by: "token:t", before: nil, atMost: 9).count == 4)
        }
    }

    @Test(arguments: StoreUnderTest.allCases)
    func `M6: of a device's credentials for an organization the newest are kept`(_ kind: StoreUnderTest) async throws {
        try await kind.run { store in
            for device in ["d1", "d2"] { _ = try await store.register(AccountSamples.device(device)) }
            _ = try await store.issue([AccountSamples.credential("other", device: "d2", at: 1)], receipt: nil)
            for number: Int64 in 0...Int64(AccountLimits.credentials) {
                let credential = AccountSamples.credential("l\(number)", device: "d1", at: 10 + number)
                _ = try await store.issue([credential], receipt: nil)
            }
            // At a moment when all would still be good, had none come after them.
            let kept = try await store.credentials(ofDevice: nil, at: 0).map(\.login)
            #expect(kept == ["other"] + (1...AccountLimits.credentials).map { "l\($0)" })
        }
    }
}
