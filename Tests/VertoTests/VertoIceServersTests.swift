import Redaction
import Testing
import Verto
import WireJSON

/// STUN and TURN servers that our exchange tells in the result of a login, and again when it is asked.
struct VertoIceServersTests {
    private let servers =
        #""ice_servers":[{"urls":["turn:h:3478"],"username":"300:n","credential":"c"}],"ice_servers_seconds":600"#
    private let question = #"→ "id":2,"method":"verto.iceServers","params":{"sessid":"s1"}"#

    private func loggedIn() -> ClientTranscript {
        var client = ClientTranscript(.freeSwitch)
        _ = client.handle(.connect)
        _ = client.handle(.socketOpened)
        return client
    }

    @Test func `servers of a login's result are used, and asked for anew at the half of their time`() {
        var client = loggedIn()
        let told = client.receive(#""id":1,"result":{"message":"logged in",\#(servers)}"#)
        #expect(told.contains("servers turn:h:3478 for 600.0 seconds"))
        #expect(told.contains("start iceServers 300.0 seconds"))
        #expect(client.handle(.timerFired(.iceServers)).first == question)
        #expect(
            client.receive(#""id":2,"result":{\#(servers)}"#) == [
                "cancel request 2", "servers turn:h:3478 for 600.0 seconds", "start iceServers 300.0 seconds",
            ])
    }

    @Test func `an exchange that does not give them is asked again a minute later`() {
        var client = loggedIn()
        _ = client.receive(#""id":1,"result":{"message":"logged in",\#(servers)}"#)
        _ = client.handle(.timerFired(.iceServers))
        #expect(
            client.receive(#""id":2,"error":{"code":-32601,"message":"no"}"#) == [
                "cancel request 2", "start iceServers 60.0 seconds",
            ])
        // A lost socket ends the question; the next login brings others.
        _ = client.handle(.timerFired(.iceServers))
        #expect(!client.handle(.socketClosed(jitter: 0)).contains { $0.hasPrefix("start iceServers") })
        #expect(client.handle(.timerFired(.iceServers)).isEmpty)
    }

    @Test func `servers that do not end are not asked for again, and other makers' exchanges give none`() {
        var client = loggedIn()
        let told = client.receive(#""id":1,"result":{"message":"logged in","ice_servers":[{"urls":"stun:h"}]}"#)
        #expect(told.contains("servers stun:h"))
        #expect(!told.contains { $0.hasPrefix("start iceServers") })
        var other = loggedIn()
        #expect(!other.receive(#""id":1,"result":{"message":"logged in"}"#).contains { $0.hasPrefix("servers") })
    }

    @Test func `ICE servers survive the wire unchanged`() throws {
        let given = VertoIceServers(
            servers: [.init(urls: ["stun:a"]), .init(urls: ["turn:b", "turn:c"], username: "u", credential: "p")],
            lifetime: .seconds(60))
        #expect(VertoIceServers(result: .object(given.object)) == given)
        #expect(VertoIceServers(result: .object(["message": "logged in"])) == nil)
    }

    @Test func `servers that are too many, too long or none are left out, and a lifetime has a bound`() throws {
        let long = String(repeating: "x", count: VertoIceServers.textByteCountMax + 1)
        var listed: [JSONValue] = [
            ["urls": [.string(long), "stun:a"]], ["urls": [.string(long)]], ["urls": 5], "stun:b",
            ["urls": "turn:c", "username": .string(long), "credential": "p"],
        ]
        listed += (0..<100).map { ["urls": .string("stun:\($0)")] }
        let read = try #require(
            VertoIceServers(
                result: ["ice_servers": .array(listed), "ice_servers_seconds": .integer(.max)]))
        #expect(read.servers.count == 12)
        #expect(read.servers.first == .init(urls: ["stun:a"]))
        #expect(read.lifetime == .seconds(VertoIceServers.secondsMax))
        #expect(VertoIceServers(result: ["ice_servers": [], "ice_servers_seconds": -1])?.lifetime == nil)
    }

    @Test func `a server sends ICE servers in the login's result, and on request`() {
        var server = ServerTranscript()
        _ = server.receive(VertoServerSessionLoginTests.login)
        let given = VertoIceServers(servers: [.init(urls: ["stun:a"])], lifetime: .seconds(60))
        let result = #""ice_servers":[{"urls":["stun:a"]}],"ice_servers_seconds":60,"sessid":"s1""#
        #expect(
            server.handle(.authenticated(user: "ann", reattachedCallIDs: [], iceServers: given)).contains(
                #"→ "id":3,"result":{"message":"logged in",\#(result)}"#))
        _ = server.handle(.timerFired(.clientReady))
        let asked = #"{"jsonrpc":"2.0","id":4,"method":"verto.iceServers","params":{"sessid":"s1"}}"#
        #expect(server.receive(asked) == ["request 1 verto.iceServers"])
        #expect(
            server.handle(.reply(VertoRequestNumber(number: 1), given.object)) == [#"→ "id":4,"result":{\#(result)}"#])
    }

    @Test func `while a call stands a silent socket is pinged after 5 seconds, and lost 4 later`() {
        var client = ClientTranscript(readyIn: .freeSwitch)
        client.now = .seconds(2)
        #expect(client.handle(.callStands(true)) == ["start keepAlive 3.0 seconds"])
        #expect(client.handle(.callStands(true)).isEmpty)
        client.now = .seconds(5)
        #expect(
            client.handle(.timerFired(.keepAlive)) == [
                "start keepAlive 5.0 seconds", #"→ "id":2,"method":"verto.ping","params":{"sessid":"s1"}"#,
                "start request 2 4.0 seconds",
            ])
        client.now = .seconds(9)
        #expect(client.handle(.timerFired(.request(2))).contains { $0.hasPrefix("reconnecting 1") })
    }

    @Test func `after the call the socket is left alone for as long as before`() {
        var client = ClientTranscript(readyIn: .freeSwitch)
        _ = client.handle(.callStands(true))
        client.now = .seconds(4)
        #expect(client.handle(.callStands(false)) == ["start keepAlive 31.0 seconds"])
    }
}
