import Accounts
import ExchangeStorage
import Redaction
import Testing

extension AccountStoreSuite {
    private func organization(_ id: String, _ store: any AccountStore, members: String...) async throws {
        _ = try await store.create(
            Organization(id: id, name: id, createdAt: 1), owner: AccountSamples.member("owner", .owner, of: id),
            receipt: nil)
        for member in members { _ = try await store.save(AccountSamples.member(member, of: id)) }
    }

    /// Makes whatever is asked for, as a carrier would.
    private func carryOut(_ store: any AccountStore, at now: Int64) async throws {
        for credential in try await store.carrierCredentialsDue(at: now, atMost: 100) {
            let event: CarrierCredentialEvent =
                switch credential.dueRequest {
                case .issue:
                    .issued(
                        name: credential.name,
                        CarrierCredentialID(id: "id", username: "u\(credential.organization ?? "none")"))
                case .delete: .deleted(name: credential.name)
                case .check: .checked(name: credential.name, isAlive: true)
                case .reportTime: .time
                }
            _ = try await store.settleCarrierCredentials(of: credential.device, .begun(name: credential.name), at: now)
            _ = try await store.settleCarrierCredentials(of: credential.device, event, at: now)
        }
    }

    private func usernames(_ store: any AccountStore, of user: String = "alice") async throws -> [String] {
        try await store.carrierCredentials(ofUser: user).filter { $0.works(at: 10) }.compactMap { $0.handle?.username }
            .sorted()
    }

