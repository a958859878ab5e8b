import Redaction

/// Session descriptions for tests, small and right.
enum SampleDescription {
    static func offer(_ generation: String = "anna", setup: String = "actpass") -> Redacted<String> {
        Redacted(
            """
            v=0\r
            o=- 1 1 IN IP4 0.0.0.0\r
            s=-\r
            t=0 0\r
            m=audio 9 UDP/TLS/RTP/SAVPF 111 0\r
            c=IN IP4 0.0.0.0\r
            a=mid:0\r
            a=ice-ufrag:\(generation)\r
            a=ice-pwd:0123456789012345678901\r
            a=ice-options:trickle\r
            a=setup:\(setup)\r
            a=rtpmap:111 opus/48000/2\r

            """)
    }

    static func answer(_ generation: String) -> Redacted<String> { offer(generation, setup: "active") }

    static let candidate: Redacted<String> = "candidate:1 1 udp 2130706431 192.0.2.1 40000 typ host"
    static let otherCandidate: Redacted<String> = "candidate:2 1 udp 2130706430 192.0.2.2 40001 typ host"
}
