import CallModel
import CarillonRTC
import MediaEngine
import Redaction
import SDP
import Testing
import Verto

struct ClientCallMachineHoldTests {
    @Test func `hold silences both ways at once and counts when the exchange confirms`() {
        var script = ClientCallScript.active(.outbound)
        let hold = VertoClientRequest.modify(VertoModify(callID: "c1", action: .hold))
        #expect(
            script.acts(.operation(OperationID(1), .hold))
                == [.request(.hold, hold), .media(.setDirection(.inactive)), .media(.setListening(false))])
        #expect(script.call.state.hold == .turningOn)
        #expect(script.acts(.outcome(.hold, .reply(.hold(.held)))) == [.settle(OperationID(1), nil)])
        #expect(script.call.state.hold == .on)

        let resume = VertoClientRequest.modify(VertoModify(callID: "c1", action: .unhold))
        #expect(script.acts(.operation(OperationID(2), .resume)) == [.request(.hold, resume)])
        #expect(
            script.acts(.outcome(.hold, .reply(.hold(.active))))
                == [.settle(OperationID(2), nil), .media(.setDirection(.sendrecv)), .media(.setListening(true))])
    }

    @Test func `a resume that comes before the hold is confirmed is requested as soon as it is`() {
        var script = ClientCallScript.active(.outbound)
        _ = script.handle(.operation(OperationID(1), .hold))
        #expect(script.acts(.operation(OperationID(2), .resume)) == [])
        #expect(script.call.state.hold == .turningOn)
        let resume = VertoClientRequest.modify(VertoModify(callID: "c1", action: .unhold))
        #expect(
            script.acts(.outcome(.hold, .reply(.hold(.held))))
                == [.settle(OperationID(1), nil), .request(.hold, resume)])
        #expect(
            script.acts(.outcome(.hold, .reply(.hold(.active))))
                == [.settle(OperationID(2), nil), .media(.setDirection(.sendrecv)), .media(.setListening(true))])
        #expect(script.call.state.hold == .off)
    }

    @Test func `of wishes that come before the hold is confirmed the latest counts`() {
        var script = ClientCallScript.active(.outbound)
        _ = script.handle(.operation(OperationID(1), .hold))
        _ = script.handle(.operation(OperationID(2), .resume))
        let words = ClientError(.refused, "the call is being held or resumed just now")
        #expect(script.acts(.operation(OperationID(3), .hold)) == [.settle(OperationID(2), words)])
        #expect(
            script.acts(.outcome(.hold, .reply(.hold(.held))))
                == [.settle(OperationID(1), nil), .settle(OperationID(3), nil)])
        #expect(script.call.state.hold == .on)
    }

    @Test func `a resume that waited for a hold which failed is done, and one of a call that ended is not`() {
        var script = ClientCallScript.active(.outbound)
        _ = script.handle(.operation(nil, .hold))
        _ = script.handle(.operation(OperationID(2), .resume))
        #expect(
            script.acts(.outcome(.hold, .failure(.callDoesNotExist))).contains(.settle(OperationID(2), nil)))
        #expect(script.call.state.hold == .off)

        var ended = ClientCallScript.active(.outbound)
        _ = ended.handle(.operation(nil, .hold))
        _ = ended.handle(.operation(OperationID(2), .resume))
        let effects = ended.acts(.abandoned)
        let isRefused = effects.contains { effect in
            if case .settle(OperationID(2), let error?) = effect { error.code == .callEnded } else { false }
        }
        #expect(isRefused)
    }

    @Test func `W12: a hold that the exchange refuses is undone and reported`() {
        var script = ClientCallScript.active(.outbound)
        _ = script.handle(.operation(OperationID(1), .hold))
        let acts = script.acts(.outcome(.hold, .failure(.callDoesNotExist)))
        #expect(
            acts == [
                .settle(OperationID(1), ClientError(.requestFailed, "the peer did not confirm the hold")),
                .media(.setDirection(.sendrecv)), .media(.setListening(true)),
            ])
        #expect(script.call.state.hold == .off)
    }

    @Test func `W12: the exchange's answer decides over the requested hold`() {
        var script = ClientCallScript.active(.outbound)
        _ = script.handle(.operation(OperationID(1), .hold))
        _ = script.handle(.outcome(.hold, .reply(.hold(.active))))
        #expect(script.call.state.hold == .off)
    }

    @Test func `hold while it rings is refused and changes nothing`() {
        var script = ClientCallScript(.inbound)
        _ = script.handle(.invited(VertoServerInvite(callID: "c1", sdp: .theirs)))
        #expect(
            script.acts(.operation(OperationID(1), .hold))
                == [.settle(OperationID(1), ClientError(.refused, "the call is not active"))])
        #expect(script.call.state.progress == .ringing)
    }

    @Test func `an operation that is not possible is refused with its reason`() {
        var script = ClientCallScript.active(.outbound)
        func refusal(_ operation: CallOperation, _ id: UInt64) -> String? {
            for case .settle(_, let error) in script.acts(.operation(OperationID(id), operation)) {
                return error?.context
            }
            return nil
        }
        #expect(refusal(.resume, 1) == "the call is not held")
        #expect(refusal(.answer, 2) == "only a call that comes in can be answered or declined")
        #expect(refusal(.decline(busy: false), 3) == "only a call that comes in can be answered or declined")
        _ = script.handle(.operation(OperationID(4), .hold))
        _ = script.handle(.outcome(.hold, .reply(.hold(.held))))
        #expect(refusal(.hold, 5) == "the call is held already")
    }

    @Test func `mute has nothing to do with hold and outlasts it`() {
        var script = ClientCallScript.active(.outbound)
        #expect(script.media(.operation(nil, .setMuted(true))) == [.setMuted(true)])
        _ = script.handle(.operation(nil, .hold))
        _ = script.handle(.outcome(.hold, .reply(.hold(.held))))
        _ = script.handle(.operation(nil, .resume))
        #expect(
            script.media(.outcome(.hold, .reply(.hold(.active)))) == [.setDirection(.sendrecv), .setListening(true)])
        #expect(script.call.isMuted)
    }

    @Test func `a call muted while it rings begins muted`() {
        var script = ClientCallScript(.inbound)
        _ = script.handle(.invited(VertoServerInvite(callID: "c1", sdp: .theirs)))
        #expect(script.media(.operation(nil, .setMuted(true))).isEmpty)
        #expect(
            script.media(.operation(nil, .answer)) == [.open, .setMuted(true), .acceptOffer(id: 1, sdp: .theirs)])
    }

    @Test func `a call the peer holds sends no sound until it is resumed, and a mute outlasts it`() {
        var script = ClientCallScript.active(.inbound)
        #expect(script.media(.peerHeld(true)) == [.setListening(false), .setPaused(true)])
        #expect(script.media(.operation(nil, .setMuted(true))) == [.setMuted(true)])
        #expect(script.media(.peerHeld(false)) == [.setListening(true), .setPaused(false)])
        #expect(script.media(.operation(nil, .setMuted(false))) == [.setMuted(false)])
    }

    @Test func `a peer that holds and goes on sending is not heard, and music that a description brings is`() {
        var script = ClientCallScript.active(.inbound)
        #expect(script.media(.peerHeld(true)).contains(.setListening(false)))
        #expect(!script.media(.operation(nil, .hold)).contains(.setListening(true)))
        _ = script.handle(.outcome(.hold, .reply(.hold(.held))))
        _ = script.handle(.operation(nil, .resume))
        #expect(!script.media(.outcome(.hold, .reply(.hold(.active)))).contains(.setListening(true)))
        #expect(script.media(.peerHeld(false)).contains(.setListening(true)))
        #expect(!script.media(.mediaReport(.remoteDirection(.sendonly))).contains(.setListening(false)))
        #expect(script.media(.peerHeld(true)).contains(.setListening(false)))
        #expect(
            script.media(.mediaReport(.remoteDirection(.sendrecv))).contains(.setListening(true)), "as after a return")
    }

    @Test func `the peer's hold is known from its notice or its description, our own is not mistaken for it`() {
        var script = ClientCallScript.active(.inbound)
        _ = script.handle(.peerHeld(true))
        #expect(script.call.state.remoteHold == .on)
        _ = script.handle(.peerHeld(false))
        _ = script.handle(.mediaReport(.remoteDirection(.sendonly)))
        #expect(script.call.state.remoteHold == .on)
        _ = script.handle(.mediaReport(.remoteDirection(.sendrecv)))
        #expect(script.call.state.remoteHold == .off)

        _ = script.handle(.operation(nil, .hold))
        _ = script.handle(.outcome(.hold, .reply(.hold(.held))))
        _ = script.handle(.mediaReport(.remoteDirection(.inactive)))
        #expect(script.call.state.remoteHold == .off)
    }
}
