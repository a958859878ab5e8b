/// Descriptions with no media behind them: good enough for signaling.
enum TestSDP {
    static let offer = body("actpass", user: "offr")
    static let answer = body("active", user: "answ")

    private static func body(_ setup: String, user: String) -> String {
        [
            "v=0", "o=- 4611731400430051336 2 IN IP4 127.0.0.1", "s=-", "t=0 0",
            "m=audio 40000 UDP/TLS/RTP/SAVPF 111 0 101", "c=IN IP4 127.0.0.1", "a=rtcp-mux", "a=ice-ufrag:\(user)",
            "a=ice-pwd:0123456789abcdefghijklmn",
            "a=fingerprint:sha-256 " + (0..<32).map { _ in "AB" }.joined(separator: ":"), "a=setup:\(setup)",
            "a=sendrecv", "a=rtpmap:111 opus/48000/2", "a=rtpmap:0 PCMU/8000", "a=rtpmap:101 telephone-event/8000",
            "a=candidate:1 1 udp 2130706431 127.0.0.1 40000 typ host", "a=end-of-candidates", "",
        ].joined(separator: "\r\n")
    }
}
