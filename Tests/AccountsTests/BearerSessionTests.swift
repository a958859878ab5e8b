import Accounts
import Testing

@Suite struct BearerSessionTests {
    private let policy = SessionPolicy()

    private func pair(_ number: UInt8) -> TokenPair { TokenPair(access: [1, number], refresh: [2, number]) }

    private func session() -> BearerSession {
        BearerSession(id: "s", user: "alice", device: "d", tokens: pair(1), at: 0, policy: policy)
    }

    @Test func `a refresh token is worth one new pair`() {
        var session = session()
        #expect(session.refresh(presenting: [2, 1], next: pair(2), at: 10, policy: policy) == .rotated)
        #expect(session.tokens == pair(2))
        #expect(session.generation == 2)
        #expect(session.accessExpiresAt == 10 + policy.accessTime)
    }

    @Test func `a lost reply may be asked for again as long as nothing of the new pair was used`() {
        var session = session()
        _ = session.refresh(presenting: [2, 1], next: pair(2), at: 10, policy: policy)
        #expect(
            session.refresh(presenting: [2, 1], next: pair(3), at: 10 + policy.repeatTime, policy: policy) == .rotated)
        #expect(session.tokens == pair(3))
        #expect(session.endedAt == nil)
    }

    @Test func `a spent token presented later ends the session for everybody`() {
        var session = session()
        _ = session.refresh(presenting: [2, 1], next: pair(2), at: 10, policy: policy)
        let late = 11 + policy.repeatTime
        #expect(session.refresh(presenting: [2, 1], next: pair(3), at: late, policy: policy) == .reused)
        #expect(session.end == .tokenReused)
        #expect(!session.isOpen(at: late))
        #expect(session.refresh(presenting: [2, 2], next: pair(3), at: late, policy: policy) == .ended)
    }

    @Test func `a spent token ends the session at once when the new pair is in use`() {
        var session = session()
        _ = session.refresh(presenting: [2, 1], next: pair(2), at: 10, policy: policy)
        let firstUse = session.use()
        let secondUse = session.use()
        #expect(firstUse && !secondUse, "only the first use is news")
        #expect(session.refresh(presenting: [2, 1], next: pair(3), at: 11, policy: policy) == .reused)
    }

    @Test func `the lost pair of a repeated refresh is worth nothing`() {
        var session = session()
        _ = session.refresh(presenting: [2, 1], next: pair(2), at: 10, policy: policy)
        _ = session.refresh(presenting: [2, 1], next: pair(3), at: 11, policy: policy)
        #expect(session.refresh(presenting: [2, 2], next: pair(4), at: 12, policy: policy) == .reused)
    }

    @Test func `tokens expire`() {
        var session = session()
        #expect(session.isOpen(at: policy.accessTime - 1))
        #expect(!session.isOpen(at: policy.accessTime))
        #expect(
            session.refresh(presenting: [2, 1], next: pair(2), at: policy.refreshTime, policy: policy) == .expired)
    }

    @Test func `the first reason for an end counts`() {
        var session = session()
        session.finish(.loggedOut, at: 5)
        session.finish(.tokenReused, at: 6)
        #expect(session.end == .loggedOut)
        #expect(session.endedAt == 5)
    }
}
