import Accounts
import Testing

@Suite struct AccountDecisionTests {
    @Test func `scenario 73: the device that registers a push token last has it`() {
        #expect(PushTokenClaim(by: "d1", owner: nil) == .registered)
        #expect(PushTokenClaim(by: "d1", owner: "d1") == .renewed)
        #expect(PushTokenClaim(by: "d1", owner: "d2") == .taken(from: "d2"))
    }

    @Test func `scenario 54: a token registered after it was called invalid stays`() {
        #expect(PushTokenClaim.isOver(registeredAt: 10, invalidSince: 10))
        #expect(!PushTokenClaim.isOver(registeredAt: 11, invalidSince: 10))
    }

    @Test func `M6: an older credential keeps working for a while, and a crowd of them does not`() {
        let entries = (1...5).map { index in
            CredentialRotation.Entry(
                login: "l\(index)", createdAt: Int64(index), expiresAt: CredentialRotation.lifeTime)
        }
        let retired = CredentialRotation.retirements(of: entries, at: 100)
        #expect(retired.map(\.login) == ["l1", "l2", "l3", "l4", "l5"])
        #expect(retired.prefix(2).map(\.expiresAt) == [100, 100], "only three may stay beside the new one")
        #expect(retired.dropFirst(2).allSatisfy { $0.expiresAt == 100 + CredentialRotation.overlap })
        #expect(
            CredentialRotation.retirements(of: Array(retired.dropFirst(2)), at: 200).isEmpty, "an end is never moved on"
        )
    }

    @Test func `a switch compares versions and may be repeated`() {
        func change(_ current: String?, _ version: Int64, _ expected: Int64?, isMember: Bool = true)
            -> OrganizationSwitchDecision
        {
            OrganizationSwitchDecision(
                to: "b", isMember: isMember, current: current, version: version, expected: expected)
        }
        #expect(change("a", 3, 3) == .switched(version: 4))
        #expect(change("a", 3, nil) == .switched(version: 4))
        #expect(change("a", 4, 3) == .outdated(version: 4))
        #expect(change("b", 4, 3) == .alreadyThere(version: 4), "the reply to the first try was lost")
        #expect(change("b", 4, 4, isMember: false) == .notMember)
    }

    @Test func `an admin manages everybody but owners`() {
        #expect(MemberRole.owner.mayManage(.owner))
        #expect(MemberRole.admin.mayManage(.admin))
        #expect(!MemberRole.admin.mayManage(.owner))
        #expect(!MemberRole.member.mayManage(.member))
    }
}