    @Test(arguments: StoreUnderTest.allCases)
    func `every device has a credential at the carrier for each organization`(_ kind: StoreUnderTest) async throws {
        try await kind.run { store in
            try await organization("acme", store, members: "alice")
            try await organization("other", store, members: "alice")
            _ = try await store.register(AccountSamples.device("d1"))
            _ = try await store.register(AccountSamples.device("d2"))
            _ = try await store.register(AccountSamples.device("d3", of: "bob"))
            #expect(try await store.nextCarrierRequest() == nil)
            try await store.planCarrierCredentials(of: "alice", calledFor: [], at: 10)
            #expect(try await store.nextCarrierRequest() == 10)
            #expect(try await store.carrierCredentialsDue(at: 9, atMost: 100).isEmpty)
            let asked = try await store.carrierCredentialsDue(at: 10, atMost: 100)
            #expect(
                asked.map { "\($0.device) \($0.organization ?? "")" }.sorted() == [
                    "d1 acme", "d1 other", "d2 acme", "d2 other",
                ])
            #expect(try await store.carrierCredentialsDue(at: 10, atMost: 3).count == 3)
            try await carryOut(store, at: 10)
            #expect(try await usernames(store) == ["uacme", "uacme", "uother", "uother"])
            #expect(try await store.usersWithCarrierCredentials() == ["alice", "bob"])
            let before = try await store.carrierCredentials(ofUser: "alice")
            try await store.planCarrierCredentials(of: "alice", calledFor: ["acme"], at: 20)
            #expect(
                try await store.carrierCredentials(ofUser: "alice") == before, "as it was stored, to the last column")
            #expect(try await store.carrierCredentials(ofUser: "bob").isEmpty)
        }
    }

    @Test(arguments: StoreUnderTest.allCases)
    func `a device of a user without an organization, or called for an unknown one, has a credential for none`(
        _ kind: StoreUnderTest
    ) async throws {
        try await kind.run { store in
            try await organization("acme", store)
            _ = try await store.register(AccountSamples.device("d1"))
            func places(calledFor organizations: [String]) async throws -> Set<String?> {
                try await store.planCarrierCredentials(of: "alice", calledFor: organizations, at: 10)
                try await carryOut(store, at: 10)
                return Set(try await store.carrierCredentials(ofUser: "alice").map(\.organization))
            }
            #expect(try await places(calledFor: []) == [nil])
            _ = try await store.save(AccountSamples.member("alice"))
            #expect(try await places(calledFor: ["acme"]) == ["acme"])
            #expect(try await places(calledFor: ["acme", "elsewhere"]) == ["acme", nil])
        }
    }

    @Test(arguments: StoreUnderTest.allCases)
    func `scenario 71: a due deletion at the carrier outlives membership, device and account`(
        _ kind: StoreUnderTest
    ) async throws {
        try await kind.run { store in
            try await organization("acme", store, members: "alice")
            try await organization("other", store, members: "alice")
            for device in ["d1", "d2"] { _ = try await store.register(AccountSamples.device(device)) }
            try await store.planCarrierCredentials(of: "alice", calledFor: [], at: 10)
            try await carryOut(store, at: 10)
            func unwanted() async throws -> [String] {
                try await store.planCarrierCredentials(of: "alice", calledFor: [], at: 20)
                return try await store.carrierCredentials(ofUser: "alice").filter { $0.stage == .unwanted }
                    .map { "\($0.device) \($0.organization ?? "")" }.sorted()
            }
            _ = try await store.removeMember("alice", of: "other", at: 15)
            #expect(try await unwanted() == ["d1 other", "d2 other"])
            _ = try await store.revoke(Withdrawal(.device("d1", of: "alice"), because: .deviceRemoved, at: 15))
            #expect(try await unwanted() == ["d1 acme", "d1 other", "d2 other"])
            try await store.deleteAccount(of: "alice", at: 16)
            #expect(try await unwanted() == ["d1 acme", "d1 other", "d2 acme", "d2 other"])
            #expect(try await store.usersWithCarrierCredentials() == ["alice"], "found after a crash too")
            try await carryOut(store, at: 20)
            #expect(try await store.carrierCredentials(ofUser: "alice").isEmpty)
        }
    }

    @Test(arguments: StoreUnderTest.allCases)
    func `a device without a push token loses its credential until it makes a request`(
        _ kind: StoreUnderTest
    ) async throws {
        try await kind.run { store in
            _ = try await store.register(AccountSamples.device("d1"))
            for (token, topic) in [("t", "app.voip"), ("u", "app")] {
                _ = try await store.save(
                    PushToken(
                        token: Redacted(token), device: "d1", kind: .apnsVoIP, environment: nil, topic: topic,
                        registeredAt: 5))
            }
            func isThere() async throws -> Bool {
                try await store.planCarrierCredentials(of: "alice", calledFor: [], at: 10)
                try await carryOut(store, at: 10)
                return try await !usernames(store).isEmpty
            }
            #expect(try await isThere())
            #expect(try await store.expirePushToken("t", invalidSince: 6))
            #expect(try await isThere(), "another token reaches it")
            #expect(try await store.expirePushToken("u", invalidSince: 6))
            #expect(try await isThere() == false)
            #expect(try await store.noteAlive("d1", at: 7))
            #expect(try await store.noteAlive("d1", at: 7) == false)
            #expect(try await isThere())
        }
    }

    @Test(arguments: StoreUnderTest.allCases)
    func `of very many devices of a user those used last have credentials`(_ kind: StoreUnderTest) async throws {
        try await kind.run { store in
            let most = CarrierCredentialLimits.devicesOfUserMax
            for number in 0...most {
                var device = AccountSamples.device("d\(number)")
                device.lastUsedAt = Int64(number)
                _ = try await store.register(device)
            }
            func devices() async throws -> Set<String> {
                try await store.planCarrierCredentials(of: "alice", calledFor: [], at: 100)
                try await carryOut(store, at: 100)
                return Set(try await store.carrierCredentials(ofUser: "alice").map(\.device))
            }
            #expect(try await devices() == Set((1...most).map { "d\($0)" }))
            #expect(try await store.noteAlive("d0", at: 99) == false)
            #expect(try await devices() == Set((0...most).filter { $0 != 1 }.map { "d\($0)" }))
        }
    }
}
