import Accounts
import ExchangeStorage
import Redaction
import Testing

/// What ends with a device, and what one user can have.
extension AccountStoreSuite {
    /// alice's devices d1 and d2 with everything a device can have; bob's d3.
    private func furnish(_ store: any AccountStore) async throws {
        for (number, device): (UInt8, String) in [(1, "d1"), (2, "d2")] {
            _ = try await store.register(AccountSamples.device(device))
            try await store.open(AccountSamples.session("s\(number)", device: device, number))
            _ = try await store.save(token("token-\(device)", of: device))
            try await store.save(PushKey(of: device, Redacted([number])))
            _ = try await store.issue([AccountSamples.credential("login-\(device)", device: device)], receipt: nil)
        }
        _ = try await store.register(AccountSamples.device("d3", of: "bob"))
    }

    private func token(
        _ text: String, of device: String, topic: String = "app.voip", at: Int64 = 5
    ) -> PushToken {
        PushToken(
            token: Redacted(text), device: device, kind: .apnsVoIP, environment: nil, topic: topic, registeredAt: at)
    }

    /// The remaining rows of d1, d2 and d3.
    private func left(in store: any AccountStore) async throws -> [String] {
        let devices = try await store.devices(of: "alice").map(\.id) + store.devices(of: "bob").map(\.id)
        var found = devices
        for number: UInt8 in 1...2 where try await store.session(access: [1, number], at: 9) != nil {
            found.append("s\(number)")
        }
        found += try await store.pushTokens(ofUser: "alice").map(\.token.revealed)
        found += try await store.pushKeys(ofUser: "alice").map { "key-\($0.device)" }
        found += try await store.credentials(ofDevice: nil, at: 9).map(\.login)
        return found
    }

