import MediaEngine
import NativeMedia
import Testing

/// A peer that returns under its stored certificate, and whose earlier connection says goodbye later.
@Suite struct LinkReturnTests {
    /// A ClientHello in a record of epoch 0.
    private let clientHello: [UInt8] = [22, 254, 253, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9, 1]

    private struct Run {
        var machine = LinkMachine(LinkLimits())
        var now = Duration.zero

        /// Connected, and the peer has restarted ICE under its old certificate; `role` is ours.
        init(_ role: DTLSRole) {
            for event: LinkEvent in [
                .iceCreated(generation: 1), .agreed(role, restarted: false), .iceChanged(.connected, generation: 1),
                .handshakeDone(fingerprintMatches: true), .iceCreated(generation: 2), .agreed(role, restarted: true),
            ] { _ = see(event) }
        }

        mutating func see(_ event: LinkEvent, after delay: Duration = .zero) -> [LinkEffect] {
            now += delay
            var effects: [LinkEffect] = []
            machine.handle(event, at: now, into: &effects)
            return effects
        }

        mutating func sayGoodbye() -> [LinkEffect] { see(.associationEnded(byPeer: true)) }
    }

    @Test func `a goodbye before the new agent is up leaves the peer that returned to be shaken hands with over it`() {
        for role in [DTLSRole.client, .server] {
            var run = Run(role)
            #expect(run.see(.datagram(LinkDatagram(clientHello, generation: 2))) == [])
            #expect(run.sayGoodbye() == [.report(.connecting), .endAssociation])
            #expect(
                run.see(.iceChanged(.connected, generation: 2)) == [
                    .useIce(generation: 2, closing: 1), .startHandshake(role), .feed(clientHello),
                ])
            #expect(run.see(.handshakeDone(fingerprintMatches: true)) == [.report(.connected)])
        }
    }

    @Test func `a goodbye before either association is proven begins the next handshake at once`() {
        for role in [DTLSRole.client, .server] {
            var run = Run(role)
            _ = run.see(.iceChanged(.connected, generation: 2))
            #expect(run.sayGoodbye() == [.report(.connecting), .replaceHandshake(role)])
            #expect(run.see(.datagram(LinkDatagram(clientHello, generation: 2))) == [.feed(clientHello)])
            #expect(run.see(.handshakeDone(fingerprintMatches: true)) == [.report(.connected)])
        }
    }

    /// A trial runs, and the association before it has ended.
    private func succeeding() -> Run {
        var run = Run(.server)
        _ = run.see(.iceChanged(.connected, generation: 2))
        _ = run.see(.datagram(LinkDatagram(clientHello, generation: 2)))
        #expect(run.sayGoodbye() == [.endAssociation, .report(.connecting)])
        return run
    }

    @Test func `a goodbye while the next handshake runs leaves that handshake alone, which then connects`() {
        var run = succeeding()
        #expect(
            run.see(.datagram(LinkDatagram([22, 254, 253, 0, 1], generation: 2))) == [.feedTrial([22, 254, 253, 0, 1])])
        #expect(run.see(.trialDone(fingerprintMatches: true)) == [.adoptTrial, .report(.connected)])
        #expect(run.machine.deadline == nil)
        #expect(run.see(.datagram(LinkDatagram([22, 2], generation: 2))) == [.feed([22, 2])])
    }

    @Test func `a next handshake that ends or is not answered after the goodbye is begun anew`() {
        var run = succeeding()
        #expect(run.see(.trialEnded) == [.replaceHandshake(.server)])
        run = succeeding()
        #expect(run.see(.timePassed, after: .seconds(10)) == [.endTrial, .replaceHandshake(.server)])
        #expect(run.see(.handshakeDone(fingerprintMatches: true)) == [.report(.connected)])
    }

    @Test func `another restart after the goodbye awaits its agent, without the handshake before it`() {
        var run = succeeding()
        _ = run.see(.iceCreated(generation: 3))
        #expect(run.see(.agreed(.server, restarted: true)) == [.endTrial])
        #expect(
            run.see(.iceChanged(.connected, generation: 3)) == [
                .useIce(generation: 3, closing: 2), .startHandshake(.server),
            ])
    }

    @Test func `a certificate that is not the announced one fails a connection whose peer said goodbye`() {
        var run = succeeding()
        #expect(
            run.see(.trialDone(fingerprintMatches: false)) == [
                .endTrial, .fail(MediaError(.fingerprintMismatch, "the peer's certificate")), .report(.failed),
            ])
    }

    @Test func `a peer that did not return in time fails the connection`() {
        var run = succeeding()
        _ = run.see(.trialEnded)
        #expect(run.see(.timePassed, after: .seconds(30)).last == .report(.failed))
    }

    @Test func `a goodbye of a peer that kept its association at the restart is the peer's own`() {
        for role in [DTLSRole.client, .server] {
            var run = Run(role)
            _ = run.see(.iceChanged(.connected, generation: 2))
            _ = run.see(.proven)
            var silent = run
            #expect(run.sayGoodbye() == [.endAssociation, .report(.peerClosed)])
            // What proved it may have been sent before the peer gave it up.
            _ = silent.see(.listened(silence: .seconds(5), .media), after: .seconds(5))
            #expect(silent.sayGoodbye().contains(.replaceHandshake(role)))
        }
    }
}
