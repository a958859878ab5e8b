import CallModel
import ExchangeCore
import Redaction
import Testing

/// The policy of calls out, by itself.
@Suite struct OutboundPolicyTests {
    private func attempt(
        _ number: String, asking callerID: Redacted<String>? = nil, isMember: Bool = true, liveCalls: Int = 0,
        callerIDs: [Redacted<String>] = ["+15550100002", "1001", "+15550100003"]
    ) -> OutboundAttempt {
        OutboundAttempt(
            for: "acme", isMember: isMember, dialing: Redacted(number), askedCallerID: callerID, callerIDs: callerIDs,
            usualCallerID: "+15550100009", liveCalls: liveCalls)
    }

    private func called(_ policy: OutboundPolicy, _ attempt: OutboundAttempt) -> PermittedOutboundCall? {
        if case .permitted(let call) = policy.verdict(on: attempt) { call } else { nil }
    }

    private func refusal(_ policy: OutboundPolicy, _ attempt: OutboundAttempt) -> OutboundRefusal? {
        if case .refused(let refusal) = policy.verdict(on: attempt) { refusal } else { nil }
    }

    @Test(
        arguments: [
            ("+442071838750", nil, "+442071838750"), ("(555) 010-0177", "1", "+15550100177"),
            ("1 555 010 0177", "1", "+15550100177"), ("011 44 20 7183 8750", "1", "+442071838750"),
            ("020 7183 8750", "44", "+442071838750"), ("0033 1 40 00 00 00", "44", "+33140000000"),
            ("06 6982 1234", "39", "+390669821234"), ("tel:+15550100177", nil, "+15550100177"),
            ("sip:+15550100177@sip.telnyx.com", nil, "+15550100177"),
        ] as [(String, String?, String)])
    func `a number is dialed as carriers write it`(dialed: String, country: String?, number: String) {
        var policy = OutboundPolicy()
        policy.country = country
        #expect(called(policy, attempt(dialed))?.number.revealed == number)
    }

    @Test(arguments: [
        "", "bob", "5550100177", "+", "+123456", "+1234567890123456", "+05550100177", "+1555010o177", "*31#",
    ])
    func `a text that is no public number is refused as such`(dialed: String) {
        #expect(refusal(OutboundPolicy(), attempt(dialed)) == .notPublicNumber)
    }

    @Test func `the usual number may be asked for as the file writes it, where the caller has no other`() {
        var policy = OutboundPolicy()
        policy.country = "1"
        var attempt = attempt("+442071838750", asking: "(555) 010-0009", callerIDs: [])
        attempt.usualCallerID = "1 555 010 0009"
        #expect(called(policy, attempt)?.callerID.revealed == "1 555 010 0009")
        attempt.askedCallerID = "+15550100008"
        #expect(refusal(policy, attempt) == .callerIDNotAllowed)
    }

    @Test func `an emergency number is one with its country in front too, and is no public number otherwise`() {
        var policy = OutboundPolicy()
        policy.country = "1"
        for text in ["911", "+1911", "9-1-1", "sip:911@sip.telnyx.com"] {
            #expect(refusal(policy, attempt(text)) == .emergency)
        }
        policy.emergency = .routed
        let call = called(policy, attempt("+1 911", liveCalls: 99))
        #expect(call?.number.revealed == "911" && call?.isEmergency == true)
        policy.emergencyNumbers = ["112"]
        #expect(refusal(policy, attempt("911")) == .notPublicNumber)
    }

    @Test func `of allowed and forbidden beginnings the longest decides, and of two alike the forbidden one`() {
        var policy = OutboundPolicy()
        #expect(refusal(policy, attempt("+19005550100")) == .forbiddenNumber)
        policy.allowed.insert("+1900555")
        #expect(called(policy, attempt("+19005550100")) != nil)
        policy.forbidden.insert("+1900555")
        #expect(refusal(policy, attempt("+19005550100")) == .forbiddenNumber)
        policy.allowed = []
        #expect(refusal(policy, attempt("+15550100177")) == .forbiddenNumber, "what nothing allows is forbidden")
    }

    @Test func `the number asked for is shown where it is the caller's, and the usual one where none is asked for`() {
        let policy = OutboundPolicy()
        func shown(_ wish: Redacted<String>?, of own: [Redacted<String>]) -> String? {
            called(policy, attempt("+15550100177", asking: wish, callerIDs: own))?.callerID.revealed
        }
        let own: [Redacted<String>] = ["1001", "+15550100002", "+15550100003"]
        #expect(shown("+1 555 010 0003", of: own) == "+15550100003")
        #expect(shown(nil, of: own) == "+15550100002" && shown(nil, of: ["1001"]) == "+15550100009")
        #expect(shown("+15550100009", of: ["1001"]) == "+15550100009", "who has none may name the exchange's")
    }

    @Test(arguments: ["+15550100004", "+15550100009", "1001", "no number", ""])
    func `a call that asks to show a number that is not the caller's is refused by that name`(wish: String) {
        let own: [Redacted<String>] = ["1001", "+15550100002"]
        let asking = attempt("+15550100177", asking: Redacted(wish), callerIDs: own)
        #expect(refusal(OutboundPolicy(), asking) == .callerIDNotAllowed)
    }

    @Test func `a call for help is placed whatever number it asks to show`() {
        var policy = OutboundPolicy()
        policy.emergency = .routed
        let asking = attempt("911", asking: "+15550100004", callerIDs: ["+15550100002"])
        #expect(called(policy, asking)?.callerID == "+15550100002")
    }

    @Test func `who is no member, whose organisation may not, and who is in too many calls, is refused by that name`() {
        var policy = OutboundPolicy()
        #expect(refusal(policy, attempt("+15550100177", isMember: false)) == .notMember)
        #expect(refusal(policy, attempt("911", isMember: false)) == .notMember)
        #expect(refusal(policy, attempt("+15550100177", liveCalls: policy.callsAtOnce)) == .tooManyCalls)
        policy.organizations = ["other"]
        #expect(refusal(policy, attempt("+15550100177")) == .organizationMayNot)
    }

    @Test func `every refusal has words and an ending that a phone can show`() {
        for refusal in OutboundRefusal.allCases {
            #expect(!refusal.text.isEmpty && refusal.ending.sipReason == refusal.text)
            #expect(refusal.ending.cause.name.hasPrefix("CAUSE_") == false)
        }
        #expect(Set(OutboundRefusal.allCases.map(\.text)).count == OutboundRefusal.allCases.count)
    }

    @Test func `a public number is said in no log`() throws {
        let number = try #require(PublicNumber("+15550100177"))
        #expect(!"\(number)".contains("5550100177"))
    }
}
