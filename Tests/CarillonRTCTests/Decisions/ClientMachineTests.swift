import CallModel
import CarillonRTC
import MediaEngine
import Redaction
import Testing
import Verto
import WireJSON

struct ClientMachineTests {
    @Test func `W6: a punt ends every call without a BYE and is not answered by reconnecting`() {
        var script = ClientScript.ready()
        script.acceptCall("c1")
        let effects = script.receive(.punt(VertoParameters()))
        #expect(ClientScript.requests(in: effects).isEmpty)
        #expect(script.client.callIDs.isEmpty)
        let error = ClientError(.notConnected, "another connection took the session over")
        #expect(script.client.state == .disconnected(error: error))
        #expect(script.client.nextDeadline == nil)
    }

    @Test func `a call that the session had before this client is ended when it is offered`() {
        var script = ClientScript.ready()
        let effects = script.receive(.attach(VertoServerInvite(callID: "old", sdp: .theirs)))
        #expect(ClientScript.requests(in: effects).map(\.method) == ["verto.bye"])
        #expect(script.client.callIDs.isEmpty)
    }

    @Test func `a call that was being placed before this client took the session up is ended a moment after the login`()
    {
        var script = ClientScript(.telnyx)
        _ = script.handle(.connect(OperationID(1)))
        script.logIn(reattached: ["Old"])
        var ends: [String] = []
        while ends.isEmpty, script.client.unknownCallsDeadline != nil {
            ends = ClientScript.requests(in: script.waitForDeadline()).filter { $0.method == "telnyx_rtc.bye" }
                .compactMap { $0.params["dialogParams"]?.object?["callID"]?.string }
        }
        #expect(ends == ["Old"])
        #expect(script.now <= script.client.settings.unknownCallWait)
    }

    @Test func `a call that rings in a session that was taken up is a call like any other`() {
        var script = ClientScript(.telnyx)
        _ = script.handle(.connect(OperationID(1)))
        script.logIn(reattached: ["rings"])
        _ = script.receive(.invite(VertoServerInvite(callID: "rings", sdp: .theirs)))
        while script.client.unknownCallsDeadline != nil { _ = script.waitForDeadline() }
        #expect(script.client.call("rings")?.state.progress == .ringing)
    }

    @Test func `a call of the client's own is not offered again, however the exchange writes its name`() {
        var script = ClientScript.ready(.telnyx)
        script.acceptCall("c1")
        _ = script.handle(.socketClosed(1, .remote(code: nil)))
        let isRedialed = script.waitForSocket()
        #expect(isRedialed)
        script.logIn(reattached: ["C1"])
        #expect(script.client.unknownCallsDeadline == nil)
    }

    @Test func `W1: an idle client makes a lost connection again by itself, under the same session`() throws {
        var script = ClientScript.ready()
        #expect(script.handle(.socketClosed(1, .remote(code: nil))) == [.stateChanged(.reconnecting(attempt: 1))])
        let isRedialed = script.waitForSocket()
        #expect(isRedialed)
        let login = try #require(script.requests(.socketOpened(script.socket)).first)
        #expect(login.method == "login")
        #expect(login.params["sessid"] == .string(ClientScript.sessionID))
    }

    @Test func `W10: reconnecting has a limit and waits longer each time; its end is reported once`() {
        var script = ClientScript.ready()
        var effects = script.handle(.socketClosed(script.socket, .remote(code: nil)))
        var delays: [Duration] = []
        for _ in 0..<100 {
            let before = script.now
            guard script.waitForSocket() else { break }
            delays.append(script.now - before)
            effects += script.handle(.socketClosed(script.socket, .unreachable("refused")))
        }
        #expect(delays.count == VertoClientTiming.reconnectCountMaxDefault)
        #expect((delays.last ?? .zero) > (delays.first ?? .zero))
        let ends = effects.filter { if case .stateChanged(.disconnected) = $0 { true } else { false } }
        #expect(ends == [.stateChanged(.disconnected(error: ClientError(.unreachable, "refused")))])
    }

