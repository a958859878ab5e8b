import CallModel
import CarillonRTC
import ExchangeCore
import MediaEngine
import Redaction
import Testing
import Verto

/// The other side loses its media or its socket, and comes back, perhaps with another peer connection.
struct ClientCallMachineReturnTests {
    private static let request = ClientCallEvent.offerRequested(.number(9))

    private static func offered(_ direction: CallDirection = .outbound) -> ClientCallScript {
        var script = ClientCallScript.active(direction)
        let id: UInt64 = direction == .outbound ? 3 : 2
        #expect(script.media(request) == [.createOffer(id: id, iceRestart: true)])
        let reply = VertoReply.modified("c1", .updateMedia, holdState: nil, sdp: .oursAnew)
        #expect(
            script.acts(.mediaReport(.localDescription(id: id, sdp: .oursAnew))) == [.respond(.number(9), reply)])
        return script
    }

    private static func answer(_ sdp: Redacted<String>) -> ClientCallEvent {
        .media(VertoProgress(callID: "c1", sdp: sdp))
    }

    @Test func `the exchange may ask for a fresh offer, and its answer is applied`() {
        for direction in [CallDirection.outbound, .inbound] {
            var script = Self.offered(direction)
            let id: UInt64 = direction == .outbound ? 4 : 3
            #expect(script.call.state.link == .renegotiating)
            #expect(
                script.acts(Self.answer(.theirsAnew)) == [
                    .media(.acceptAnswer(id: id, sdp: .theirsAnew, provisional: false))
                ])
            _ = script.handle(.mediaReport(.accepted(id: id)))
            #expect(script.call.state.link == .up)
            // From now on we take up the call with the offered description.
            _ = script.handle(.linkImpaired)
            let attach = script.requests(.attached(VertoServerInvite(callID: "c1", sdp: .theirsAnew)))
            guard case .attach(let answer) = attach.first else {
                Issue.record("no attach")
                continue
            }
            #expect(answer.sdp == .oursAnew)
        }
    }

    /// This side comes back, and is offered other media of the peer than it knew.
    private static func resumed(mediaState: MediaConnectionState = .connected) -> ClientCallScript {
        var script = ClientCallScript.active(.outbound)
        _ = script.handle(.mediaReport(.state(.connected)))
        _ = script.handle(.linkImpaired)
        _ = script.handle(.mediaReport(.state(mediaState)))
        let offer = ClientCallEvent.attached(VertoServerInvite(callID: "c1", sdp: .theirsAnew))
        #expect(script.media(offer) == [.acceptOffer(id: 3, sdp: .theirsAnew)])
        _ = script.handle(.mediaReport(.localDescription(id: 3, sdp: .oursAnew)))
        return script
    }

    @Test(arguments: [MediaConnectionState.connected, .interrupted])
    func `a peer that answers what we came back with has other media again, so a restart brings both together`(
        mediaState: MediaConnectionState
    ) {
        var script = Self.resumed(mediaState: mediaState)
        #expect(script.media(Self.answer(.theirs)) == [.createOffer(id: 4, iceRestart: true)])
    }

    @Test func `a peer whose media are those that we took up needs no restart`() {
        var script = Self.resumed()
        #expect(script.acts(Self.answer(.theirsAnew)).isEmpty)
        #expect(script.acts(Self.answer(.theirs)).isEmpty)
    }

    @Test func `a peer that kept its connection leaves everything as it was`() {
        var script = Self.offered()
        #expect(script.acts(Self.answer(.theirs)) == [.media(.rollBack)])
        #expect(script.call.state.link == .up)
        #expect(script.call.nextDeadline == nil)
        _ = script.handle(.linkImpaired)
        guard case .attach(let answer) = script.requests(.attached(VertoServerInvite(callID: "c1", sdp: .theirs))).first
        else {
            Issue.record("no attach")
            return
        }
        #expect(answer.sdp == .ours)
    }

    @Test func `an offer the exchange has no more use for is taken back while it is made`() {
        var script = ClientCallScript.active(.outbound)
        _ = script.handle(Self.request)
        guard case .refuse(.number(9), _) = script.acts(Self.answer(.theirs)).first else {
            Issue.record("the request has no reply")
            return
        }
        #expect(script.acts(.mediaReport(.localDescription(id: 3, sdp: .oursAnew))).isEmpty)
        #expect(script.call.state.link == .up)
    }

    @Test func `the exchange may ask again, and an offer of the peer takes the place of ours`() {
        var again = Self.offered()
        #expect(
            again.media(.offerRequested(.number(10))) == [.rollBack, .createOffer(id: 4, iceRestart: true)])
        var other = Self.offered()
        #expect(
            other.media(.updateMedia(.number(10), .theirsAnew)) == [.rollBack, .acceptOffer(id: 4, sdp: .theirsAnew)])
    }

    @Test func `a restart of our own that crosses the request yields, and its refusal changes nothing`() {
        var script = ClientCallScript.active(.outbound)
        _ = script.handle(.mediaReport(.state(.interrupted)))
        _ = script.handle(.mediaReport(.localDescription(id: 3, sdp: .ours)))
        #expect(script.media(Self.request) == [.rollBack, .createOffer(id: 4, iceRestart: true)])
        #expect(script.acts(.outcome(.updateMedia(script.offered), .failure(.callDoesNotExist))).isEmpty)
        _ = script.handle(.mediaReport(.localDescription(id: 4, sdp: .oursAnew)))
        #expect(
            script.media(Self.answer(.theirsAnew)) == [.acceptAnswer(id: 5, sdp: .theirsAnew, provisional: false)])
        _ = script.handle(.mediaReport(.accepted(id: 5)))
        #expect(script.call.state.link == .up)
    }

    @Test func `media that cannot make an offer report it`() {
        var script = ClientCallScript.active(.outbound)
        _ = script.handle(Self.request)
        let acts = script.acts(.mediaReport(.failed(id: 3, MediaError(.transport, "no agent"))))
        guard case .refuse(.number(9), _) = acts.first else {
            Issue.record("the request has no reply")
            return
        }
        #expect(script.call.state.link == .up)
    }

    @Test func `our own lost socket takes the offer back, for it is asked for again`() {
        var script = Self.offered()
        #expect(script.media(.linkImpaired) == [.rollBack])
        #expect(script.acts(.attached(VertoServerInvite(callID: "c1", sdp: .theirs))).count == 1)
        #expect(script.media(Self.request) == [.createOffer(id: 4, iceRestart: true)])
    }

    @Test func `a call that has ended or has not begun makes no offer`() {
        var ringing = ClientCallScript(.inbound)
        _ = ringing.handle(.invited(VertoServerInvite(callID: "c1", sdp: .theirs)))
        var ended = ClientCallScript.active(.outbound)
        _ = ended.handle(.bye(VertoBye(callID: "c1", causeCode: .normalClearing)))
        for var script in [ringing, ended] {
            #expect(script.acts(Self.request) == [.refuse(.number(9), .callDoesNotExist)])
        }
    }

    @Test func `a peer that closes its media has a moment for its BYE`() {
        var script = ClientCallScript.active(.outbound)
        #expect(script.acts(.mediaReport(.state(.peerClosed))).isEmpty)
        #expect(script.call.state.link == .up)
        #expect(script.call.nextDeadline == ClientCallMachine.closedMediaLimit)
        _ = script.handle(.bye(VertoBye(callID: "c1", causeCode: .normalClearing)))
        #expect(script.call.machine.ending?.reason == .completed)
    }

    @Test func `then it is awaited for as long as the exchange keeps a call without its socket`() throws {
        var script = ClientCallScript.active(.outbound)
        _ = script.handle(.mediaReport(.state(.peerClosed)))
        script.now = ClientCallMachine.closedMediaLimit
        #expect(script.acts(.tick).isEmpty)
        #expect(script.call.state.link == .reconnecting)
        #expect(try #require(script.call.nextDeadline) > ExchangeLimits().resumeTime)
        #expect(ClientCallMachine.interruptionMin > ExchangeLimits().resumeTime)
        var other = script
        _ = other.handle(.bye(VertoBye(callID: "c1", causeCode: .normalClearing)))
        #expect(other.call.machine.ending?.reason == .completed)
        script.now += CallTimer.recovery.limit
        #expect(script.requests(.tick).map(\.isBye) == [true])
        #expect(script.call.state.progress == .disconnecting(.dropped))
    }

    @Test func `a peer that comes back with other media is connected again`() {
        var script = ClientCallScript.active(.outbound)
        _ = script.handle(.mediaReport(.state(.peerClosed)))
        script.now = ClientCallMachine.closedMediaLimit
        _ = script.handle(.tick)
        _ = script.handle(Self.request)
        #expect(script.call.state.link == .renegotiating)
        #expect(script.call.nextDeadline == nil)
        _ = script.handle(.mediaReport(.localDescription(id: 3, sdp: .oursAnew)))
        _ = script.handle(Self.answer(.theirsAnew))
        _ = script.handle(.mediaReport(.accepted(id: 4)))
        _ = script.handle(.mediaReport(.state(.connecting)))
        _ = script.handle(.mediaReport(.state(.connected)))
        #expect(script.call.state.link == .up)
        #expect(script.call.nextDeadline == nil)
    }

    @Test func `one that does not take the offer is waited for anew`() {
        var script = ClientCallScript.active(.outbound)
        _ = script.handle(.mediaReport(.state(.peerClosed)))
        script.now = ClientCallMachine.closedMediaLimit
        _ = script.handle(.tick)
        _ = script.handle(Self.request)
        _ = script.handle(.mediaReport(.localDescription(id: 3, sdp: .oursAnew)))
        #expect(script.media(Self.answer(.theirs)) == [.rollBack])
        #expect(script.call.state.link == .reconnecting)
    }

    @Test func `our own return changes nothing for a peer that has closed its media`() {
        var script = ClientCallScript.active(.outbound)
        _ = script.handle(.mediaReport(.state(.peerClosed)))
        _ = script.handle(.linkImpaired)
        #expect(script.requests(.attached(VertoServerInvite(callID: "c1", sdp: .theirs))).count == 1)
        script.now = ClientCallMachine.closedMediaLimit
        _ = script.handle(.tick)
        #expect(script.call.state.link == .reconnecting)
    }

    @Test func `a peer that closes its media before the call stands ends it`() {
        var script = ClientCallScript(.inbound)
        _ = script.handle(.invited(VertoServerInvite(callID: "c1", sdp: .theirs)))
        _ = script.handle(.operation(nil, .answer))
        _ = script.handle(.mediaReport(.localDescription(id: 1, sdp: .ours)))
        _ = script.handle(.mediaReport(.state(.peerClosed)))
        script.now = ClientCallMachine.closedMediaLimit
        #expect(script.requests(.tick).map(\.isBye) == [true])
    }
}
