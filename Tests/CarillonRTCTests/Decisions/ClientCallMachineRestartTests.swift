import CallModel
import CarillonRTC
import MediaEngine
import Redaction
import Testing
import Verto

/// Media that has to find another way in the middle of a call.
struct ClientCallMachineRestartTests {
    private let restart = [MediaRequest.createOffer(id: 3, iceRestart: true)]

    @Test func `a call whose device left its network restarts media as soon as the exchange is heard again`() {
        var script = ClientCallScript.active(.outbound)
        _ = script.handle(.linkImpaired)
        #expect(script.media(.networkLeft).isEmpty)
        #expect(script.media(.reattached) == restart)
        #expect(script.call.state.link == .renegotiating)
    }

    @Test func `media that breaks while another offer is answered is restarted after it`() {
        var script = ClientCallScript.active(.outbound)
        #expect(script.media(.updateMedia(.number(9), .theirs)) == [.acceptOffer(id: 3, sdp: .theirs)])
        #expect(script.media(.mediaReport(.state(.interrupted))).isEmpty)
        #expect(
            script.media(.mediaReport(.localDescription(id: 3, sdp: .ours))) == [.createOffer(id: 4, iceRestart: true)])
    }

    @Test func `a restart under way when the socket goes is made again when it is back`() {
        var script = ClientCallScript.active(.outbound)
        _ = script.handle(.operation(nil, .restartMedia))
        _ = script.handle(.mediaReport(.localDescription(id: 3, sdp: .oursAnew)))
        #expect(script.media(.linkImpaired) == [.rollBack])
        #expect(script.media(.reattached) == [.createOffer(id: 4, iceRestart: true)])
    }

    @Test func `a peer that restarts spares us our own restart`() {
        var script = ClientCallScript.active(.inbound)
        _ = script.handle(.linkImpaired)
        _ = script.handle(.networkLeft)
        // Of the socket that is not up yet: the peer's offer is answered first.
        #expect(script.media(.updateMedia(.number(9), .theirsAnew)) == [.acceptOffer(id: 2, sdp: .theirsAnew)])
        _ = script.handle(.mediaReport(.localDescription(id: 2, sdp: .oursAnew)))
        #expect(script.media(.reattached).isEmpty)
        #expect(script.call.state.link == .up)
    }

    /// The waits between tries that the peer refuses.
    private func waits(of direction: CallDirection) throws -> [Duration] {
        var script = ClientCallScript.active(direction)
        let first: UInt64 = direction == .outbound ? 3 : 2
        #expect(script.media(.mediaReport(.state(.interrupted))) == [.createOffer(id: first, iceRestart: true)])
        return try (first..<first + 5).map { attempt in
            _ = script.handle(.mediaReport(.localDescription(id: attempt, sdp: .oursAnew)))
            _ = script.handle(.outcome(.updateMedia(script.offered), .failure(VertoFailure(.application, "busy"))))
            let next = try #require(script.call.nextDeadline)
            let wait = next - script.now
            script.now = next
            #expect(script.media(.tick) == [.createOffer(id: attempt + 1, iceRestart: true)])
            return wait
        }
    }

    @Test func `a restart that the peer refuses is tried again, ever later, and by the caller first`() throws {
        #expect(try waits(of: .inbound) == [1, 2, 4, 8, 8].map { .seconds($0) })
        #expect(try waits(of: .outbound) == [100, 200, 400, 800, 1_600].map { .milliseconds($0) })
    }

    @Test func `media that falters is restarted while it counts as connected, until it is heard again`() {
        var script = ClientCallScript.active(.outbound)
        #expect(script.media(.mediaReport(.faltering(true))) == restart)
        _ = script.handle(.mediaReport(.localDescription(id: 3, sdp: .oursAnew)))
        _ = script.handle(.outcome(.updateMedia(script.offered), .failure(VertoFailure(.application, "no"))))
        #expect(script.call.state.link == .up)
        #expect(script.call.nextDeadline == .milliseconds(100))
        _ = script.handle(.mediaReport(.faltering(false)))
        #expect(script.call.nextDeadline == nil)
    }

    private func reasons(_ effects: [ClientCallEffect]) -> [RestartReason] {
        effects.compactMap { if case .report(.restart(let reason)) = $0 { reason } else { nil } }
    }

    @Test(arguments: [
        (ClientCallEvent.networkLeft, RestartReason.networkLeft), (.mediaReport(.faltering(true)), .silence),
        (.mediaReport(.state(.interrupted)), .pathLost), (.operation(nil, .restartMedia), .requested),
        (.updateMedia(.number(9), .theirsAnew), .peerRestarted), (.offerRequested(.number(9)), .peerReturned),
    ])
    func `each restart says why it is made`(event: ClientCallEvent, reason: RestartReason) {
        var script = ClientCallScript.active(.outbound)
        #expect(reasons(script.handle(event)) == [reason])
    }

    @Test func `a restart that is tried again keeps its first reason, and sound ends it`() throws {
        var script = ClientCallScript.active(.outbound)
        _ = script.handle(.networkLeft)
        _ = script.handle(.mediaReport(.localDescription(id: 3, sdp: .oursAnew)))
        _ = script.handle(.mediaReport(.state(.interrupted)))
        _ = script.handle(.outcome(.updateMedia(script.offered), .failure(VertoFailure(.application, "busy"))))
        script.now = try #require(script.call.nextDeadline)
        #expect(reasons(script.handle(.tick)) == [.networkLeft])
        _ = script.handle(.mediaReport(.localDescription(id: 4, sdp: .oursAnew)))
        _ = script.handle(
            .outcome(
                .updateMedia(script.offered), .reply(.modified("c1", .updateMedia, holdState: nil, sdp: .theirsAnew))))
        _ = script.handle(.mediaReport(.accepted(id: 5)))
        _ = script.handle(.mediaReport(.state(.connected)))
        script.now += .seconds(20)
        #expect(reasons(script.handle(.mediaReport(.faltering(true)))) == [.silence])
    }

    @Test func `a call that ends for lack of a path reports that to the person and to the exchange`() {
        var script = ClientCallScript.active(.outbound)
        _ = script.handle(.mediaReport(.state(.interrupted)))
        let requests = script.requests(.mediaReport(.unavailable(MediaError(.transport, "interrupted for too long"))))
        let byes = requests.compactMap { if case .bye(let bye) = $0 { bye } else { nil } }
        #expect(byes.map(\.cause) == ["MEDIA_TIMEOUT"] && byes.map { $0.causeCode?.rawValue } == [804])
        let end = script.handle(.outcome(.bye, .reply(.callCreated("c1")))).end
        #expect(end?.ending.reason == .dropped && end?.ending.cause == .mediaTimeout)
    }

    @Test func `a path that is lost after a hang-up changes nothing about the end`() {
        var script = ClientCallScript.active(.outbound)
        _ = script.handle(.operation(nil, .hangUp))
        _ = script.handle(.mediaReport(.unavailable(MediaError(.transport, "interrupted for too long"))))
        #expect(script.handle(.outcome(.bye, .reply(.callCreated("c1")))).end?.ending.cause == .normalClearing)
    }

    @Test func `media that could not begin is not reported as a missing path`() {
        var script = ClientCallScript(.outbound)
        let end = script.handle(.dial) + script.handle(.mediaReport(.unavailable(MediaError(.transport, "no thread"))))
        #expect(end.end?.ending.cause == .normalTemporaryFailure)
    }

    @Test func `a restart that was agreed and brings no sound is made again, not sooner than it can have done so`() {
        var script = ClientCallScript.active(.inbound)
        _ = script.handle(.mediaReport(.faltering(true)))
        // The peer's crosses it, and is the one that is agreed.
        _ = script.handle(.updateMedia(.number(9), .theirsAnew))
        #expect(script.media(.mediaReport(.state(.interrupted))).isEmpty)
        #expect(script.media(.mediaReport(.localDescription(id: 3, sdp: .oursAnew))).isEmpty)
        #expect(script.call.nextDeadline == ClientCallMachine.restartProof)
        script.now = ClientCallMachine.restartProof
        #expect(script.media(.tick) == [.createOffer(id: 4, iceRestart: true)])
    }

    @Test func `a silence delays no restart that was refused after another was agreed`() throws {
        var script = ClientCallScript.active(.inbound)
        _ = script.handle(.updateMedia(.number(9), .theirsAnew))
        _ = script.handle(.mediaReport(.localDescription(id: 2, sdp: .oursAnew)))
        _ = script.handle(.operation(nil, .restartMedia))
        _ = script.handle(.mediaReport(.faltering(true)))
        _ = script.handle(.mediaReport(.localDescription(id: 3, sdp: .oursAnew)))
        _ = script.handle(.outcome(.updateMedia(script.offered), .failure(VertoFailure(.application, "busy"))))
        script.now = .milliseconds(900)
        _ = script.handle(.mediaReport(.state(.interrupted)))
        #expect(script.call.nextDeadline == ClientCallMachine.restartRetry)
        script.now = try #require(script.call.nextDeadline)
        #expect(script.media(.tick) == [.createOffer(id: 4, iceRestart: true)])
    }

    @Test func `a restart that was agreed before the network was left delays none over the next network`() throws {
        var script = ClientCallScript.active(.inbound)
        _ = script.handle(.updateMedia(.number(9), .theirsAnew))
        _ = script.handle(.mediaReport(.localDescription(id: 2, sdp: .oursAnew)))
        _ = script.handle(.networkLeft)
        _ = script.handle(.mediaReport(.localDescription(id: 3, sdp: .oursAnew)))
        _ = script.handle(.outcome(.updateMedia(script.offered), .failure(VertoFailure(.application, "busy"))))
        script.now = .milliseconds(900)
        #expect(script.media(.mediaReport(.faltering(true))) == [.createOffer(id: 4, iceRestart: true)])
    }

    @Test func `a restart that brought sound delays none that the next silence needs`() {
        var script = ClientCallScript.active(.inbound)
        _ = script.handle(.mediaReport(.faltering(true)))
        _ = script.handle(.updateMedia(.number(9), .theirsAnew))
        _ = script.handle(.mediaReport(.localDescription(id: 3, sdp: .oursAnew)))
        _ = script.handle(.mediaReport(.faltering(false)))
        script.now = .seconds(2)
        #expect(script.media(.mediaReport(.faltering(true))) == [.createOffer(id: 4, iceRestart: true)])
    }

    @Test func `after a restart for another network nothing more is restarted`() {
        var script = ClientCallScript.active(.outbound)
        #expect(script.media(.networkLeft) == restart)
        _ = script.handle(.mediaReport(.localDescription(id: 3, sdp: .oursAnew)))
        _ = script.handle(
            .outcome(
                .updateMedia(script.offered), .reply(.modified("c1", .updateMedia, holdState: nil, sdp: .theirsAnew))))
        _ = script.handle(.mediaReport(.accepted(id: 4)))
        #expect(script.call.nextDeadline == nil)
    }

    @Test func `a call that rings, or has ended, restarts nothing`() {
        var ringing = ClientCallScript(.inbound)
        _ = ringing.handle(.invited(VertoServerInvite(callID: "c1", sdp: .theirs)))
        #expect(ringing.acts(.networkLeft).isEmpty)
        var ended = ClientCallScript.active(.outbound)
        _ = ended.handle(.operation(nil, .hangUp))
        #expect(ended.media(.networkLeft).isEmpty)
    }
}
