import ArgumentParser
import Carillon
import CarillonRTC
import Foundation
import MediaEngine
import Redaction
import Testing

struct PhoneOptionsTests {
    /// What the user is told of options that are refused; nil where they are taken.
    private func refusal<Options: ParsableArguments>(_ type: Options.Type, _ words: String...) -> String? {
        do {
            _ = try Options.parse(words)
            return nil
        } catch {
            return Options.message(for: error)
        }
    }

    @Test(arguments: [
        ("stun:stun.example", IceServer(host: "stun.example")),
        ("stun:192.0.2.1:99", IceServer(host: "192.0.2.1", port: 99)),
        ("turn:u:p@relay.example", Self.relay("relay.example", 3478, .udp, "u", "p")),
        ("turn:u:p%40w%3Ax@relay.example:443?transport=tcp", Self.relay("relay.example", 443, .tcp, "u", "p@w:x")),
        ("turn:u:p@w@relay.example", Self.relay("relay.example", 3478, .udp, "u", "p@w")),
        ("turn:1764000000:u:p=@[2001:db8::1]:80", Self.relay("2001:db8::1", 80, .udp, "1764000000:u", "p=")),
        ("turns:u:p@relay.example", Self.relay("relay.example", 5349, .tls, "u", "p")),
        ("turn:u:@relay.example?transport=udp", Self.relay("relay.example", 3478, .udp, "u", "")),
    ])
    func `a server is scheme, user, password, host, port and transport`(text: String, wanted: IceServer) throws {
        #expect(try PhoneNetworkOptions.server(text) == wanted)
    }

    private static func relay(
        _ host: String, _ port: UInt16, _ transport: IceServer.Transport, _ user: String, _ password: String
    ) -> IceServer {
        let relay = IceServer.Relay(transport: transport, username: user, password: Redacted(password))
        return IceServer(host: host, port: port, relay: relay)
    }

    @Test(arguments: [
        ("", "begins with none of"), ("relay.example", "begins with none of"),
        ("stuns:relay.example", "begins with none of"), ("turns:u:p@h?transport=udp", "or of turns: with the latter"),
        ("stun:", "has no host"),
        ("stun::99", "has no host"),
        ("stun:host:0x", "has a port outside"), ("stun:host:65536", "has a port outside"),
        ("stun:host:0", "has a port outside"), ("stun:[::1]99", "has a port outside"),
        ("turn:relay.example", "lacks a username or a password"), ("turn:u@relay.example", "turn:user:password@host"),
        ("turn:u:p@relay.example?transport=tls", "?transport=udp or ?transport=tcp"),
        ("stun:relay.example?transport=udp", "of turn: only"), ("turn:u:%GG@relay.example", "lacks a username"),
    ])
    func `an invalid server is refused before anything begins`(text: String, told: String) {
        let said = refusal(PhoneNetworkOptions.self, "--ice", text)
        #expect(said?.contains("--ice") == true && said?.contains(told) == true, "\(said ?? "taken")")
    }

    @Test func `connecting while a call rings needs candidates that trickle`() {
        let told = "--connect-while-ringing needs --trickle"
        #expect(refusal(PhoneNetworkOptions.self, "--connect-while-ringing")?.contains(told) == true)
        #expect(refusal(PhoneNetworkOptions.self, "--connect-while-ringing", "--trickle") == nil)
    }

    @Test func `relays only needs a relay`() {
        let told = "--relay-only needs a turn: server among"
        #expect(refusal(PhoneNetworkOptions.self, "--relay-only") == nil)
        #expect(refusal(PhoneNetworkOptions.self, "--relay-only", "--ice", "stun:h")?.contains(told) == true)
        #expect(refusal(PhoneNetworkOptions.self, "--relay-only", "--ice", "turn:u:p@h") == nil)
    }

    @Test(arguments: [
        ("300.1.1.1", "300.1.1.1 is not an IP address"), ("localhost", "localhost is not an IP address"),
        ("127.0.0.1:80", "is not an IP address"), ("", "is not an IP address"),
        // Reserved for documentation (RFC 5737, RFC 3849).
        ("192.0.2.77", "192.0.2.77 is not an address of this machine"),
        ("2001:db8::77", "is not an address of this machine"),
    ])
    func `an invalid or foreign local address is refused before anything begins`(text: String, told: String) {
        let said = refusal(PhoneNetworkOptions.self, "--local-address", text)
        #expect(said?.contains("--local-address: ") == true && said?.contains(told) == true, "\(said ?? "taken")")
    }

    @Test func `local addresses that are here are taken, up to a limit`() {
        #expect(refusal(PhoneNetworkOptions.self, "--local-address", "127.0.0.1") == nil)
        let many = (1...9).flatMap { ["--local-address", "127.0.0.\($0)"] }
        #expect(throws: Never.self) { try PhoneNetworkOptions.parse(Array(many.dropLast(2))) }
        #expect(throws: (any Error).self) { try PhoneNetworkOptions.parse(many) }
    }

    @Test func `help says which files are replaced`() {
        let help = PhoneCommand.helpMessage().split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(help.contains("Existing files are replaced."))
        #expect(help.contains("A file of that name is replaced."))
    }

    @Test func `a client's error is shown without its code`() {
        #expect(
            ErrorDescription.text(of: ClientError(.refused, "the call is held already")) == "the call is held already")
    }

    @Test func `a sound that cannot be played is refused with its name`() {
        #expect(
            refusal(PhoneSoundOptions.self, "--play", "/nowhere/at/all.wav")?
                .contains("--play: /nowhere/at/all.wav: cannot be opened") == true)
        #expect(refusal(PhoneSoundOptions.self, "--play", "tone:5")?.contains("--play: a tone is") == true)
        #expect(refusal(PhoneSoundOptions.self, "--play", "tone:440") == nil)
    }

    @Test func `a recording that cannot be made is refused with its name, and not begun too early`() {
        #expect(
            refusal(PhoneSoundOptions.self, "--record", "/nowhere/at/all.wav")?
                .contains("--record: /nowhere/at/all.wav: cannot be made") == true)
        let path = NSTemporaryDirectory() + "/carillon-\(UUID().uuidString).wav"
        #expect(refusal(PhoneSoundOptions.self, "--record", path) == nil)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func `more tones than can be listened for are refused`() {
        let tones = (0..<ToneMeter.frequencyCountMax).flatMap { ["--listen-for", "\(400 + 20 * $0)"] }
        #expect(throws: Never.self) { try PhoneSoundOptions.parse(tones) }
        #expect(throws: (any Error).self) { try PhoneSoundOptions.parse(tones + ["--listen-for", "2000"]) }
    }

    @Test func `codecs are taken in the order given, unknown ones are not`() throws {
        #expect(try PhoneSoundOptions.parse(["--codec", "pcma", "--codec", "opus"]).codec == [.pcma, .opus])
        #expect(refusal(PhoneSoundOptions.self, "--codec", "g729")?.contains("g729") == true)
    }
}
