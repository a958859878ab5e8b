import CallModel
import CarillonRTC
import MediaEngine
import Redaction
import SDP
import Testing
import Verto

/// Lost sockets, lost media and new descriptions in the middle of a call.
struct ClientCallMachineLinkTests {
    private func attach(_ sdp: Redacted<String>) -> ClientCallEvent {
        .attached(VertoServerInvite(callID: "c1", sdp: sdp))
    }

    @Test func `W3: a call taken up again with the same peer connection keeps its media, mute and hold`() throws {
        var script = ClientCallScript.active(.outbound)
        _ = script.handle(.operation(nil, .setMuted(true)))
        _ = script.handle(.operation(nil, .hold))
        _ = script.handle(.outcome(.hold, .reply(.hold(.held))))

        #expect(script.acts(.linkImpaired).isEmpty)
        #expect(script.call.state.link == .reconnecting)
        let acts = script.acts(attach(.theirs))
        #expect(acts.count == 2)
        guard case .request(.attach, .attach(let answer)) = try #require(acts.first) else { throw Unexpected() }
        #expect(answer.sdp == .ours)
        #expect(answer.dialog.attach == true)
        // The exchange is told of the hold again.
        #expect(acts.last == .request(.hold, .modify(VertoModify(callID: "c1", action: .hold))))
        #expect(script.call.state.link == .up)
        #expect(script.call.state.hold == .on)
        #expect(script.call.isMuted)
        _ = script.handle(.outcome(.hold, .reply(.hold(.held))))
        #expect(script.call.state.hold == .on)
    }

    @Test func `a call taken up again with another peer connection negotiates media anew`() throws {
        var script = ClientCallScript.active(.outbound)
        _ = script.handle(.linkImpaired)
        #expect(script.acts(attach(.theirsAnew)) == [.media(.acceptOffer(id: 3, sdp: .theirsAnew))])
        #expect(script.acts(.reattached).isEmpty)
        #expect(script.call.state.link == .reconnecting)
        let requests = script.requests(.mediaReport(.localDescription(id: 3, sdp: .ours)))
        guard case .attach(let answer) = try #require(requests.first) else { throw Unexpected() }
        #expect(answer.dialog.attach == true)
        #expect(script.call.state.link == .up)
        #expect(script.call.state.progress == .active)
    }

    @Test func `a call the exchange has no more is over`() {
        var script = ClientCallScript.active(.outbound)
        _ = script.handle(.linkImpaired)
        #expect(script.acts(.abandoned) == [.media(.close)])
        #expect(script.call.machine.ending?.reason == .dropped)
    }

    @Test func `W2: a call whose link does not come back ends at its limit`() {
        var script = ClientCallScript.active(.outbound)
        _ = script.handle(.linkImpaired)
        script.now = CallTimer.recovery.limit
        _ = script.handle(.tick)
        #expect(script.call.state.progress == .disconnecting(.dropped))
    }

