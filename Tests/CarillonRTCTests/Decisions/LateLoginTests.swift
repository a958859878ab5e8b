import CarillonRTC
import Testing
import Verto
import WireJSON

/// A login that a lost path kept back reaches the exchange after a later one, and takes the session from it.
struct LateLoginTests {
    /// In a call, whose network changed twice: the first login over the new one has no answer, the second does.
    private static func returned() -> ClientScript {
        var script = ClientScript.ready()
        script.acceptCall("c1")
        _ = script.handle(.networkChanged)
        _ = script.handle(.socketOpened(script.socket))
        _ = script.handle(.networkChanged)
        script.logIn(reattached: ["c1"])
        return script
    }

    private func punt(_ script: inout ClientScript) -> [ClientEffect] { script.receive(.punt(VertoParameters())) }

    @Test func `a client that its own late login put out takes the session back, and keeps its calls`() {
        var script = Self.returned()
        let before = script.socket
        let effects = punt(&script)
        #expect(effects.contains(.closeSocket(before)) && effects.contains(.openSocket(before + 1)))
        #expect(script.client.callIDs == ["c1"])
        script.logIn(reattached: ["c1"])
        #expect(script.client.state == .ready)
        #expect(script.client.callIDs == ["c1"])
    }

    @Test func `a second punt is another device's`() {
        var script = Self.returned()
        _ = punt(&script)
        script.logIn(reattached: ["c1"])
        _ = punt(&script)
        #expect(script.client.callIDs.isEmpty)
        #expect(script.client.nextDeadline == nil)
    }

    @Test func `a punt long after the late login is another device's`() {
        var script = Self.returned()
        script.now += ClientMachine.lateLoginMax
        _ = punt(&script)
        #expect(script.client.callIDs.isEmpty)
    }

    @Test func `one punt is explained by a former client's login, and a call goes on ringing`() {
        var script = ClientScript(lateLogins: [.seconds(60)])
        _ = script.handle(.connect(OperationID(1)))
        script.logIn()
        _ = script.receive(.invite(VertoServerInvite(callID: "c1", sdp: .theirs)))
        _ = punt(&script)
        #expect(script.client.callIDs == ["c1"])
        script.logIn(reattached: ["c1"])
        #expect(script.client.state == .ready)
        _ = punt(&script)
        #expect(script.client.nextDeadline == nil)
    }

    @Test func `a punt before the first connection is ready does not end it`() throws {
        var script = ClientScript(.telnyx, lateLogins: [.seconds(60)])
        _ = script.handle(.connect(OperationID(1)))
        let login = try #require(script.requests(.socketOpened(script.socket)).first)
        _ = script.answer(login.id, ["message": "logged in"])
        let effects = punt(&script)
        #expect(effects.contains(.openSocket(2)))
        #expect(script.client.state == .connecting)
        script.logIn()
        #expect(script.client.state == .ready)
    }

    @Test func `an unanswered login is late for the next client, and an answered one is not`() throws {
        var script = ClientScript()
        _ = script.handle(.connect(OperationID(1)))
        let login = try #require(script.requests(.socketOpened(script.socket)).first)
        #expect(script.client.lateLogins(at: script.now) == [ClientMachine.lateLoginMax])
        _ = script.answer(login.id, ["message": "logged in"])
        #expect(script.client.lateLogins(at: script.now) == [])
    }

    @Test func `a login that was refused is not late`() throws {
        var script = ClientScript()
        _ = script.handle(.connect(OperationID(1)))
        let login = try #require(script.requests(.socketOpened(1)).first)
        _ = script.refuse(login.id, .authenticationFailed(in: .freeSwitch))
        _ = script.handle(.connect(OperationID(2)))
        script.logIn()
        script.acceptCall("c1")
        _ = punt(&script)
        #expect(script.client.callIDs.isEmpty)
        #expect(script.client.nextDeadline == nil)
    }

    @Test func `a login that was answered is not late`() {
        var script = ClientScript.ready()
        script.acceptCall("c1")
        _ = script.handle(.networkChanged)
        script.logIn(reattached: ["c1"])
        _ = punt(&script)
        #expect(script.client.callIDs.isEmpty)
    }
}
