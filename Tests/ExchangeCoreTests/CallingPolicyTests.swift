import CallModel
import ExchangeCore
import Redaction
import Synchronization
import Testing

/// H5: who may call whom, and under which name.
@Suite struct CallingPolicyTests {
    /// alice and bob of acme, carol of globex, dave of both, zoe of none; each has a number. 2000 is a number of acme's.
    private final class TestDirectory: CallingDirectory {
        private static let organizations: [String: Set<String>] = [
            "alice": ["acme"], "bob": ["acme"], "carol": ["globex"], "dave": ["acme", "globex"], "zoe": [],
        ]
        private let questions = Mutex<[String]>([])

        var asked: [String] { questions.withLock(\.self) }

        private func note(_ question: String) { questions.withLock { $0.append(question) } }

        func user(dialed: String) -> UserID? {
            note("user")
            return Self.organizations[dialed] == nil ? nil : UserID(dialed)
        }

        func organizations(ofNumber dialed: String) -> Set<String>? {
            note("number")
            return dialed == "2000" ? ["acme"] : nil
        }

        func party(_ user: UserID) -> CallingParty? {
            note("party")
            return Self.organizations[user.rawValue].map {
                CallingParty(
                    user, organizations: $0, displayName: Redacted("\(user.rawValue) in person"),
                    numbers: [Redacted("1-\(user.rawValue)"), Redacted("2-\(user.rawValue)")])
            }
        }
    }

    /// `yes`, or why not.
    private func decision(
        _ caller: String, _ dialed: String, across: Bool = false, anonymous: CallAttempt.Anonymous? = nil
    ) -> String {
        let policy = CallingPolicy(allowsAcrossOrganizations: across)
        let attempt = CallAttempt(by: UserID(caller), anonymous: anonymous, dialing: Redacted(dialed))
        switch policy.verdict(on: attempt, in: TestDirectory()) {
        case .permitted: return "yes"
        case .refused(let refusal): return refusal.rawValue
        }
    }

    @Test(arguments: [
        ("alice", "bob", "yes", "yes"), ("alice", "dave", "yes", "yes"), ("carol", "dave", "yes", "yes"),
        ("alice", "carol", "otherOrganization", "yes"), ("carol", "alice", "otherOrganization", "yes"),
        ("zoe", "alice", "withoutOrganization", "yes"), ("alice", "zoe", "withoutOrganization", "yes"),
        ("alice", "alice", "yes", "yes"), ("zoe", "zoe", "yes", "yes"),
        ("bob", "2000", "yes", "yes"), ("carol", "2000", "otherOrganization", "yes"),
        ("zoe", "2000", "withoutOrganization", "yes"),
        ("alice", "110", "emergency", "emergency"), ("zoe", "112", "emergency", "emergency"),
        ("gone", "110", "unknownCaller", "unknownCaller"),
        ("alice", "unused", "unknownCallee", "unknownCallee"), ("zoe", "", "unknownCallee", "unknownCallee"),
        ("gone", "alice", "unknownCaller", "unknownCaller"), ("gone", "gone", "unknownCaller", "unknownCaller"),
    ])
    func `H5: colleagues may call each other, others where the operator allows it`(
        caller: String, dialed: String, byDefault: String, across: String
    ) {
        #expect(decision(caller, dialed) == byDefault)
        #expect(decision(caller, dialed, across: true) == across)
    }

    @Test(arguments: [
        ("bob", "bob", "yes"), ("2000", "2000", "yes"), ("bob", "alice", "notTheNamedTarget"),
        ("bob", "unused", "notTheNamedTarget"), ("unused", "unused", "unknownCallee"),
    ])
    func `H5: a login without an account may call the target it named alone`(
        target: String, dialed: String, verdict: String
    ) {
        let login = CallAttempt.Anonymous(target: target, name: "Website")
        for across in [false, true] {
            #expect(decision("anonymous:1", dialed, across: across, anonymous: login) == verdict)
        }
    }

