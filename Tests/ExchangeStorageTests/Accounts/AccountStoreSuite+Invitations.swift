import Accounts
import ExchangeStorage
import Testing

extension AccountStoreSuite {
    private func invitation(
        _ user: String, _ role: MemberRole = .member, by inviter: String? = "alice", at: Int64 = 10
    ) -> Invitation {
        Invitation(organization: "acme", user: user, role: role, inviter: inviter, invitedAt: at)
    }

    private func acme(_ store: any AccountStore) async throws {
        let acme = Organization(id: "acme", name: "Acme", createdAt: 1)
        _ = try await store.create(acme, owner: AccountSamples.member("alice", .owner), receipt: nil)
    }

    @Test(arguments: StoreUnderTest.allCases)
    func `an invitation is spent by the answer, and makes a member only if it is yes`(
        _ kind: StoreUnderTest
    ) async throws {
        try await kind.run { store in
            #expect(try await store.invite(invitation("bob")) == .missing, "there is no such organisation")
            try await acme(store)
            #expect(try await store.invite(invitation("bob")) == .invited)
            #expect(try await store.invite(invitation("bob", .admin, at: 11)) == .invited, "in its place")
            #expect(try await store.invite(invitation("alice")) == .memberAlready)
            let own = try await store.invitations(of: "bob", after: nil, atMost: 9, at: 12)
            #expect(own.map(\.invitation) == [invitation("bob", .admin, at: 11)])
            #expect(own.map(\.organization.name) == ["Acme"])
            #expect(try await store.invitations(of: "bob", after: "acme", atMost: 9, at: 12).isEmpty)
            let member = Member(organization: "acme", user: "bob", role: .admin, joinedAt: 13)
            #expect(try await store.accept(invitationOf: "bob", to: "acme", at: 13) == .accepted(member))
            #expect(try await store.memberships(of: "bob", atMost: 9) == [member])
            #expect(try await store.accept(invitationOf: "bob", to: "acme", at: 13) == .missing)
            #expect(try await store.invite(invitation("carol")) == .invited)
            #expect(try await store.removeInvitation(of: "carol", to: "acme", at: 12))
            #expect(try await store.removeInvitation(of: "carol", to: "acme", at: 12) == false)
            #expect(try await store.accept(invitationOf: "carol", to: "acme", at: 12) == .missing)
            #expect(try await store.member("carol", of: "acme") == nil)
        }
    }

    @Test(arguments: StoreUnderTest.allCases)
    func `an invitation ends by itself, with its maker's right, its user and its organization`(
        _ kind: StoreUnderTest
    ) async throws {
        try await kind.run { store in
            try await acme(store)
            let end = 10 + Invitation.life
            #expect(try await store.invite(invitation("bob")) == .invited)
            #expect(try await store.invitation(of: "bob", to: "acme", at: end - 1) != nil)
            #expect(try await store.accept(invitationOf: "bob", to: "acme", at: end) == .missing)
            #expect(try await store.invitations(to: "acme", after: nil, atMost: 9, at: end).isEmpty)
            _ = try await store.save(AccountSamples.member("dave", .admin))
            #expect(try await store.invite(invitation("carol", by: "dave")) == .invited)
            #expect(try await store.invite(invitation("erin", by: nil)) == .invited)
            let waiting = { (time: Int64) async throws in
                try await store.invitations(to: "acme", after: nil, atMost: 9, at: time).map(\.user)
            }
            #expect(try await waiting(12) == ["bob", "carol", "erin"])
            _ = try await store.save(AccountSamples.member("dave"))
            #expect(try await waiting(12) == ["bob", "erin"], "dave may invite no user now")
            try await store.deleteAccount(of: "bob", at: 12)
            #expect(try await waiting(12) == ["erin"])
            #expect(try await store.save(AccountSamples.member("erin"), adding: false) == .missing)
            #expect(try await store.deleteOrganization("acme", at: 6))
            #expect(try await store.invitations(of: "erin", after: nil, atMost: 9, at: 12).isEmpty)
        }
    }

    @Test(arguments: StoreUnderTest.allCases)
    func `waiting invitations are bounded`(_ kind: StoreUnderTest) async throws {
        try await kind.run { store in
            try await acme(store)
            for number in 1...Invitation.countMax {
                #expect(try await store.invite(invitation("user\(number)")) == .invited)
            }
            #expect(try await store.invite(invitation("one-more")) == .tooMany)
            #expect(try await store.invite(invitation("user1")) == .invited, "in place of the other")
            #expect(try await store.invite(invitation("one-more", at: 10 + Invitation.life)) == .invited)
        }
    }
}
