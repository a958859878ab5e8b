import CallModel
import CarillonRTC
import Testing
import Verto
import WireJSON

/// What becomes of a hang-up that does not reach the exchange.
struct LostReleaseTests {
    private static let lost = ClientEffect.report(callID: "c1", .releaseLost)

    @Test func `a hang-up without a connection is reported as lost, and sent when the call is offered again`() throws {
        var script = ClientScript.ready()
        script.acceptCall("c1")
        _ = script.handle(.socketClosed(1, .remote(code: nil)))
        let effects = script.handle(.operation(nil, callID: "c1", .hangUp))
        let told = try #require(effects.firstIndex(of: Self.lost))
        let removed = try #require(effects.firstIndex(of: .callRemoved(callID: "c1")))
        #expect(told < removed)
        let isRedialed = script.waitForSocket()
        #expect(isRedialed)
        let login = try #require(script.requests(.socketOpened(script.socket)).first)
        _ = script.answer(login.id, [:])
        let offered = script.receive(.attach(VertoServerInvite(callID: "c1", sdp: .theirs)))
        #expect(ClientScript.requests(in: offered).map(\.method) == ["verto.bye"])
    }

    @Test func `a hang-up without an answer when its socket closes, or in time, is reported as lost`() {
        var script = ClientScript.ready()
        script.acceptCall("c1")
        _ = script.handle(.operation(nil, callID: "c1", .hangUp))
        var silent = script
        #expect(script.handle(.socketClosed(1, .remote(code: nil))).contains(Self.lost))
        var effects: [ClientEffect] = []
        while silent.client.call("c1") != nil { effects += silent.waitForDeadline() }
        #expect(effects.contains(Self.lost))
        #expect(silent.now <= CallTimer.release.limit)
    }

    @Test func `a hang-up that is answered, refused or carried away by a disconnect is not lost`() throws {
        var script = ClientScript.ready()
        script.acceptCall("c1")
        var (refused, leaving) = (script, script)
        let bye = try #require(script.requests(.operation(nil, callID: "c1", .hangUp)).first)
        #expect(!script.answer(bye.id, [:]).contains(Self.lost))
        let other = try #require(refused.requests(.operation(nil, callID: "c1", .hangUp)).first)
        #expect(!refused.refuse(other.id, .callDoesNotExist).contains(Self.lost))
        let effects = leaving.handle(.disconnect(OperationID(9)))
        #expect(effects.contains(.callRemoved(callID: "c1")) && !effects.contains(Self.lost))
    }
}
