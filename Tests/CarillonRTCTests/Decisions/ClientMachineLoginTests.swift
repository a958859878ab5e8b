import CarillonRTC
import Testing
import Verto
import WireJSON

/// From `connect` until calls can be made.
struct ClientMachineLoginTests {
    @Test func `connect returns when calls can be made`() {
        var script = ClientScript()
        #expect(script.handle(.connect(OperationID(1))) == [.stateChanged(.connecting), .openSocket(1)])
        let effects = script.logIn()
        #expect(effects.contains(.stateChanged(.ready)))
        #expect(effects.contains(.settle(OperationID(1), nil)))
    }

    @Test func `a refused login is reported and not tried again`() throws {
        var script = ClientScript()
        _ = script.handle(.connect(OperationID(1)))
        let login = try #require(script.requests(.socketOpened(1)).first)
        let effects = script.refuse(login.id, .authenticationFailed(in: .freeSwitch))
        let error = ClientError(.loginRefused, "the exchange refused the login (-32001); are login and password right?")
        #expect(effects.contains(.settle(OperationID(1), error)))
        #expect(effects.contains(.stateChanged(.disconnected(error: error))))
        #expect(effects.contains(.closeSocket(1)))
        #expect(script.client.nextDeadline == nil)
    }

    @Test func `an unreachable exchange is reported at once by the attempt to connect`() {
        var script = ClientScript()
        _ = script.handle(.connect(OperationID(1)))
        let error = ClientError(.unreachable, "refused")
        #expect(
            script.handle(.socketClosed(1, .unreachable("refused")))
                == [.settle(OperationID(1), error), .stateChanged(.disconnected(error: error))])
        #expect(script.client.nextDeadline == nil)
    }

    @Test func `W6: a login without an answer ends`() {
        var script = ClientScript()
        _ = script.handle(.connect(OperationID(1)))
        _ = script.handle(.socketOpened(1))
        var effects: [ClientEffect] = []
        for _ in 0..<10 where script.client.nextDeadline != nil { effects += script.waitForDeadline() }
        #expect(
            effects.contains(
                .settle(OperationID(1), ClientError(.loginTimedOut, "the exchange did not answer in time"))))
        #expect(script.now <= .seconds(60))
    }

    @Test func `W6: a gateway that never registers ends the connection, one that is lost later is reported`() throws {
        var script = ClientScript(.telnyx)
        _ = script.handle(.connect(OperationID(1)))
        let login = try #require(script.requests(.socketOpened(1)).first)
        _ = script.answer(login.id, [:])
        var effects = script.receive(.clientReady(VertoClientReady()))
        for _ in 1...VertoClientTiming.gatewayWaitCountMaxDefault {
            for question in ClientScript.requests(in: effects) {
                _ = script.answer(question.id, ["params": ["state": "TRYING"]])
            }
            effects = script.waitForDeadline()
        }
        #expect(
            effects.contains(
                .settle(OperationID(1), ClientError(.loginTimedOut, "the gateway did not register in time"))))

        var lost = ClientScript.ready(.telnyx)
        let away = lost.receive(.gatewayState(VertoGatewayNotice(state: .expired)))
        #expect(away.contains(.stateChanged(.reconnecting(attempt: 0))))
        let back = lost.receive(.gatewayState(VertoGatewayNotice(state: .registered)))
        #expect(back.contains(.stateChanged(.ready)))
    }

    @Test func `W6: an exchange that takes no logins now is said to, and gets the login again during a call`() throws {
        let unavailable = VertoFailure(.authenticationFailed, "Service Unavailable")
        var script = ClientScript()
        _ = script.handle(.connect(OperationID(1)))
        let first = try #require(script.requests(.socketOpened(1)).first)
        let words = "the exchange takes no logins now; try again later"
        #expect(
            script.refuse(first.id, unavailable).contains(.settle(OperationID(1), ClientError(.unreachable, words))))

        var calling = ClientScript.ready()
        calling.acceptCall("c1")
        _ = calling.handle(.networkChanged)
        let again = try #require(calling.requests(.socketOpened(calling.socket)).first)
        let effects = calling.refuse(again.id, unavailable)
        #expect(effects.contains(.stateChanged(.reconnecting(attempt: 1))))
        #expect(calling.client.callIDs == ["c1"])
        let isOpened = calling.waitForSocket()
        #expect(isOpened)
    }

    @Test func `W6: a socket that is lost after a deferred login is the last error, not the deferral`() throws {
        var script = ClientScript.ready()
        _ = script.handle(.networkChanged)
        let login = try #require(script.requests(.socketOpened(script.socket)).first)
        _ = script.refuse(login.id, VertoFailure(.authenticationFailed, "Service Unavailable"))
        for _ in 0..<50 where script.waitForSocket() {
            _ = script.handle(.socketClosed(script.socket, .unreachable("refused")))
        }
        #expect(script.client.state == .disconnected(error: ClientError(.unreachable, "refused")))
    }
}
