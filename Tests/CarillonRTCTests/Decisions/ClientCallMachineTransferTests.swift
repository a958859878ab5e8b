import CallModel
import CarillonRTC
import MediaEngine
import Redaction
import Testing
import Verto

struct ClientCallMachineTransferTests {
    private let operation = OperationID(1)

    private var modify: VertoClientRequest {
        var modify = VertoModify(callID: "c1", action: .transfer)
        modify.destination = "cleo"
        return .modify(modify)
    }

    @Test func `a transfer is asked of the exchange, and begun when it says so`() {
        var script = ClientCallScript.active(.outbound)
        #expect(script.acts(.operation(operation, .transfer("cleo"))) == [.request(.transfer(operation), modify)])
        let reply = VertoReply.modified("c1", .transfer, holdState: nil)
        #expect(script.acts(.outcome(.transfer(operation), .reply(reply))) == [.settle(operation, nil)])
    }

    @Test func `a transfer that fails is reported, and the call goes on`() {
        var script = ClientCallScript.active(.inbound)
        #expect(
            script.handle(.transferFailed(Ending(.declined))) == [.report(.transferFailed(Ending(.declined)))])
        #expect(script.acts(.operation(operation, .transfer("cleo"))) == [.request(.transfer(operation), modify)])
    }

    @Test func `a transfer before the call stands is refused, and one whose answer is lost fails`() {
        var ringing = ClientCallScript(.inbound)
        _ = ringing.handle(.invited(VertoServerInvite(callID: "c1", sdp: .theirs)))
        #expect(
            ringing.acts(.operation(operation, .transfer("cleo")))
                == [.settle(operation, ClientError(.refused, "the call is not active"))])
        var script = ClientCallScript.active(.outbound)
        _ = script.handle(.operation(operation, .transfer("cleo")))
        #expect(
            script.handle(.linkImpaired).contains(
                .settle(operation, ClientError(.notConnected, "the connection was lost"))))
    }
}