    @Test func `on another network the client dials at once, under the same session, and keeps its calls`() throws {
        var script = ClientScript.ready()
        script.acceptCall("c1")
        let effects = script.handle(.networkChanged)
        #expect(effects.contains(.closeSocket(1)))
        #expect(effects.contains(.openSocket(2)))
        #expect(effects.contains(.stateChanged(.reconnecting(attempt: 0))))
        #expect(script.client.call("c1")?.state.link == .reconnecting)
        let login = try #require(script.requests(.socketOpened(2)).first)
        #expect(login.params["sessid"] == .string(ClientScript.sessionID))
        _ = script.answer(login.id, [:])
        let back = script.receive(.clientReady(VertoClientReady(reattachedCallIDs: ["c1"])))
        #expect(script.client.state == .ready)
        // The media of a call that stands goes another way as well.
        #expect(back.contains(.media(callID: "c1", .createOffer(id: 2, iceRestart: true))))
        #expect(script.client.call("c1")?.state.link == .renegotiating)
    }

    private func relay(_ transport: IceServer.Transport) -> IceServer.Relay {
        IceServer.Relay(transport: transport, username: "u", password: "p")
    }

    @Test func `servers of the exchange are used as far as they are understood, in place of those before`() throws {
        var script = ClientScript()
        _ = script.handle(.connect(OperationID(1)))
        let login = try #require(script.requests(.socketOpened(script.socket)).first)
        let urls: JSONValue = ["turn:192.0.2.1:3478?transport=tcp", "gopher:h", "turns:h"]
        let given: JSONObject = [
            "message": "logged in",
            "ice_servers": [["urls": urls, "username": "u", "credential": "p"], ["urls": "stun:192.0.2.2"]],
        ]
        let (tcp, tls) = (relay(.tcp), relay(.tls))
        #expect(
            script.answer(login.id, given).contains(
                .useIceServers([
                    IceServer(host: "192.0.2.1", relay: tcp),
                    IceServer(host: "h", port: IceServer.standardPortOfTLS, relay: tls), IceServer(host: "192.0.2.2"),
                ])))
    }

    @Test func `servers that come from elsewhere are fetched at each login, and at the half of their time`() {
        var script = ClientScript(fetchesIceServers: true)
        _ = script.handle(.connect(OperationID(1)))
        #expect(script.logIn().contains(.fetchIceServers))
        let server = IceServer(host: "192.0.2.1")
        let given = GivenIceServers(servers: [server], lifetime: .seconds(20))
        #expect(script.handle(.iceServersFetched(given)) == [.useIceServers([server])])
        #expect(script.client.nextDeadline == .seconds(10))
        #expect(script.waitForDeadline() == [.fetchIceServers])
        #expect(script.handle(.iceServersFetched(nil)).isEmpty)
        script.now = .seconds(70)
        #expect(script.handle(.tick).contains(.fetchIceServers))
        _ = script.handle(.networkChanged)
        #expect(script.logIn().contains(.fetchIceServers))
    }

    @Test func `during a call a silent exchange gets a ping every 5 seconds`() throws {
        var script = ClientScript.ready()
        script.acceptCall("c1")
        #expect(script.client.nextDeadline == .seconds(5))
        let asked = ClientScript.requests(in: script.waitForDeadline())
        #expect(asked.map(\.method) == ["verto.ping"])
        _ = script.handle(.operation(nil, callID: "c1", .hangUp))
        _ = script.receive(.bye(VertoBye(callID: "c1")))
    }

    @Test func `a network that changes under the first connection does not fail it`() {
        var script = ClientScript()
        _ = script.handle(.connect(OperationID(1)))
        #expect(script.handle(.networkChanged) == [.closeSocket(1), .openSocket(2)])
        #expect(script.client.state == .connecting)
        let effects = script.logIn()
        #expect(effects.contains(.settle(OperationID(1), nil)))
    }

    @Test func `a client that is not connected ignores changes of the network`() {
        var script = ClientScript()
        #expect(script.handle(.networkChanged).isEmpty)
        #expect(script.client.state == .disconnected(error: nil))
    }

    @Test func `W2 and W4: every call survives a socket the server closed, when the exchange still has it`() {
        var script = ClientScript.ready()
        script.acceptCall("c1")
        script.acceptCall("c2")
        script.acceptCall("c3")
        _ = script.handle(.socketClosed(1, .remote(code: 1001)))
        for id in ["c1", "c2", "c3"] { #expect(script.client.call(id)?.state.link == .reconnecting) }
        let isRedialed = script.waitForSocket()
        #expect(isRedialed)
        let login = script.requests(.socketOpened(script.socket))
        _ = script.answer(login[0].id, [:])
        for id in ["c1", "c2"] { _ = script.receive(.attach(VertoServerInvite(callID: id, sdp: .theirs))) }
        let effects = script.receive(.clientReady(VertoClientReady(reattachedCallIDs: ["c1", "C2"])))
        #expect(script.client.callIDs == ["c1", "c2"])
        for id in ["c1", "c2"] { #expect(script.client.call(id)?.state.link == .up) }
        #expect(effects.contains(.callRemoved(callID: "c3")))
    }

    @Test func `hang-up returns when the call is off the list`() throws {
        var script = ClientScript.ready()
        script.acceptCall("c1")
        _ = script.handle(.operation(OperationID(9), callID: "c1", .hangUp))
        let effects = script.receive(.bye(VertoBye(callID: "c1", causeCode: .normalClearing)))
        let settled = try #require(effects.firstIndex(of: .settle(OperationID(9), nil)))
        let removed = try #require(effects.firstIndex(of: .callRemoved(callID: "c1")))
        #expect(removed < settled)
    }

    @Test func `a call that rings again over another socket rings on`() {
        var script = ClientScript.ready()
        _ = script.receive(.invite(VertoServerInvite(callID: "c1", sdp: .theirs)))
        _ = script.handle(.socketClosed(1, .remote(code: nil)))
        let isRedialed = script.waitForSocket()
        #expect(isRedialed)
        let login = script.requests(.socketOpened(script.socket))
        _ = script.answer(login[0].id, [:])
        _ = script.receive(.invite(VertoServerInvite(callID: "c1", sdp: .theirsAnew)))
        _ = script.receive(.clientReady(VertoClientReady(reattachedCallIDs: [])))
        #expect(script.client.call("c1")?.state.progress == .ringing)
        #expect(
            script.handle(.operation(nil, callID: "c1", .answer)).contains(
                .media(callID: "c1", .acceptOffer(id: 1, sdp: .theirsAnew))))
    }

    @Test func `an exchange that forgot the login forgot the calls too, unless it names them`() throws {
        var script = ClientScript.ready()
        script.acceptCall("c1")
        let hold = try #require(script.requests(.operation(nil, callID: "c1", .hold)).first)
        let again = ClientScript.requests(in: script.refuse(hold.id, .authenticationRequired))
        #expect(again.map(\.method) == ["login"])
        _ = script.answer(again[0].id, [:])
        _ = script.receive(.clientReady(VertoClientReady(reattachedCallIDs: [])))
        #expect(script.client.callIDs.isEmpty)
    }

    @Test func `an attach for a call that was ended here meanwhile is answered with a BYE`() {
        var script = ClientScript.ready()
        let requests = ClientScript.requests(
            in: script.receive(.attach(VertoServerInvite(callID: "gone", sdp: .theirs))))
        #expect(requests.map(\.method) == ["verto.bye"])
    }

    @Test func `W8: identifiers are opaque and replies find their request`() throws {
        var script = ClientScript.ready()
        script.acceptCall("not a UUID/1")
        #expect(script.client.call("not a UUID/1")?.state.progress == .active)
        // Two calls ask at once; the second answer comes first.
        script.acceptCall("c2")
        let first = try #require(script.requests(.operation(OperationID(5), callID: "not a UUID/1", .hold)).first)
        let second = try #require(script.requests(.operation(OperationID(6), callID: "c2", .hold)).first)
        #expect(script.answer(second.id, VertoReply.hold(.held).object).contains(.settle(OperationID(6), nil)))
        #expect(script.client.call("not a UUID/1")?.state.hold == .turningOn)
        #expect(script.answer(first.id, VertoReply.hold(.held).object).contains(.settle(OperationID(5), nil)))
    }

    @Test func `W8: requests of the exchange are acknowledged under their own id`() {
        var script = ClientScript.ready()
        let frame = VertoFrame.request(
            .number(777), "verto.invite", ["callID": "c1", "sdp": .string(Redacted.theirs.revealed)])
        let effects = script.handle(.received(script.socket, .frame(frame)))
        #expect(effects.contains(.send(script.socket, .result(.number(777), ["method": "verto.invite"]))))
    }

    @Test func `a call beyond the bound is answered as busy`() {
        var script = ClientScript.ready(callsMax: 1)
        script.acceptCall("c1")
        let requests = ClientScript.requests(in: script.receive(.invite(VertoServerInvite(callID: "c2", sdp: .theirs))))
        #expect(requests.map(\.method) == ["verto.bye"])
        #expect(requests.first?.params["causeCode"] == 17)
        #expect(script.client.callIDs == ["c1"])
    }

    @Test func `a new offer in the middle of a call is answered under the request's id and nothing else is`() {
        var script = ClientScript.ready()
        script.acceptCall("c1")
        let offer: JSONObject = ["callID": "c1", "action": "updateMedia", "sdp": .string(Redacted.theirsAnew.revealed)]
        let asked = script.handle(.received(script.socket, .frame(.request(.number(50), "verto.modify", offer))))
        #expect(
            asked == [
                .report(callID: "c1", .restart(.peerRestarted)),
                .media(callID: "c1", .acceptOffer(id: 2, sdp: .theirsAnew)),
            ])
        let reply = VertoReply.modified("c1", .updateMedia, holdState: nil, sdp: .ours)
        #expect(
            script.handle(.media(callID: "c1", .localDescription(id: 2, sdp: .ours)))
                == [.send(script.socket, .result(.number(50), reply.object))])
    }

    @Test func `a notice of the exchange reports the peer's hold`() {
        var script = ClientScript.ready()
        script.acceptCall("c1")
        for (action, hold) in [("hold", RemoteHold.on), ("unhold", .off)] {
            let notice: JSONObject = ["dialogParams": ["callID": "c1"], "action": .string(action)]
            _ = script.handle(.received(script.socket, .frame(.request(.number(50), "verto.modify", notice))))
            #expect(script.client.call("c1")?.state.remoteHold == hold)
        }
    }

    @Test func `disconnecting hangs up first, and is done when the socket has closed, so that no BYE is left unsent`() {
        var script = ClientScript.ready()
        script.acceptCall("c1")
        let effects = script.handle(.disconnect(OperationID(9)))
        #expect(ClientScript.requests(in: effects).map(\.method) == ["verto.bye"])
        #expect(effects.contains(.closeSocket(1)))
        #expect(!effects.contains(.settle(OperationID(9), nil)))
        #expect(script.client.callIDs.isEmpty)
        #expect(script.client.state == .disconnected(error: nil))
        #expect(script.handle(.socketClosed(1, .local)) == [.settle(OperationID(9), nil)])
        #expect(script.handle(.disconnect(OperationID(10))) == [.settle(OperationID(10), nil)])
    }

    @Test func `a connect during the close of the previous socket is not confused with its end`() {
        var script = ClientScript.ready()
        _ = script.handle(.disconnect(OperationID(9)))
        #expect(script.handle(.connect(OperationID(10))).contains(.openSocket(2)))
        #expect(script.handle(.socketClosed(1, .local)) == [.settle(OperationID(9), nil)])
        #expect(script.client.state == .connecting)
    }

    @Test func `disconnecting declines nothing: a call that rings here is left without a word`() {
        var script = ClientScript.ready()
        _ = script.receive(.invite(VertoServerInvite(callID: "c1", sdp: .theirs)))
        let effects = script.handle(.disconnect(OperationID(9)))
        #expect(ClientScript.requests(in: effects).isEmpty)
        #expect(script.client.callIDs.isEmpty)
        #expect(script.client.state == .disconnected(error: nil))
    }

    @Test func `events of a socket that was given up are ignored`() {
        var script = ClientScript.ready()
        let old = script.socket
        _ = script.handle(.socketClosed(old, .remote(code: nil)))
        let isRedialed = script.waitForSocket()
        #expect(isRedialed)
        #expect(script.handle(.socketClosed(old, .remote(code: nil))).isEmpty)
        #expect(script.handle(.socketOpened(old)).isEmpty)
    }

    @Test func `a second connect is refused`() {
        var script = ClientScript.ready()
        #expect(
            script.handle(.connect(OperationID(2)))
                == [.settle(OperationID(2), ClientError(.alreadyConnected, "the client is ready"))])
    }

    @Test func `a call is not dialed without a connection`() {
        var script = ClientScript()
        let setup = CallSetup(callID: "c1", options: script.client.settings.options)
        #expect(
            script.handle(.dial(OperationID(1), setup))
                == [.settle(OperationID(1), ClientError(.notConnected, "the client is disconnected"))])
    }
}