    @Test func `a hold asked for while the link is down leaves when it is back`() {
        var script = ClientCallScript.active(.outbound)
        _ = script.handle(.linkImpaired)
        #expect(
            script.acts(.operation(nil, .hold)) == [.media(.setDirection(.inactive)), .media(.setListening(false))])
        let requests = script.requests(attach(.theirs))
        #expect(requests.last == .modify(VertoModify(callID: "c1", action: .hold)))
    }

    @Test func `media that is interrupted is restarted through the exchange`() throws {
        var script = ClientCallScript.active(.outbound)
        #expect(script.media(.mediaReport(.state(.interrupted))) == [.createOffer(id: 3, iceRestart: true)])
        #expect(script.call.state.link == .renegotiating)
        #expect(
            script.requests(.mediaReport(.localDescription(id: 3, sdp: .ours)))
                == [.modify(VertoModify(callID: "c1", action: .updateMedia, sdp: .ours))])
        let reply = VertoReply.modified("c1", .updateMedia, holdState: nil, sdp: .theirsAnew)
        #expect(
            script.media(.outcome(.updateMedia(script.offered), .reply(reply)))
                == [.acceptAnswer(id: 4, sdp: .theirsAnew, provisional: false)])
        _ = script.handle(.mediaReport(.accepted(id: 4)))
        #expect(script.call.state.link == .up)
    }

    @Test func `a peer that cannot renegotiate leaves media to recover by itself`() {
        var script = ClientCallScript.active(.outbound)
        _ = script.handle(.mediaReport(.state(.interrupted)))
        _ = script.handle(.mediaReport(.localDescription(id: 3, sdp: .ours)))
        #expect(script.acts(.outcome(.updateMedia(script.offered), .failure(.callDoesNotExist))) == [.media(.rollBack)])
        #expect(script.call.state.link == .reconnecting)
        _ = script.handle(.mediaReport(.state(.connected)))
        #expect(script.call.state.link == .up)
    }

    @Test func `a restart the peer cannot take leaves connected media and the call alone`() {
        var script = ClientCallScript.active(.outbound)
        _ = script.handle(.operation(OperationID(1), .restartMedia))
        _ = script.handle(.mediaReport(.localDescription(id: 3, sdp: .ours)))
        let acts = script.acts(.outcome(.updateMedia(script.offered), .failure(.callDoesNotExist)))
        let error = ClientError(.mediaFailed, "media could not be negotiated anew")
        #expect(acts == [.media(.rollBack), .settle(OperationID(1), error)])
        #expect(script.call.state.link == .up)
        #expect(script.call.nextDeadline == nil)
    }

    @Test func `an offer that yielded ends with the one it yielded to`() {
        var called = ClientCallScript.active(.inbound)
        _ = called.handle(.mediaReport(.state(.interrupted)))
        _ = called.handle(.updateMedia(.number(9), .theirsAnew))
        _ = called.handle(.mediaReport(.localDescription(id: 3, sdp: .ours)))
        #expect(called.call.state.link == .up)
    }

    @Test func `the late refusal of an offer that yielded does not end the next one`() {
        var called = ClientCallScript.active(.inbound)
        _ = called.handle(.mediaReport(.state(.interrupted)))
        _ = called.handle(.mediaReport(.localDescription(id: 2, sdp: .ours)))
        let yielded = called.offered
        _ = called.handle(.updateMedia(.number(9), .theirsAnew))
        _ = called.handle(.mediaReport(.localDescription(id: 3, sdp: .ours)))
        _ = called.handle(.operation(OperationID(1), .restartMedia))
        _ = called.handle(.mediaReport(.localDescription(id: 4, sdp: .oursAnew)))
        #expect(called.offered == 4)
        #expect(called.media(.outcome(.updateMedia(yielded), .failure(.callDoesNotExist))) == [])
        let reply = VertoReply.modified("c1", .updateMedia, holdState: nil, sdp: .theirs)
        #expect(
            called.media(.outcome(.updateMedia(called.offered), .reply(reply)))
                == [.acceptAnswer(id: 5, sdp: .theirs, provisional: false)])
    }

    @Test func `a new offer of the peer is answered with a description`() {
        var script = ClientCallScript.active(.outbound)
        #expect(script.media(.updateMedia(.number(9), .theirsAnew)) == [.acceptOffer(id: 3, sdp: .theirsAnew)])
        let reply = VertoReply.modified("c1", .updateMedia, holdState: nil, sdp: .ours)
        #expect(script.acts(.mediaReport(.localDescription(id: 3, sdp: .ours))) == [.respond(.number(9), reply)])
    }

    @Test func `when both offer at once the called side yields and the caller does not`() {
        var caller = ClientCallScript.active(.outbound)
        _ = caller.handle(.mediaReport(.state(.interrupted)))
        guard case .refuse(.number(9), _) = caller.acts(.updateMedia(.number(9), .theirsAnew)).first else {
            Issue.record("the caller yielded")
            return
        }
        var called = ClientCallScript.active(.inbound)
        _ = called.handle(.mediaReport(.state(.interrupted)))
        #expect(
            called.acts(.updateMedia(.number(9), .theirsAnew))
                == [.media(.rollBack), .media(.acceptOffer(id: 3, sdp: .theirsAnew))])
    }

    @Test func `media that fails ends a call that stood as dropped`() {
        var script = ClientCallScript.active(.outbound)
        #expect(script.requests(.mediaReport(.state(.failed))).map(\.isBye) == [true])
        #expect(script.call.state.progress == .disconnecting(.dropped))
    }
}
