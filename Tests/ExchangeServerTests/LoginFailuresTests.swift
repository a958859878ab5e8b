import ExchangeServer
import Testing

@Suite struct LoginFailuresTests {
    private typealias Failures = LoginFailures<String, String>

    /// Three wrong passwords of a login at an address within a minute; six of all logins there.
    private func failures(loginsOfAddressMax: Int = 100, loginsMax: Int = 100, provenMax: Int = 100) -> Failures {
        Failures(
            ofLogin: 3, ofAddress: 6, addressesMax: 4, loginsOfAddressMax: loginsOfAddressMax, loginsMax: loginsMax,
            provenMax: provenMax)
    }

    private func guess(
        _ failures: inout Failures, _ login: String, _ times: Int = 3, from address: String = "office",
        at now: Duration = .zero
    ) {
        for _ in 1...times { failures.failed(login, from: address, at: now) }
    }

    @Test func `a login that is guessed is heard again when one failure is forgiven, at the rate of forgiving`() {
        var failures = failures()
        guess(&failures, "alice", 2)
        #expect(failures.verdict(on: "alice", from: "office", at: .zero) == .allowed(.failed))
        guess(&failures, "alice", 1)
        #expect(failures.verdict(on: "alice", from: "office", at: .zero) == .throttled(wait: .seconds(20)))
        #expect(failures.verdict(on: "alice", from: "office", at: .seconds(19)) == .throttled(wait: .seconds(1)))
        var heard = 0
        for second in 0..<3_600 {
            guard case .allowed = failures.verdict(on: "alice", from: "office", at: .seconds(second)) else { continue }
            heard += 1
            guess(&failures, "alice", 1, at: .seconds(second))
        }
        #expect(heard == 3_600 / 20 - 1)
        #expect(failures.verdict(on: "alice", from: "office", at: .seconds(3_700)) == .allowed(.clean))
    }

    @Test func `failures cost one login at one address, no other login there and not that login elsewhere`() {
        var failures = failures()
        guess(&failures, "alice")
        #expect(failures.verdict(on: "alice", from: "office", at: .zero) == .throttled(wait: .seconds(20)))
        #expect(failures.verdict(on: "bob", from: "office", at: .zero) == .allowed(.clean))
        #expect(failures.verdict(on: "alice", from: "home", at: .zero) == .allowed(.clean))
    }

    @Test func `a login that was proven at an address is heard there beside guesses, up to the wider bound`() {
        var failures = failures()
        failures.succeeded("alice", from: "office", at: .zero)
        #expect(failures.verdict(on: "alice", from: "office", at: .zero) == .allowed(.proven))
        guess(&failures, "alice", 5)
        #expect(failures.verdict(on: "alice", from: "office", at: .zero) == .allowed(.proven))
        guess(&failures, "alice", 1)
        #expect(failures.verdict(on: "alice", from: "office", at: .zero) == .throttled(wait: .seconds(10)))
        #expect(failures.verdict(on: "alice", from: "office", at: .seconds(10)) == .allowed(.proven))
        guess(&failures, "alice", from: "home")
        #expect(failures.verdict(on: "alice", from: "home", at: .zero) == .throttled(wait: .seconds(20)))
    }

    @Test func `beyond the bound of an address a login is heard there until its first failure, or with a proof`() {
        var failures = failures()
        failures.succeeded("carol", from: "office", at: .zero)
        guess(&failures, "carol", 1)
        for login in ["a", "b", "c", "d", "e"] { guess(&failures, login, 1) }
        for login in ["a", "b", "e"] {
            #expect(failures.verdict(on: login, from: "office", at: .zero) == .throttled(wait: .seconds(10)))
        }
        #expect(failures.verdict(on: "bob", from: "office", at: .zero) == .allowed(.clean))
        #expect(failures.verdict(on: "carol", from: "office", at: .zero) == .allowed(.proven))
        #expect(failures.verdict(on: "a", from: "home", at: .zero) == .allowed(.clean))
    }

    @Test func `failures of made-up logins hide none of a login that is guessed`() {
        var failures = failures(loginsOfAddressMax: 4)
        guess(&failures, "alice")
        for number in 0..<1_000 { guess(&failures, "made-up-\(number)", 1) }
        #expect(failures.counts.logins == 4)
        #expect(failures.verdict(on: "alice", from: "office", at: .zero) == .throttled(wait: .seconds(20)))
    }

    @Test func `no more failures are remembered than there is room for, and a forgiven one makes room`() {
        var failures = failures(loginsMax: 10, provenMax: 8)
        for address in 0..<50 {
            for login in 0..<50 {
                guess(&failures, "\(login)", 1, from: "\(address)")
                failures.succeeded("\(login)", from: "\(address)", at: .zero)
            }
        }
        #expect(failures.counts == (4, 10, 8))
        guess(&failures, "new", from: "new", at: .seconds(120))
        #expect(failures.counts.addresses == 1 && failures.counts.logins == 1)
        #expect(failures.verdict(on: "new", from: "new", at: .seconds(120)) == .throttled(wait: .seconds(20)))
    }

    @Test func `a proof is forgotten after a day or two, unless it comes again`() {
        var failures = failures()
        for hour in [0, 20, 40, 60] {
            failures.succeeded("alice", from: "office", at: .seconds(hour * 3_600))
            if hour == 0 { failures.succeeded("bob", from: "office", at: .zero) }
        }
        #expect(failures.verdict(on: "alice", from: "office", at: .seconds(60 * 3_600)) == .allowed(.proven))
        #expect(failures.verdict(on: "bob", from: "office", at: .seconds(60 * 3_600)) == .allowed(.clean))
    }

    @Test func `other bounds hold from the next failure on`() {
        var failures = failures()
        guess(&failures, "alice")
        failures.allow(ofLogin: 30, ofAddress: 30)
        #expect(failures.verdict(on: "alice", from: "office", at: .seconds(2)) == .allowed(.failed))
    }
}
