import Redaction
import Testing
import Verto
import WireJSON

struct VertoClientSessionTests {
    static let hold = VertoClientRequest.modify(VertoModify(callID: "c", action: .hold))
    static let ends = ["cancel connect", "cancel ready", "cancel gateway", "cancel keepAlive", "cancel reconnect"]

    @Test func `FreeSWITCH's session is ready at clientReady`() {
        var client = ClientTranscript(.freeSwitch)
        #expect(client.handle(.connect) == ["open", "start connect 10.0 seconds"])
        #expect(
            client.handle(.socketOpened) == [
                "cancel connect", "start keepAlive 35.0 seconds",
                #"→ "id":1,"method":"login","params":{"login":"ann","passwd":"p","sessid":"s1"}"#,
                "start request 1 10.0 seconds",
            ])
        #expect(
            client.receive(#""id":1,"result":{"message":"logged in","sessid":"s1"}"#) == [
                "cancel request 1", "logged in s1", "start ready 10.0 seconds",
            ])
        #expect(
            client.receive(#""id":77,"method":"verto.clientReady","params":{"reattached_sessions":["c"]}"#) == [
                #"→ "id":77,"result":{"method":"verto.clientReady"}"#, "cancel ready", "cancel gateway", "ready c",
            ])
        #expect(client.session.isReady)
    }

    @Test func `Telnyx' session is ready when its gateway is, and takes the server's session`() {
        var client = ClientTranscript(.telnyx)
        _ = client.handle(.connect)
        _ = client.handle(.socketOpened)
        #expect(
            client.receive(#""id":"0a1b2c3d-0000-4000-8000-000000000001","result":{"sessid":"theirs"}"#) == [
                "cancel request 1", "logged in theirs", "start gateway 3.0 seconds",
            ])
        #expect(
            client.receive(#""id":5,"method":"telnyx_rtc.clientReady","params":{}"#) == [
                #"→ "id":5,"result":{"method":"telnyx_rtc.clientReady"}"#,
                #"→ "id":"0a1b2c3d-0000-4000-8000-000000000002","method":"telnyx_rtc.gatewayState","#
                    + #""params":{"sessid":"theirs"}"#,
                "start request 2 10.0 seconds",
            ])
        #expect(
            client.receive(
                #""id":"0a1b2c3d-0000-4000-8000-000000000002","result":{"params":{"state":"REGED"},"sessid":"x"}"#)
                == ["cancel request 2", "cancel ready", "cancel gateway", "ready -"])
    }

    @Test func `calls that a push announced are asked for as soon as the gateway is registered, and each time it is`() {
        var client = ClientTranscript(.telnyx, callFetch: ["push_notification_provider": "ios"])
        for login in [1, 4] {
            _ = client.handle(login == 1 ? .connect : .networkChanged)
            _ = client.handle(.socketOpened)
            _ = client.receive(#""id":\#(ClientTranscript.id(login, .telnyx)),"result":{"sessid":"s"}"#)
            _ = client.receive(#""id":5,"method":"telnyx_rtc.clientReady","params":{}"#)
            let ready = client.receive(
                #""id":\#(ClientTranscript.id(login + 1, .telnyx)),"result":{"params":{"state":"REGED"}}"#)
            #expect(
                ready.suffix(3) == [
                    "ready -",
                    #"→ "id":\#(ClientTranscript.id(login + 2, .telnyx)),"method":"telnyx_rtc.attachCalls","#
                        + #""params":{"sessid":"s","push_notification_provider":"ios"}"#,
                    "start request \(login + 2) 10.0 seconds",
                ])
        }
        #expect(
            client.receive(
                #""id":\#(ClientTranscript.id(6, .telnyx)),"error":{"code":-32002,"message":"CALL DOES NOT EXIST"}"#)
                == ["cancel request 6"])
    }

    @Test func `a gateway's state counts as a request of the server too`() {
        var client = ClientTranscript(.telnyx)
        _ = client.handle(.connect)
        _ = client.handle(.socketOpened)
        _ = client.receive(#""id":\#(ClientTranscript.id(1, .telnyx)),"result":{}"#)
        #expect(
            client.receive(#""id":6,"method":"telnyx_rtc.gatewayState","params":{"state":"REGED"}"#).last == "ready -")
    }

    /// A session that has asked for the gateway's state with its second request.
    private func asking() -> ClientTranscript {
        var client = ClientTranscript(.telnyx)
        _ = client.handle(.connect)
        _ = client.handle(.socketOpened)
        _ = client.receive(#""id":\#(ClientTranscript.id(1, .telnyx)),"result":{}"#)
        _ = client.receive(#""id":5,"method":"telnyx_rtc.clientReady","params":{}"#)
        return client
    }

    /// Answers that the gateway tries to register.
    private func tries(_ client: inout ClientTranscript, number: Int) -> [String] {
        client.receive(#""id":\#(ClientTranscript.id(number, .telnyx)),"result":{"params":{"state":"TRYING"}}"#)
    }

    @Test func `a gateway that does not register is asked twice more and then given up`() {
        var client = asking()
        for number in 2...3 {
            #expect(tries(&client, number: number) == ["cancel request \(number)"])
            let lines = client.handle(.timerFired(.gateway))
            #expect(lines.first == "start gateway 3.0 seconds")
            #expect(lines.contains { $0.contains("telnyx_rtc.gatewayState") })
        }
        _ = tries(&client, number: 4)
        #expect(client.handle(.timerFired(.gateway)).last == "ended gateway timed out")
    }

    @Test func `a gateway that does not answer costs the socket, and not the session`() {
        var client = asking()
        for _ in 1..<VertoClientTiming.gatewayWaitCountMaxDefault {
            #expect(client.handle(.timerFired(.gateway)) == ["start gateway 3.0 seconds"])
        }
        let lines = client.handle(.timerFired(.gateway))
        #expect(lines.first == "close" && lines.last?.hasPrefix("reconnecting 1") == true)
    }

    @Test func `during a call a gateway that does not answer costs the socket as soon as a ping would`() {
        var client = ClientTranscript(.telnyx)
        _ = client.handle(.connect)
        _ = client.handle(.callStands(true))
        _ = client.handle(.socketOpened)
        _ = client.receive(#""id":\#(ClientTranscript.id(1, .telnyx)),"result":{}"#)
        let asked = client.receive(#""id":5,"method":"telnyx_rtc.clientReady","params":{}"#)
        #expect(asked.last == "start request 2 4.0 seconds")
        let lines = client.handle(.timerFired(.request(2)))
        #expect(lines.first == "close" && lines.last?.hasPrefix("reconnecting 1") == true)
    }

    @Test func `a call that hears nothing asks for the gateway's state at once, but only after the list of calls`() {
        var client = ClientTranscript(.telnyx)
        _ = client.handle(.connect)
        _ = client.handle(.callStands(true))
        _ = client.handle(.socketOpened)
        #expect(client.handle(.mediaFellSilent) == [])
        _ = client.receive(#""id":\#(ClientTranscript.id(1, .telnyx)),"result":{}"#)
        #expect(client.handle(.mediaFellSilent) == [])
        _ = client.receive(#""id":5,"method":"telnyx_rtc.clientReady","params":{}"#)
        #expect(tries(&client, number: 2) == ["cancel request 2"])
        #expect(client.handle(.mediaFellSilent).contains { $0.contains("telnyx_rtc.gatewayState") })
        #expect(client.handle(.mediaFellSilent) == [], "it is asked once")
    }

    @Test func `a gateway that failed ends the session at once`() {
        var client = ClientTranscript(readyIn: .telnyx)
        let lines = client.receive(#""id":6,"method":"telnyx_rtc.gatewayState","params":{"state":"FAILED"}"#)
        #expect(lines.last == "ended gateway failed FAILED")
        #expect(lines.contains("close"))
    }

    @Test func `a gateway lost after ready is reported and asked again`() {
        var client = ClientTranscript(readyIn: .telnyx)
        #expect(
            client.receive(#""id":6,"method":"telnyx_rtc.gatewayState","params":{"state":"UNREGED"}"#).suffix(2) == [
                "gateway lost UNREGED", "start gateway 3.0 seconds",
            ])
        #expect(client.handle(.timerFired(.gateway)).contains { $0.contains("gatewayState") })
        #expect(
            client.receive(#""id":\#(ClientTranscript.id(3, .telnyx)),"result":{"params":{"state":"REGED"}}"#).last
                == "ready -")
    }

    @Test func `a wrong password ends the session`() {
        var client = ClientTranscript(.freeSwitch)
        _ = client.handle(.connect)
        _ = client.handle(.socketOpened)
        #expect(
            client.receive(#""id":1,"error":{"code":-32001,"message":"Authentication Failure"}"#)
                == ["cancel request 1", "close"] + Self.ends + ["ended login refused -32001"])
    }

    @Test(arguments: [VertoDialect.telnyx, .freeSwitch])
    func `a server that cannot decide about a login now gets it again, and the calls go on`(_ dialect: VertoDialect) {
        var client = ClientTranscript(readyIn: dialect)
        _ = client.handle(.callStands(true))
        _ = client.handle(.networkChanged)
        let login = client.handle(.socketOpened).first { $0.contains(#""method":"login""#) }
        #expect(login != nil)
        let id = ClientTranscript.id(dialect == .telnyx ? 3 : 2, dialect)
        let lines = client.receive(#""id":\#(id),"error":{"code":-32001,"message":"Service Unavailable"}"#)
        #expect(lines.contains("login deferred") && lines.contains("close"))
        #expect(lines.last?.hasPrefix("reconnecting 1") == true)
        #expect(client.handle(.timerFired(.reconnect)).first == "open")
    }

    @Test func `a login without an answer is tried on another socket`() {
        var client = ClientTranscript(.freeSwitch)
        _ = client.handle(.connect)
        _ = client.handle(.socketOpened)
        let lines = client.handle(.timerFired(.request(1)))
        #expect(lines.first == "close")
        #expect(lines.last?.hasPrefix("reconnecting 1") == true)
    }

    @Test func `a request's result comes back under the app's number, refused or not`() {
        var client = ClientTranscript(readyIn: .freeSwitch)
        #expect(
            client.send(40, Self.hold) == [
                #"→ "id":2,"method":"verto.modify","params":{"sessid":"s1","action":"hold","#
                    + #""dialogParams":{"callID":"c"}}"#,
                "start request 2 10.0 seconds",
            ])
        _ = client.send(41, Self.hold)
        #expect(
            client.receive(#""id":3,"error":{"code":-32002,"message":"x"}"#) == [
                "cancel request 3", "outcome 41 refused -32002",
            ])
        #expect(
            client.receive(#""id":2,"result":{"holdState":"held"}"#) == [
                "cancel request 2", #"outcome 40 {"holdState":"held"}"#,
            ])
        #expect(client.receive(#""id":2,"result":{}"#).isEmpty)
    }

    @Test func `a request without an answer times out, a bye sooner`() {
        var client = ClientTranscript(readyIn: .freeSwitch)
        #expect(client.send(1, Self.hold).last == "start request 2 10.0 seconds")
        #expect(client.send(2, .bye(VertoBye(callID: "c"))).last == "start request 3 5.0 seconds")
        #expect(client.handle(.timerFired(.request(3))) == ["outcome 2 timed out"])
        #expect(client.handle(.timerFired(.request(3))).isEmpty)
    }

    @Test func `a request is not sent before login, nor beyond the limit`() {
        var client = ClientTranscript(.freeSwitch)
        #expect(client.send(1, Self.hold) == ["outcome 1 not connected"])
        var busy = ClientTranscript(readyIn: .freeSwitch)
        for number in 1...VertoClientSession.pendingCountMax {
            #expect(busy.send(UInt64(number), Self.hold).count == 2)
        }
        #expect(busy.send(999, Self.hold) == ["outcome 999 too many requests"])
    }

    @Test func `a server's request is acknowledged and reported, a malformed one as malformed`() {
        var client = ClientTranscript(readyIn: .telnyx)
        #expect(
            client.receive(#""id":8,"method":"telnyx_rtc.invite","params":{"callID":"c","sdp":"v=0"}"#) == [
                #"→ "id":8,"result":{"method":"telnyx_rtc.invite"}"#, "request verto.invite",
            ])
        #expect(
            client.receive(#""id":9,"method":"telnyx_rtc.invite","params":{"callID":"c"}"#) == [
                "unreadable Verto: member missing: params.sdp"
            ])
    }

    @Test func `Telnyx' ping is sent back, but only when ready; FreeSWITCH's is acknowledged`() {
        var telnyx = ClientTranscript(.telnyx)
        _ = telnyx.handle(.connect)
        _ = telnyx.handle(.socketOpened)
        let ping = #""id":4,"method":"telnyx_rtc.ping","params":{"a":1},"voice_sdk_id":"v""#
        #expect(telnyx.receive(ping).isEmpty)
        telnyx.becomeReady(.telnyx)
        #expect(telnyx.receive(ping) == ["→ " + ping])
        var other = ClientTranscript(readyIn: .freeSwitch)
        #expect(
            other.receive(#""id":4,"method":"verto.ping","params":{"serno":4}"#) == [
                #"→ "id":4,"result":{"method":"verto.ping"}"#
            ])
    }

    @Test func `a silent socket is pinged, and lost when nothing comes`() {
        var client = ClientTranscript(readyIn: .freeSwitch)
        client.now = .seconds(35)
        #expect(
            client.handle(.timerFired(.keepAlive)) == [
                "start keepAlive 35.0 seconds", #"→ "id":2,"method":"verto.ping","params":{"sessid":"s1"}"#,
                "start request 2 10.0 seconds",
            ])
        let lines = client.handle(.timerFired(.request(2)))
        #expect(lines.first == "close")
        #expect(lines.last?.hasPrefix("reconnecting 1") == true)
    }

    @Test func `a socket that was heard of meanwhile is not pinged`() {
        var client = ClientTranscript(readyIn: .freeSwitch)
        client.now = .seconds(20)
        _ = client.receive(#""id":1,"result":{}"#)
        client.now = .seconds(35)
        #expect(client.handle(.timerFired(.keepAlive)) == ["start keepAlive 20.0 seconds"])
    }
}