    @Test(arguments: StoreUnderTest.allCases)
    func `a revoked device loses session, tokens and credentials, and waits until others were notified`(
        _ kind: StoreUnderTest
    ) async throws {
        try await kind.run { store in
            try await furnish(store)
            #expect(
                try await store.revoke(Withdrawal(.device("d1", of: "bob"), because: .deviceRemoved, at: 6)).isEmpty)
            let revoked = DeviceRevocation(device: "d1", user: "alice", reason: .deviceRemoved, at: 6)
            #expect(
                try await store.revoke(Withdrawal(.device("d1", of: "alice"), because: .deviceRemoved, at: 6)) == [
                    revoked
                ])
            #expect(try await left(in: store) == ["d2", "d3", "s2", "token-d2", "key-d2", "login-d2"])
            #expect(try await store.revoke(Withdrawal(.device("d1", of: "alice"), because: .loggedOut, at: 7)).isEmpty)
            let late = AccountSamples.credential("late", device: "d1", at: 7)
            #expect(try await store.issue([late], receipt: nil) == nil)
            #expect(try await store.unsettledRevocations() == [revoked])
            try await store.settle(revoked)
            #expect(try await store.unsettledRevocations().isEmpty)
            #expect(try await store.audit(by: "alice", before: nil, atMost: 9).map(\.action) == ["device removed"])
            #expect(try await store.audit(by: "bob", before: nil, atMost: 9).isEmpty)
        }
    }

    @Test(arguments: StoreUnderTest.allCases)
    func `a refresh token that is used again revokes the device with everything it has`(
        _ kind: StoreUnderTest
    ) async throws {
        try await kind.run { store in
            try await furnish(store)
            for number: UInt8 in 3...4 {
                let spent: [UInt8] = number == 3 ? [2, 1] : [2, 3]
                let verdict = try await store.refresh(
                    presenting: spent, next: AccountSamples.pair(number), at: 6, policy: SessionPolicy())?.verdict
                #expect(verdict == .rotated)
            }
            let again = try await store.refresh(
                presenting: [2, 1], next: AccountSamples.pair(5), at: 7, policy: SessionPolicy())
            #expect(again?.verdict == .reused)
            #expect(try await left(in: store) == ["d2", "d3", "s2", "token-d2", "key-d2", "login-d2"])
            #expect(try await store.session(access: [1, 4], at: 9) == nil)
            #expect(try await store.unsettledRevocations().map(\.reason) == [.tokenReused])
        }
    }

    @Test(arguments: StoreUnderTest.allCases)
    func `all devices of a user but one, and those of a deleted account, are revoked together`(
        _ kind: StoreUnderTest
    ) async throws {
        try await kind.run { store in
            try await furnish(store)
            let scope = RevocationScope.user("alice", sparing: "d1")
            #expect(try await store.revoke(Withdrawal(scope, because: .passwordChanged, at: 6)).map(\.device) == ["d2"])
            #expect(try await left(in: store) == ["d1", "d3", "s1", "token-d1", "key-d1", "login-d1"])
            try await store.deleteAccount(of: "alice", at: 8)
            #expect(try await left(in: store) == ["d3"])
            #expect(try await store.unsettledRevocations().map(\.reason) == [.passwordChanged, .accountDeleted])
        }
    }

    @Test(arguments: StoreUnderTest.allCases)
    func `a device that signs in anew keeps no former session`(_ kind: StoreUnderTest) async throws {
        try await kind.run { store in
            try await furnish(store)
            try await store.open(AccountSamples.session("s9", device: "d1", 9))
            #expect(try await store.session(access: [1, 1], at: 9) == nil)
            #expect(try await store.session(access: [1, 9], at: 9)?.id == "s9")
        }
    }

    // MARK: - Caps

    @Test(arguments: StoreUnderTest.allCases)
    func `M6: a user's device beyond the cap replaces the one used least recently`(_ kind: StoreUnderTest) async throws
    {
        try await kind.run { store in
            for number in 0...AccountLimits.devices {
                var device = AccountSamples.device("d\(number)")
                device.lastUsedAt = Int64(number == 0 ? 50 : 100 + number)
                _ = try await store.register(device)
            }
            let ids = try await store.devices(of: "alice").map(\.id)
            #expect(ids.count == AccountLimits.devices)
            #expect(!ids.contains("d0") && ids.contains("d\(AccountLimits.devices)"))
            let revoked = try await store.unsettledRevocations()
            #expect(revoked.map(\.device) == ["d0"] && revoked.map(\.reason) == [.tooManyDevices])
        }
    }

    @Test(arguments: StoreUnderTest.allCases)
    func `M6: a device's push token beyond the cap replaces the oldest`(_ kind: StoreUnderTest) async throws {
        try await kind.run { store in
            _ = try await store.register(AccountSamples.device("d1"))
            for number in 0...AccountLimits.pushTokens {
                _ = try await store.save(
                    token("t\(number)", of: "d1", topic: "topic\(number)", at: Int64(10 + number)))
            }
            let kept = try await store.pushTokens(ofUser: "alice").map(\.token.revealed)
            #expect(kept == (1...AccountLimits.pushTokens).map { "t\($0)" })
        }
    }

    @Test(arguments: StoreUnderTest.allCases)
    func `M6: a user owns and belongs to no more organizations than the caps say`(_ kind: StoreUnderTest) async throws {
        try await kind.run { store in
            func make(_ number: Int, owner: String) async throws -> OrganizationCreation {
                try await store.create(
                    Organization(id: "o\(number)", name: "O", createdAt: 1),
                    owner: AccountSamples.member(owner, .owner, of: "o\(number)"), receipt: nil)
            }
            for number in 1...AccountLimits.ownedOrganizations {
                #expect(try await make(number, owner: "alice") == .created)
            }
            #expect(try await make(99, owner: "alice") == .tooMany)
            #expect(try await store.organization("o99") == nil)
            for number in 100..<(100 + AccountLimits.memberships - AccountLimits.ownedOrganizations) {
                #expect(try await make(number, owner: "boss\(number)") == .created)
                #expect(try await store.save(AccountSamples.member("alice", of: "o\(number)")) == .added)
            }
            #expect(try await make(200, owner: "carol") == .created)
            #expect(try await store.save(AccountSamples.member("alice", of: "o200")) == .tooMany)
            _ = try await store.invite(
                Invitation(organization: "o200", user: "alice", role: .member, inviter: nil, invitedAt: 1))
            #expect(try await store.accept(invitationOf: "alice", to: "o200", at: 2) == .tooMany)
            #expect(try await store.invitation(of: "alice", to: "o200", at: 2) != nil, "it waits")
        }
    }
}
