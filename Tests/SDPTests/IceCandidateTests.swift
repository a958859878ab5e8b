import SDP
import Testing

struct IceCandidateTests {
    private static let relay =
        "3 1 udp 41885695 192.0.2.9 61000 typ relay raddr 0.0.0.0 rport 9 generation 0 ufrag abcd network-cost 50"

    @Test(arguments: ["a=candidate:", "candidate:", "CANDIDATE:", ""])
    func `a candidate is read with any prefix`(prefix: String) throws {
        let candidate = try IceCandidate(parsing: prefix + Self.relay)
        #expect(candidate.text == Self.relay)
        #expect(candidate.kind == .relayed && candidate.relatedPort == 9 && candidate.extensions.count == 3)
    }

    @Test func `a TCP candidate keeps its type`() throws {
        let candidate = try IceCandidate(parsing: "1 1 TCP 9 10.0.0.1 9 typ host tcptype so generation 0")
        #expect(candidate.transport == .tcp && candidate.tcpType == .simultaneousOpen)
        #expect(candidate.text == "1 1 tcp 9 10.0.0.1 9 typ host tcptype so generation 0")
    }

    @Test func `unknown kinds and transports are kept`() throws {
        let candidate = try IceCandidate(parsing: "1 1 quic 9 host.example 9 typ proxied")
        #expect(candidate.transport == .other("quic") && candidate.kind == .other("proxied"))
    }

    @Test(arguments: [
        "", "candidate:", "1 1 udp 9 10.0.0.1 9 typ", "1 0 udp 9 10.0.0.1 9 typ host",
        "1 257 udp 9 10.0.0.1 9 typ host",
        "1 1 udp 4294967296 10.0.0.1 9 typ host", "1 1 udp -1 10.0.0.1 9 typ host", "1 1 udp 9 10.0.0.1 65536 typ host",
        "1 1 udp 9 10.0.0.1 9 type host", "1 1 udp 9 10.0.0.1 9 typ host generation",
        "1 1 udp 9 10.0.0.1 9 typ relay raddr 0.0.0.0 rport x", "1 1 tcp 9 10.0.0.1 9 typ host tcptype x",
        "1 1 udp 9 10.0.0.1\r\na=x 9 typ host", "1 1 udp 9 ä 9 typ host",
        "123456789012345678901234567890123 1 udp 9 h 9 typ host",
    ])
    func `a line that is not a candidate is refused`(text: String) {
        #expect(throws: SDPError.self) { try IceCandidate(parsing: text) }
    }

    @Test func `an overlong candidate is refused before it is read`() {
        let error = #expect(throws: SDPError.self) {
            try IceCandidate(parsing: Self.relay + String(repeating: " a b", count: SDPLimits.candidateBytesMax))
        }
        #expect(error?.code == .limitExceeded)
    }
}
