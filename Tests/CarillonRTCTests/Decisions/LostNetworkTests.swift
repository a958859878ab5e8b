import CarillonRTC
import Testing
import Verto

/// When a client opens a socket again that it lost during a call.
struct LostNetworkTests {
    private func lost(hearing: Bool) -> ClientScript {
        var script = ClientScript.ready()
        script.acceptCall("c1")
        if !hearing { _ = script.handle(.media(callID: "c1", .faltering(true))) }
        _ = script.handle(.socketClosed(1, .remote(code: nil)))
        return script
    }

    private func pings(_ effects: [ClientEffect]) -> Int {
        effects.count {
            guard case .send(_, let frame) = $0, case .request(let method, _) = frame.content else { return false }
            return method.hasSuffix("ping")
        }
    }

    @Test func `the exchange is asked whether it lives as soon as a call hears nothing, and given up soon`() {
        var script = ClientScript.ready()
        script.acceptCall("c1")
        #expect(pings(script.handle(.media(callID: "c1", .faltering(true)))) == 1)
        #expect(pings(script.handle(.media(callID: "c1", .faltering(false)))) == 0)
        #expect(pings(script.handle(.media(callID: "c1", .faltering(true)))) == 0, "it has not answered the first")
        let asked = script.now
        let isRedialed = script.waitForSocket()
        #expect(isRedialed)
        #expect(script.now - asked <= VertoClientTiming.pingTimeInCallDefault)
    }

    @Test func `a socket that is lost while a call hears nothing is opened again at once, and then ever later`() {
        var script = lost(hearing: false)
        #expect(script.waitForDeadline().contains(.openSocket(2)))
        #expect(script.now == .zero)
        _ = script.handle(.socketClosed(2, .unreachable("refused")))
        let isRedialed = script.waitForSocket()
        #expect(isRedialed && script.now > .zero)
    }

    @Test func `a socket that is lost while calls are heard waits, as an exchange's clients all lose theirs at once`() {
        var script = lost(hearing: true)
        let isRedialed = script.waitForSocket()
        #expect(isRedialed && script.now > .zero)
    }
}