    @Test func `H5: a name in use that may not be called takes the steps of one that is not in use`() {
        func steps(_ dialed: String) -> [String] {
            let directory = TestDirectory()
            _ = CallingPolicy().verdict(on: CallAttempt(by: UserID("zoe"), dialing: Redacted(dialed)), in: directory)
            return directory.asked
        }
        #expect(steps("unused") == ["party", "user", "number", "party"])
        for dialed in ["alice", "carol", "2000", "zoe"] { #expect(steps(dialed) == steps("unused"), "\(dialed)") }
    }

    // MARK: - Names

    private func shown(
        _ caller: String, _ dialed: String, _ policy: CallingPolicy, claiming name: String? = nil,
        number: String? = nil
    ) -> [String]? {
        let attempt = CallAttempt(
            by: UserID(caller), dialing: Redacted(dialed), claimedName: name.map { Redacted($0) },
            claimedNumber: number.map { Redacted($0) })
        guard case .permitted(let call) = policy.verdict(on: attempt, in: TestDirectory()) else { return nil }
        return [call.callerName.revealed, call.callerNumber.revealed]
    }

    @Test func `H5: colleagues are shown what the exchange calls a person, strangers the name one dials`() {
        let policy = CallingPolicy(allowsAcrossOrganizations: true)
        for claimed in [nil, "", "The Bank"] {
            #expect(shown("alice", "bob", policy, claiming: claimed) == ["alice in person", "1-alice"])
            #expect(shown("alice", "2000", policy, claiming: claimed) == ["alice in person", "1-alice"])
            #expect(shown("alice", "alice", policy, claiming: claimed) == ["alice in person", "1-alice"])
            #expect(shown("alice", "carol", policy, claiming: claimed) == ["alice", "1-alice"])
            #expect(shown("zoe", "2000", policy, claiming: claimed) == ["zoe", "1-zoe"])
        }
    }

    @Test func `H5: an app's own name is shown where the operator allows it, and a number must be the caller's`() {
        let policy = CallingPolicy(allowsAcrossOrganizations: true, showsClaimedNames: true)
        #expect(shown("zoe", "alice", policy, claiming: "Z.") == ["Z.", "1-zoe"])
        #expect(shown("zoe", "alice", policy, claiming: "") == ["zoe", "1-zoe"])
        #expect(shown("zoe", "alice", policy, claiming: "Z.", number: "2-zoe") == ["Z.", "2-zoe"])
        #expect(shown("zoe", "alice", policy, claiming: "Z.", number: "zoe") == ["Z.", "zoe"])
        #expect(shown("zoe", "alice", policy, claiming: "Z.", number: "1-alice") == ["Z.", "1-zoe"])
    }

    @Test(arguments: [("bob", true), ("2000", true), ("carol", false)])
    func `media connects while a call rings between colleagues only, and where the operator says so`(
        dialed: String, isColleague: Bool
    ) throws {
        var policy = CallingPolicy(allowsAcrossOrganizations: true)
        for isAllowed in [false, true] {
            policy.connectsColleaguesWhileRinging = isAllowed
            let attempt = CallAttempt(by: UserID("alice"), dialing: Redacted(dialed))
            guard case .permitted(let call) = policy.verdict(on: attempt, in: TestDirectory()) else {
                throw NotPermitted()
            }
            #expect(call.connectsWhileRinging == (isAllowed && isColleague))
        }
    }

    private struct NotPermitted: Error {}

    @Test func `an operator says which numbers call for help, and in which country`() {
        var policy = CallingPolicy()
        var outbound = OutboundPolicy()
        outbound.emergencyNumbers = ["117"]
        outbound.country = "41"
        policy.outbound = outbound
        func refusal(_ dialed: Redacted<String>) -> String? {
            let verdict = policy.verdict(on: CallAttempt(by: UserID("alice"), dialing: dialed), in: TestDirectory())
            guard case .refused(let refusal) = verdict else { return nil }
            return refusal.rawValue
        }
        #expect(refusal("117") == "emergency" && refusal("+41 117") == "emergency")
        #expect(refusal("110") == "unknownCallee" && refusal("+49 117") == "unknownCallee")
    }

    @Test
    func `a phone is told which emergency numbers the carrier leads to help: those that are no extension it may call`()
    {
        var policy = CallingPolicy()
        var outbound = OutboundPolicy()
        outbound.emergencyNumbers = ["112", "110", "2000"]
        policy.outbound = outbound
        #expect(policy.routedEmergencyNumbers(for: UserID("alice"), in: TestDirectory()).isEmpty, "they are refused")
        policy.outbound?.emergency = .routed
        let routed = policy.routedEmergencyNumbers(for: UserID("alice"), in: TestDirectory())
        #expect(routed == ["110", "112"], "2000 is a colleague's")
        let verdict = policy.verdict(on: CallAttempt(by: UserID("alice"), dialing: "110"), in: TestDirectory())
        #expect(verdict == .refused(.emergency), "here it is routed nowhere")
    }

    // MARK: - The exchange

    @Test func `who dials for help is told that the exchange does not lead there, before anything rings`() {
        var world = ExchangeWorld()
        world.connect("zoe", on: 1)
        var dialing = ExchangeWorld.dialing("ben", by: UserID("zoe"))
        dialing.verdict = .refused(.emergency)
        let told = world.request(1, .dial(dialing))
        #expect(told.contains { $0.hasPrefix("1 bye call 52 declined") }, "\(told)")
    }

    @Test func `H5: a call that may not be ends as one to a name that is not in use`() {
        func reported(_ verdict: CallingVerdict) -> [String] {
            var world = ExchangeWorld()
            world.connect("zoe", on: 1)
            world.connect("ben", on: 2)
            var dialing = ExchangeWorld.dialing("ben", by: UserID("zoe"))
            dialing.verdict = verdict
            return world.request(1, .dial(dialing)) + world.journal.map { "\($0.change)" }
        }
        let unknown = reported(.refused(.unknownCallee))
        #expect(unknown.contains { $0.contains("bye call 1 unreachable") }, "\(unknown)")
        #expect(reported(.refused(.withoutOrganization)) == unknown)
        #expect(reported(.refused(.otherOrganization)) == unknown)
        // Another user's permission is worth nothing.
        #expect(reported(ExchangeWorld.verdict(of: UserID("anna"), calling: "ben")) == unknown)
    }
}
