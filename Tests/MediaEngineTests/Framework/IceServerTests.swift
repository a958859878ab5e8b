import MediaEngine
import Redaction
import Testing

struct IceServerTests {
    @Test(arguments: [
        ("stun:stun.example.org:3478", IceServer(host: "stun.example.org")),
        ("stun:[2001:db8::1]:19302", IceServer(host: "2001:db8::1", port: 19_302)),
        ("turn:192.0.2.1:3478?transport=udp", relay("192.0.2.1", 3_478, .udp)),
        ("turn:turn.example.org:80?transport=tcp", relay("turn.example.org", 80, .tcp)),
        ("turns:[2001:db8::1]:5349?transport=tcp", relay("2001:db8::1", 5_349, .tls)),
    ])
    func `a server's URL is that of RFC 7064 and RFC 7065, and reads as the same server`(
        url: String, server: IceServer
    ) throws {
        #expect(server.url == url)
        let relay = server.relay
        #expect(try IceServer(url: url, username: relay?.username, password: relay?.password) == server)
    }

    private static func relay(_ host: String, _ port: UInt16, _ transport: IceServer.Transport) -> IceServer {
        let relay = IceServer.Relay(transport: transport, username: "u", password: Redacted("p"))
        return IceServer(host: host, port: port, relay: relay)
    }
}
