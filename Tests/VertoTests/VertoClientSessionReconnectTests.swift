import Redaction
import Testing
import Verto
import WireJSON

struct VertoClientSessionReconnectTests {
    @Test func `a lost socket is opened again under the same session, and its requests are given up`() {
        var client = ClientTranscript(readyIn: .freeSwitch)
        _ = client.send(9, VertoClientSessionTests.hold)
        #expect(
            client.handle(.socketClosed(jitter: 1000))
                == VertoClientSessionTests.ends + [
                    "cancel request 2", "outcome 9 connection lost", "start reconnect 1.0 seconds",
                    "reconnecting 1 1.0 seconds",
                ])
        #expect(client.handle(.timerFired(.reconnect)) == ["open", "start connect 10.0 seconds"])
        #expect(
            client.handle(.socketOpened).contains {
                $0.contains(#""method":"login""#) && $0.contains(#""sessid":"s1""#)
            })
        #expect(client.receive(#""id":3,"result":{"message":"logged in"}"#).contains("logged in s1"))
        #expect(
            client.receive(#""id":5,"method":"verto.attach","params":{"callID":"c","sdp":"v=0"}"#).last
                == "request verto.attach")
        let answer = VertoClientRequest.attach(VertoAnswer(sdp: "v=0", dialog: VertoDialog(callID: "c")))
        #expect(client.send(10, answer).first?.contains(#""method":"verto.attach""#) == true)
        #expect(
            client.receive(#""id":6,"method":"verto.clientReady","params":{"reattached_sessions":["c"]}"#).last
                == "ready c")
    }

    @Test func `the wait doubles, is spread by half, has a bound, and the tries have an end`() {
        var client = ClientTranscript(.freeSwitch)
        _ = client.handle(.connect)
        var waits: [String] = []
        for attempt in 1...VertoClientTiming.reconnectCountMaxDefault {
            let line = client.handle(.socketClosed(jitter: attempt == 1 ? 0 : 60000)).last ?? ""
            waits.append(line)
            _ = client.handle(.timerFired(.reconnect))
        }
        #expect(
            waits == [
                "reconnecting 1 0.5 seconds", "reconnecting 2 2.0 seconds", "reconnecting 3 4.0 seconds",
                "reconnecting 4 8.0 seconds", "reconnecting 5 16.0 seconds", "reconnecting 6 30.0 seconds",
                "reconnecting 7 30.0 seconds", "reconnecting 8 30.0 seconds", "reconnecting 9 30.0 seconds",
                "reconnecting 10 30.0 seconds",
            ])
        #expect(client.handle(.socketClosed(jitter: 0)).last == "ended connection lost")
        #expect(client.handle(.connect).first == "open")
    }

    @Test func `a session that was ready again has all its tries again`() {
        var client = ClientTranscript(readyIn: .freeSwitch)
        _ = client.handle(.socketClosed(jitter: 0))
        _ = client.handle(.timerFired(.reconnect))
        _ = client.handle(.socketOpened)
        client.becomeReady(.freeSwitch, login: 2)
        #expect(client.session.isReady)
        #expect(client.handle(.socketClosed(jitter: 0)).last == "reconnecting 1 0.5 seconds")
    }

    @Test func `a session that is not to reconnect ends with its socket`() {
        var client = ClientTranscript(readyIn: .telnyx, reconnects: false)
        #expect(client.handle(.socketClosed(jitter: 0)).last == "ended connection lost")
    }

    @Test func `a socket that does not open in time is given up`() {
        var client = ClientTranscript(.freeSwitch)
        _ = client.handle(.connect)
        #expect(client.handle(.timerFired(.connect)).first == "close")
        #expect(client.handle(.socketOpened).isEmpty)
    }

    @Test func `clientReady that does not come costs the socket`() {
        var client = ClientTranscript(.freeSwitch)
        _ = client.handle(.connect)
        _ = client.handle(.socketOpened)
        _ = client.receive(#""id":1,"result":{}"#)
        #expect(client.handle(.timerFired(.ready)).first == "close")
    }

    @Test func `a changed network opens another socket at once`() {
        var client = ClientTranscript(readyIn: .telnyx)
        #expect(
            client.handle(.networkChanged) == ["close"] + VertoClientSessionTests.ends + [
                "reconnecting 0 0.0 seconds", "open", "start connect 10.0 seconds",
            ])
        var idle = ClientTranscript(.telnyx)
        #expect(idle.handle(.networkChanged).isEmpty)
    }

    /// A session in a call that has pinged its server; nothing was answered.
    private func pinging() -> ClientTranscript {
        var client = ClientTranscript(readyIn: .freeSwitch)
        _ = client.handle(.callStands(true))
        client.now += VertoClientTiming.keepAliveTimeInCallDefault
        #expect(client.handle(.timerFired(.keepAlive)).contains { $0.contains("ping") })
        return client
    }

    private let asked = #""id":7,"method":"verto.modify","params":{"callID":"c","sdp":"v=0"}"#

    @Test func `a server that asks and has not answered a ping for a second is given up without a word`() {
        var client = pinging()
        client.now += VertoClientTiming.pingDoubtTimeDefault
        #expect(
            client.receive(asked) == ["close"] + VertoClientSessionTests.ends + [
                "cancel request 2", "reconnecting 0 0.0 seconds", "open", "start connect 10.0 seconds",
            ])
    }

    @Test func `a server that has answered, or was asked a moment ago, is believed`() {
        var client = pinging()
        client.now += VertoClientTiming.pingDoubtTimeDefault - .milliseconds(1)
        #expect(client.receive(asked).last == "request verto.modify")
        client.now += .milliseconds(1)
        _ = client.receive(#""id":2,"result":{}"#)
        #expect(client.receive(asked).last == "request verto.modify")
    }

    @Test func `a call that hears nothing while a ping has no answer for a second replaces the socket at once`() {
        var client = pinging()
        #expect(client.handle(.mediaFellSilent) == [])
        client.now += VertoClientTiming.pingDoubtTimeDefault
        #expect(client.handle(.mediaFellSilent).contains("open"))
    }

    @Test func `a punted session ends without a word and without another try`() {
        var client = ClientTranscript(readyIn: .freeSwitch)
        let lines = client.receive(#""id":7,"method":"verto.punt","params":{}"#)
        #expect(lines.last == "ended punted")
        #expect(!lines.contains { $0.contains("bye") || $0.contains("reconnecting") })
        #expect(client.handle(.timerFired(.reconnect)).isEmpty)
    }

    @Test func `a server that forgot the login gets it again, then the request once more`() {
        var client = ClientTranscript(readyIn: .freeSwitch)
        _ = client.send(9, VertoClientSessionTests.hold)
        let required = #""error":{"code":-32000,"message":"Authentication Required"}"#
        let lines = client.receive(#""id":2,"# + required)
        #expect(lines.contains { $0.hasPrefix(#"→ "id":3,"method":"login""#) })
        let resent = client.receive(#""id":3,"result":{"message":"logged in"}"#)
        #expect(resent.contains { $0.hasPrefix(#"→ "id":4,"method":"verto.modify""#) })
        #expect(client.receive(#""id":4,"# + required).last == "outcome 9 refused -32000")
    }

    @Test func `disconnect is final until connect`() {
        var client = ClientTranscript(readyIn: .freeSwitch)
        _ = client.send(9, VertoClientSessionTests.hold)
        let lines = client.handle(.disconnect)
        #expect(lines.first == "close")
        #expect(lines.suffix(2) == ["outcome 9 connection lost", "ended disconnected"])
        #expect(client.handle(.disconnect).isEmpty)
        #expect(client.receive(#""id":7,"method":"verto.punt","params":{}"#).isEmpty)
    }
}
