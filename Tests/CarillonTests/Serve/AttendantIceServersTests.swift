import Carillon
import ExchangeServer
import MediaEngine
import Redaction
import Testing

@Suite struct AttendantIceServersTests {
    @Test func `the attendant uses what its media speaks, and says of each other address where it stands and why`() {
        let servers = AttendantIceServers(
            [
                IceServerEntry(urls: ["stun:stun.example"]),
                IceServerEntry(
                    urls: ["turn:turn.example?transport=tcp", "turns:turn.example"], username: "relay",
                    credential: "secret"),
            ], at: 0)
        #expect(
            servers.usable == [
                IceServer(host: "stun.example"),
                IceServer(
                    host: "turn.example",
                    relay: IceServer.Relay(transport: .tcp, username: "relay", password: "secret")),
            ])
        #expect(
            servers.leftOut == [
                "ice-servers[1].urls[1]: the voicemail attendant does without it: it begins with neither stun: nor turn:"
            ])
    }

    @Test func `nothing of an address is repeated`() {
        let servers = AttendantIceServers([IceServerEntry(urls: ["turns:hidden.example:5349"])], at: 0)
        #expect(servers.usable.isEmpty)
        #expect(servers.leftOut.count == 1 && servers.leftOut.allSatisfy { !$0.contains("hidden") })
    }
}
