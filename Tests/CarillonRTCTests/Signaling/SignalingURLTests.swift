import CarillonRTC
import Testing

struct SignalingURLTests {
    @Test func `W9: a custom URL keeps scheme, port, path and query when an item is added`() throws {
        let url = try SignalingURL("ws://calls.example.org:8081/edge/7?canary=1")
        let withPush = url.adding(queryItem: "voice_sdk_id", "ab-c_1")
        #expect(!withPush.isSecure)
        #expect(withPush.host == "calls.example.org")
        #expect(withPush.port == 8081)
        #expect(withPush.target == "/edge/7?canary=1&voice_sdk_id=ab%2Dc%5F1")
    }

    @Test(arguments: [
        ("wss://rtc.telnyx.com", true, "rtc.telnyx.com", 443, "/"),
        ("ws://localhost", false, "localhost", 80, "/"),
        ("WSS://[::1]:9443/a?b=c", true, "::1", 9443, "/a?b=c"),
        ("ws://127.0.0.1:1?x", false, "127.0.0.1", 1, "/?x"),
    ])
    func `the parts of a URL are read`(text: String, isSecure: Bool, host: String, port: UInt16, target: String) throws
    {
        let url = try SignalingURL(text)
        #expect(url.isSecure == isSecure)
        #expect(url.host == host)
        #expect(url.port == port)
        #expect(url.target == target)
    }

    @Test(arguments: [
        ("calls.example.org", "no scheme"), ("https://a", "a scheme other than"), ("ws://", "no host"),
        ("ws://a:0", "a port outside"), ("ws://a:65536", "a port outside"), ("ws://u:p@a", "user information"),
        ("ws://a/#f", "a fragment"), ("ws://[::1", "without `]`"), ("ws://[::1]x", "between `]`"),
        ("ws://a b", "a space"),
    ])
    func `an unusable URL is refused, and the fault is named`(text: String, reason: String) {
        let error = #expect(throws: ClientError.self) { try SignalingURL(text) }
        #expect(error?.code == .invalidURL)
        #expect(error?.context.contains(reason) == true)
    }

    @Test func `the description of a URL leaves the query out`() throws {
        #expect(try SignalingURL("wss://a:444/p?token=secret").description == "wss://a:444/p")
        #expect(try SignalingURL("wss://[::1]/").description == "wss://[::1]/")
    }
}
