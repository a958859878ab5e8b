import CallModel
import CarillonRTC
import MediaEngine
import Redaction
import Testing
import Verto

struct ClientCallMachineToneTests {
    private let info = VertoClientRequest.info(VertoInfo(callID: "c1", digits: "12#"))

    @Test func `digits travel as RTP events where the peer takes them`() {
        var script = ClientCallScript.active(.outbound)
        #expect(script.acts(.operation(OperationID(1), .sendTones("12#"))) == [.media(.sendTones(id: 3, "12#"))])
        #expect(script.acts(.mediaReport(.tonesSent(id: 3))) == [.settle(OperationID(1), nil)])
    }

    @Test func `digits go through the exchange where the peer takes none, or by choice`() {
        var script = ClientCallScript(.inbound)
        _ = script.handle(.invited(VertoServerInvite(callID: "c1", sdp: .theirsWithoutDigits)))
        _ = script.handle(.operation(nil, .answer))
        _ = script.handle(.mediaReport(.localDescription(id: 1, sdp: .ours)))
        _ = script.handle(.mediaReport(.state(.connected)))
        let operation = OperationID(1)
        #expect(script.acts(.operation(operation, .sendTones("12#"))) == [.request(.tones(operation), info)])
        #expect(script.acts(.outcome(.tones(operation), .reply(.sent))) == [.settle(operation, nil)])

        var chosen = ClientCallScript.active(.outbound, tones: .signaling)
        #expect(chosen.requests(.operation(nil, .sendTones("12#"))) == [info])
    }

    @Test func `digits that must be RTP events are refused where the peer takes none`() {
        var script = ClientCallScript(.inbound, tones: .media)
        _ = script.handle(.invited(VertoServerInvite(callID: "c1", sdp: .theirsWithoutDigits)))
        _ = script.handle(.operation(nil, .answer))
        _ = script.handle(.mediaReport(.localDescription(id: 1, sdp: .ours)))
        _ = script.handle(.mediaReport(.state(.connected)))
        #expect(
            script.acts(.operation(OperationID(1), .sendTones("1")))
                == [.settle(OperationID(1), ClientError(.refused, "the peer takes no digits as RTP events"))])
    }

    @Test func `digits before the call stands are refused`() {
        var script = ClientCallScript(.inbound)
        _ = script.handle(.invited(VertoServerInvite(callID: "c1", sdp: .theirs)))
        #expect(
            script.acts(.operation(OperationID(1), .sendTones("1")))
                == [.settle(OperationID(1), ClientError(.refused, "the call is not active"))])
    }

    @Test func `digits of the peer are reported one by one, over media or signaling`() {
        var script = ClientCallScript.active(.outbound)
        #expect(script.handle(.tones("4#")) == [.report(.digit("4")), .report(.digit("#"))])
        #expect(script.handle(.mediaReport(.tone("5"))) == [.report(.digit("5"))])
    }
}
