import CallModel
import PhoneCore
import PhoneKit
import Testing
import WireJSON

/// A page has a call transferred to another user of the exchange.
@MainActor
@Suite struct BridgeTransferTests {
    private static let organization = OrganizationID("acme")
    private static let session = CallSessionID(.random(high: 1, low: 1))
    private static let line = LineID(.random(high: 4, low: 1))
    private static let call = CallUUID(session: session)

    /// A call has been taken over the connection of a provider, and its media flow.
    private func talking(_ provider: SignalingProvider = .exchange) -> BridgeUnderTest {
        let it = BridgeUnderTest()
        it.ring()
        let registration = RegistrationID(Self.organization, provider)
        it.shell.send(.line(Self.line, .invited(IncomingInvite(registration, session: Self.session))))
        let action = SystemActionID(.random(high: 3, low: 1))
        it.shell.send(.system(.perform(action, .answer(Self.call), timeLeft: nil)))
        var machine = CallMachine(.inbound)
        var effects: [CallEffect] = []
        for event in [CallEvent.invited, .answer, .mediaConnected] { machine.handle(event, into: &effects) }
        it.shell.send(.line(Self.line, .changed(machine.state)))
        return it
    }

    @Test func `a page has the call on the screen transferred, and is told of its end`() async {
        let it = talking()
        #expect(await it.answer("transfer", ["destination": "cleo"]) == [:])
        #expect(it.ports.orders.last == "line transfer")
        it.shell.send(.line(Self.line, .ended(Ending(.completed, cause: HangUpCause(800)))))
        let end = it.host.reported.last { $0.name == "callEnded" }?.data
        #expect(end?["reason"] == "completed" && end?["causeCode"] == 800)
    }

    @Test func `a page is told why a call was not transferred, by one event`() async {
        let it = talking()
        let options: JSONObject = ["callId": .string(Self.call.description), "destination": "cleo"]
        #expect(await it.answer("transfer", options) == [:])
        it.shell.send(.line(Self.line, .transferFailed(Ending(.busy, cause: .userBusy))))
        it.shell.send(.line(Self.line, .failed(.transfer)))
        let told = it.host.reported.filter { $0.name == "transferFailed" }.map(\.data)
        #expect(told.map { $0["callId"] } == [options["callId"], options["callId"]])
        #expect(told.map { $0["reason"] } == ["busy", "failed"])
        #expect(told.map { $0["causeCode"] } == [17, .null])
        #expect(!it.toldNames.contains("callEnded"))
    }

    @Test func `a call of a carrier's line, no call and no target are refused with their reasons`() async {
        let carriers = talking(.carrier)
        let refusal = await carriers.refusal("transfer", ["destination": "cleo"])
        #expect(refusal == BridgeError(.refused, "notTransferable"))
        let it = BridgeUnderTest()
        #expect(await it.refusal("transfer", ["destination": "cleo"]) == BridgeError(.refused, "unknownCall"))
        #expect(await it.refusal("transfer") == BridgeError(.missing, "destination"))
    }
}
