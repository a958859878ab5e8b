import CallModel
import PhoneCore
import Redaction
import Testing

@Suite struct DialDestinationTests {
    private func read(_ text: String) throws(DialError) -> DialDestination { try DialDestination(Redacted(text)) }

    @Test(arguments: [
        ("+1 (555) 010-0177", "+15550100177"), ("030 123 45 67", "0301234567"), ("030/1234567", "0301234567"),
        ("5550100", "5550100"), ("911", "911"),
        ("112", "112"),
    ])
    func `a text with a plus sign or seven digits, or an emergency number, is a public number`(
        text: String, number: String
    )
        throws
    {
        #expect(try read(text) == .publicNumber(Redacted(number)))
        #expect(try read(text).isPublic)
    }

    @Test(arguments: [
        ("1001", "1001"), ("*31#", "*31#"), ("10-01", "1001"), ("110", "110"), ("*67 5550100", "*675550100"),
    ])
    func `shorter digits, and those with stars, mean something to the exchange`(text: String, number: String) throws {
        #expect(try read(text) == .internalNumber(Redacted(number)))
        #expect(try !read(text).isPublic)
    }

    @Test(arguments: ["bob", "Ann.B", "jörg", "4ever", "o'neil", "a+b"])
    func `anything else without an at sign is a user's name`(name: String) throws {
        #expect(try read(name) == .user(Redacted(name)))
    }

    @Test(arguments: [
        ("bob@example.com", "sip:bob@example.com"), ("sip:bob@example.com:5060", "sip:bob@example.com:5060"),
        ("SIP:+15550100@[::1]", "sip:+15550100@[::1]"),
    ])
    func `a name with a host is an address`(text: String, address: String) throws {
        #expect(try read(text) == .address(Redacted(address)))
    }

    @Test(arguments: [
        ("", DialError.invalidNumber), ("+", .invalidNumber), ("+49 30 1234x", .invalidNumber), ("1+2", .invalidNumber),
        (String(repeating: "1", count: 33), .invalidNumber), ("bob alice", .invalidName), ("bob\u{202E}", .invalidName),
        ("..", .invalidName), (String(repeating: "b", count: 129), .invalidName),
        (String(repeating: "b", count: 257), .invalidName), ("sip:bob", .invalidAddress), ("bob@", .invalidAddress),
        ("@example.com", .invalidAddress), ("sips:bob@example.com", .invalidAddress), ("a@b@c", .invalidAddress),
        ("bob@exam ple", .invalidAddress),
    ])
    func `a text that is neither number, name nor address is refused with the reason`(text: String, fault: DialError) {
        #expect(throws: fault) { try read(text) }
    }

    @Test func `a party without a number is called back over its organization`() {
        let acme = OrganizationID("acme")
        let bob = CallHandle(party: "bob", of: acme)
        #expect(bob == .generic("bob;organization=acme") && bob.party == "bob")
        #expect(CalledParty(text: bob.text) == CalledParty("bob", in: acme))
        #expect(CallHandle(party: "+15550100177", of: acme) == .phoneNumber("+15550100177"))
        #expect(CallHandle(party: "1001", of: acme) == .phoneNumber("1001"))
        #expect(CallHandle(party: "bob", of: nil) == .generic("bob") && CallHandle(party: "", of: acme).isEmpty)
        #expect(CalledParty(text: "bob") == CalledParty("bob", in: nil))
        #expect(CalledParty(text: "bob;organization=") == CalledParty("bob", in: nil))
    }

    @Test func `no party is said in a log`() throws {
        for text in ["+15550100177", "1001", "bob", "bob@example.com"] {
            let destination = try read(text)
            #expect(!"\(destination)".contains(destination.text.revealed))
        }
    }
}
