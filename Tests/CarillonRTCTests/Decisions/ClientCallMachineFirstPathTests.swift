import CallModel
import CarillonRTC
import MediaEngine
import Redaction
import Testing
import Verto

/// An answered call whose media does not connect.
struct ClientCallMachineFirstPathTests {
    private static func answered(_ direction: CallDirection) -> ClientCallScript {
        .answered(direction, trickles: true)
    }

    private static func first(_ direction: CallDirection) -> UInt64 { direction == .outbound ? 3 : 2 }

    private func reasons(_ effects: [ClientCallEffect]) -> [RestartReason] {
        effects.compactMap { if case .report(.restart(let reason)) = $0 { reason } else { nil } }
    }

    @Test(arguments: [
        (CallDirection.outbound, ClientCallMachine.firstPathLimitOfCaller),
        (.inbound, ClientCallMachine.firstPathLimit),
    ])
    func `a path is looked for anew when none was found in time, and by the caller first`(
        direction: CallDirection, limit: Duration
    ) {
        var script = Self.answered(direction)
        #expect(script.call.nextDeadline == limit)
        script.now = limit
        let effects = script.handle(.tick)
        #expect(reasons(effects) == [.noPath])
        #expect(effects.contains(.media(.createOffer(id: Self.first(direction), iceRestart: true))))
        #expect(script.call.state.progress == .answering)
        #expect(ClientCallMachine.firstPathLimitOfCaller < ClientCallMachine.firstPathLimit)
    }

    /// A second path was looked for and agreed on.
    private static func agreed() -> ClientCallScript {
        var script = answered(.outbound)
        script.now = ClientCallMachine.firstPathLimitOfCaller
        _ = script.handle(.tick)
        _ = script.handle(.mediaReport(.localDescription(id: 3, sdp: .oursAnew)))
        _ = script.handle(
            .outcome(
                .updateMedia(script.offered), .reply(.modified("c1", .updateMedia, holdState: nil, sdp: .theirsAnew))))
        _ = script.handle(.mediaReport(.accepted(id: 4)))
        return script
    }

    @Test func `a path that the second search finds makes the call active, and no other is looked for`() {
        var script = Self.agreed()
        _ = script.handle(.mediaReport(.state(.connected)))
        #expect(script.call.state.progress == .active)
        #expect(script.call.state.link == .up)
        #expect(script.call.nextDeadline == nil)
    }

    @Test func `a second search that finds nothing is followed by a third, before the call is given up`() {
        var script = Self.agreed()
        script.now += ClientCallMachine.restartProof
        #expect(script.now < CallTimer.setUp.limit)
        #expect(script.media(.tick) == [.createOffer(id: 5, iceRestart: true)])
        _ = script.handle(.mediaReport(.state(.connecting)))
        script.now = CallTimer.setUp.limit
        let byes = script.requests(.tick).compactMap { if case .bye(let bye) = $0 { bye } else { nil } }
        #expect(byes.map(\.cause) == ["MEDIA_TIMEOUT"])
        let end = script.handle(.outcome(.bye, .reply(.callCreated("c1")))).end
        #expect(end?.ending.reason == .failed && end?.ending.cause == .mediaTimeout)
    }

    @Test func `media that connects first leaves an offer under way without a consequence`() {
        var script = Self.answered(.outbound)
        script.now = ClientCallMachine.firstPathLimitOfCaller
        _ = script.handle(.tick)
        _ = script.handle(.mediaReport(.localDescription(id: 3, sdp: .oursAnew)))
        _ = script.handle(.mediaReport(.state(.connected)))
        #expect(script.call.state.progress == .active)
        let refusal = RequestOutcome.failure(VertoFailure(.application, "busy"))
        #expect(script.media(.outcome(.updateMedia(script.offered), refusal)) == [.rollBack])
        #expect(script.call.state.link == .up)
        #expect(script.call.nextDeadline == nil)
    }

    @Test func `an offer of a path that is refused is made again`() throws {
        var script = Self.answered(.outbound)
        script.now = ClientCallMachine.firstPathLimitOfCaller
        _ = script.handle(.tick)
        _ = script.handle(.mediaReport(.localDescription(id: 3, sdp: .oursAnew)))
        _ = script.handle(.outcome(.updateMedia(script.offered), .failure(VertoFailure(.application, "busy"))))
        script.now = try #require(script.call.nextDeadline)
        #expect(script.media(.tick) == [.createOffer(id: 4, iceRestart: true)])
    }

    @Test func `a search that failed is not waited for`() {
        var script = Self.answered(.inbound)
        #expect(script.media(.mediaReport(.state(.interrupted))) == [.createOffer(id: 2, iceRestart: true)])
    }

    @Test func `the peer's new search is answered, and replaces one's own`() {
        var script = Self.answered(.inbound)
        script.now = ClientCallMachine.firstPathLimitOfCaller
        #expect(script.media(.updateMedia(.number(9), .theirsAnew)) == [.acceptOffer(id: 2, sdp: .theirsAnew)])
        _ = script.handle(.mediaReport(.localDescription(id: 2, sdp: .oursAnew)))
        script.now = ClientCallMachine.firstPathLimit
        #expect(script.media(.tick).isEmpty)
        #expect(script.call.nextDeadline == ClientCallMachine.firstPathLimitOfCaller + ClientCallMachine.restartProof)
    }

    @Test func `no path is looked for once the call is hung up, or where media connected while it rang`() {
        var script = Self.answered(.outbound)
        _ = script.handle(.operation(nil, .hangUp))
        script.now = ClientCallMachine.firstPathLimitOfCaller
        #expect(script.media(.tick).isEmpty)
        script = ClientCallScript.active(.outbound)
        #expect(script.call.nextDeadline == nil)
    }
}
