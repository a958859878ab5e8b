import MediaEngine
import NativeMedia
import Testing

@Suite struct LinkMachineTests {
    private let hello: [UInt8] = [22, 1]

    private struct Run {
        var machine: LinkMachine
        var now = Duration.zero

        init(_ limits: LinkLimits = LinkLimits()) { machine = LinkMachine(limits) }

        mutating func see(_ event: LinkEvent, after delay: Duration = .zero) -> [LinkEffect] {
            now += delay
            var effects: [LinkEffect] = []
            machine.handle(event, at: now, into: &effects)
            return effects
        }

        mutating func connect(_ role: DTLSRole = .client) {
            for event: LinkEvent in [
                .iceCreated(generation: 1), .agreed(role, restarted: false), .iceChanged(.connected, generation: 1),
                .handshakeDone(fingerprintMatches: true),
            ] { _ = see(event) }
        }
    }

    @Test func `pitfall 1: a handshake that begins before ICE is up waits and is not lost`() {
        var run = Run()
        #expect(run.see(.iceCreated(generation: 1)) == [])
        #expect(run.see(.datagram(LinkDatagram(hello, generation: 1))) == [])
        #expect(run.see(.agreed(.server, restarted: false)) == [.report(.connecting)])
        #expect(run.see(.datagram(LinkDatagram([22, 2], generation: 1))) == [])
        #expect(
            run.see(.iceChanged(.connected, generation: 1)) == [
                .useIce(generation: 1, closing: nil), .startHandshake(.server), .feed(hello), .feed([22, 2]),
            ])
        #expect(run.see(.datagram(LinkDatagram([22, 3], generation: 1))) == [.feed([22, 3])])
        #expect(run.see(.handshakeDone(fingerprintMatches: true)) == [.report(.connected)])
    }

    @Test func `pitfall 1: a handshake that begins before the fingerprint is known waits`() {
        var run = Run()
        _ = run.see(.iceCreated(generation: 1))
        #expect(run.see(.iceChanged(.connected, generation: 1)) == [.useIce(generation: 1, closing: nil)])
        #expect(run.see(.datagram(LinkDatagram(hello, generation: 1))) == [])
        #expect(
            run.see(.agreed(.server, restarted: false)) == [
                .report(.connecting), .startHandshake(.server), .feed(hello),
            ])
    }

    @Test func `datagrams that cannot be used yet are kept up to a limit`() {
        var run = Run()
        _ = run.see(.iceCreated(generation: 1))
        for _ in 0..<(LinkMachine.queuedDatagramsMax + 10) {
            _ = run.see(.datagram(LinkDatagram(hello, generation: 1)))
        }
        _ = run.see(.agreed(.server, restarted: false))
        let fed = run.see(.iceChanged(.connected, generation: 1)).filter { $0 == .feed(hello) }
        #expect(fed.count == LinkMachine.queuedDatagramsMax)
    }

    @Test func `pitfall 4: a certificate that is not the announced one fails the connection for good`() {
        var run = Run()
        _ = run.see(.iceCreated(generation: 1))
        _ = run.see(.agreed(.client, restarted: false))
        _ = run.see(.iceChanged(.connected, generation: 1))
        #expect(
            run.see(.handshakeDone(fingerprintMatches: false)) == [
                .fail(MediaError(.fingerprintMismatch, "the peer's certificate")), .report(.failed),
            ])
        #expect(run.see(.iceChanged(.connected, generation: 1)) == [])
        #expect(run.machine.deadline == nil)
    }

    @Test func `an agent that is agreed is used when it connects, whatever came of an offer beside it`() {
        var run = Run()
        run.connect()
        _ = run.see(.iceCreated(generation: 2))
        _ = run.see(.agreed(.client, restarted: true))
        _ = run.see(.iceCreated(generation: 3))
        #expect(run.see(.iceGivenUp(generation: 3)) == [.closeIce(generation: 3)])
        #expect(run.see(.iceChanged(.connected, generation: 2)).contains(.useIce(generation: 2, closing: 1)))
    }

    @Test func `a newer agent that connects closes the one it overtook`() {
        var run = Run()
        run.connect()
        _ = run.see(.iceCreated(generation: 2))
        _ = run.see(.iceCreated(generation: 3))
        let effects = run.see(.iceChanged(.connected, generation: 3))
        #expect(effects.contains(.useIce(generation: 3, closing: 1)))
        #expect(effects.contains(.closeIce(generation: 2)))
    }

    @Test func `the first agent may leave out networks, and another one that looks for a first path may not`() {
        var run = Run()
        #expect(run.machine.mayChooseNetwork(isOffered: false))
        _ = run.see(.iceCreated(generation: 1))
        _ = run.see(.agreed(.client, restarted: false))
        #expect(run.machine.mayChooseNetwork(isOffered: true))
        _ = run.see(.iceCreated(generation: 2))
        #expect(!run.machine.mayChooseNetwork(isOffered: true))
    }

    @Test func `a restart may leave out networks if this side asks for it while it hears the peer`() {
        var run = Run()
        run.connect()
        #expect(run.machine.mayChooseNetwork(isOffered: true))
        #expect(!run.machine.mayChooseNetwork(isOffered: false))
        _ = run.see(.listened(silence: .milliseconds(900), .media), after: .seconds(1))
        #expect(!run.machine.mayChooseNetwork(isOffered: true), "the path may be lost")
        _ = run.see(.listened(silence: .zero, .media))
        #expect(run.machine.mayChooseNetwork(isOffered: true))
        _ = run.see(.listened(silence: .seconds(9), .reports), after: .seconds(9))
        #expect(run.machine.mayChooseNetwork(isOffered: true), "a peer that holds sends reports only")
        _ = run.see(.listened(silence: .seconds(5), .media))
        #expect(run.machine.state == .interrupted)
        #expect(!run.machine.mayChooseNetwork(isOffered: true))
    }

    @Test func `pitfall 7: a silent peer interrupts, and its first sign of life heals`() {
        var run = Run()
        run.connect()
        #expect(run.see(.listened(silence: .seconds(4), .media), after: .seconds(4)) == [.falter(true)])
        #expect(run.see(.listened(silence: .seconds(5), .media), after: .seconds(1)) == [.report(.interrupted)])
        #expect(run.see(.listened(silence: .seconds(20), .media), after: .seconds(15)) == [])
        #expect(run.see(.listened(silence: .zero, .media)) == [.falter(false), .report(.connected)])
        #expect(run.machine.deadline == nil)
    }

    @Test func `pitfall 7: an interruption that does not end fails after its limit`() {
        var run = Run()
        run.connect()
        #expect(run.see(.iceChanged(.failed, generation: 1)) == [.report(.interrupted)])
        #expect(run.machine.deadline == .seconds(30))
        #expect(run.see(.timePassed, after: .seconds(29)) == [])
        #expect(
            run.see(.timePassed, after: .seconds(1)) == [
                .fail(MediaError(.transport, "interrupted for too long")), .report(.failed),
            ])
    }

    @Test func `a peer on hold is given more time, one that never reported all the time there is`() {
        var run = Run()
        run.connect()
        #expect(run.see(.listened(silence: .seconds(19), .reports)) == [])
        #expect(run.see(.listened(silence: .seconds(600), .nothing)) == [])
        #expect(run.see(.listened(silence: .seconds(20), .reports)) == [.report(.interrupted)])
    }

    @Test func `ICE and DTLS that never come up fail in time, interrupted meanwhile or not`() {
        var run = Run()
        _ = run.see(.iceCreated(generation: 1))
        _ = run.see(.agreed(.client, restarted: false))
        #expect(run.see(.iceChanged(.failed, generation: 1), after: .seconds(10)) == [.report(.interrupted)])
        #expect(run.machine.deadline == .seconds(30))
    }

    @Test func `pitfall 8: a restart keeps the old way until the new one is up`() {
        var run = Run()
        run.connect()
        #expect(run.see(.iceCreated(generation: 2)) == [])
        #expect(run.see(.iceChanged(.checking, generation: 2)) == [])
        #expect(run.see(.agreed(.client, restarted: false)) == [])
        #expect(run.see(.iceChanged(.connected, generation: 2)) == [.useIce(generation: 2, closing: 1)])
        #expect(run.see(.iceChanged(.failed, generation: 1)) == [])
        #expect(run.machine.state == .connected)
    }

    @Test func `pitfall 8: a restart that fails leaves the old way as it was`() {
        var run = Run()
        run.connect()
        _ = run.see(.iceCreated(generation: 2))
        #expect(run.see(.iceChanged(.failed, generation: 2)) == [.closeIce(generation: 2)])
        #expect(run.machine.state == .connected)
    }

    @Test func `pitfall 7: a restart heals a way that ICE gave up`() {
        var run = Run()
        run.connect()
        _ = run.see(.iceChanged(.failed, generation: 1))
        _ = run.see(.iceCreated(generation: 2))
        #expect(
            run.see(.iceChanged(.connected, generation: 2)) == [
                .useIce(generation: 2, closing: 1), .awaitProof,
            ])
        #expect(run.see(.proven) == [.report(.connected)])
    }

    @Test
    func `F2: a way whose ICE comes up again is not connected before something is heard, and ends with the truth`() {
        var run = Run()
        run.connect()
        #expect(run.see(.listened(silence: .seconds(5), .media), after: .seconds(5)) == [.report(.interrupted)])
        var generation = 2
        for second in 1...29 {
            if second.isMultiple(of: 5) {
                _ = run.see(.iceCreated(generation: generation))
                _ = run.see(.agreed(.server, restarted: true))
                let told = run.see(.iceChanged(.connected, generation: generation))
                #expect(!told.contains(.report(.connected)))
                generation += 1
            }
            #expect(run.see(.listened(silence: .seconds(5 + second), .media), after: .seconds(1)) == [])
        }
        let end = run.see(.timePassed, after: .seconds(1))
        #expect(end == [.fail(MediaError(.transport, "interrupted for too long")), .report(.failed)])
    }

    /// A ClientHello in a record of epoch 0.
    private let clientHello: [UInt8] = [22, 254, 253, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9, 1]

    /// Connected, and the peer has restarted ICE under its old certificate; `role` is ours.
    private func restarted(_ role: DTLSRole) -> Run {
        var run = Run()
        run.connect(role)
        _ = run.see(.iceCreated(generation: 2))
        #expect(run.see(.agreed(role, restarted: true)) == [])
        return run
    }

    @Test func `F2: a peer that keeps its association at a restart is heard on it, and nothing is tried`() {
        for role in [DTLSRole.client, .server] {
            var run = restarted(role)
            #expect(
                run.see(.iceChanged(.connected, generation: 2)) == [
                    .useIce(generation: 2, closing: 1), .awaitProof,
                ])
            #expect(run.see(.proven, after: .milliseconds(20)) == [])
            #expect(run.machine.state == .connected)
            #expect(run.machine.deadline == nil)
        }
    }

    @Test
    func
        `F2: a peer that begins anew at a restart is answered beside the old association, which goes when the new one stands`()
    {
        var run = restarted(.server)
        // Faster than our ICE: an answer would take the old way.
        #expect(run.see(.datagram(LinkDatagram(clientHello, generation: 2))) == [])
        #expect(
            run.see(.iceChanged(.connected, generation: 2)) == [
                .useIce(generation: 2, closing: 1), .awaitProof, .startTrial(.server), .feedTrial(clientHello),
            ])
        #expect(
            run.see(.datagram(LinkDatagram([22, 254, 253, 0, 1, 2], generation: 2))) == [
                .feedTrial([22, 254, 253, 0, 1, 2]), .feed([22, 254, 253, 0, 1, 2]),
            ])
        #expect(run.see(.trialDone(fingerprintMatches: true)) == [.adoptTrial])
        #expect(run.machine.state == .connected)
        #expect(run.machine.deadline == nil)
    }

    @Test func `F2: where beginning is ours it is tried when nothing is heard, until something is`() {
        var run = restarted(.client)
        _ = run.see(.iceChanged(.connected, generation: 2))
        #expect(run.machine.deadline == .milliseconds(500))
        #expect(run.see(.timePassed, after: .milliseconds(499)) == [])
        #expect(run.see(.timePassed, after: .milliseconds(1)) == [.startTrial(.client)])
        var kept = run
        #expect(kept.see(.proven) == [.endTrial])
        #expect(kept.see(.trialDone(fingerprintMatches: true)) == [])
        #expect(kept.machine.deadline == nil)
        #expect(run.see(.trialDone(fingerprintMatches: true)) == [.adoptTrial])
    }

    @Test func `F2: an association that counted as kept and then falls silent is tried anew, a few times`() {
        var run = restarted(.client)
        _ = run.see(.iceChanged(.connected, generation: 2))
        _ = run.see(.proven)
        #expect(run.machine.deadline == nil)
        for _ in 1...4 {
            #expect(run.see(.listened(silence: .seconds(5), .media)) == [.report(.interrupted)])
            #expect(run.see(.timePassed) == [.startTrial(.client)])
            #expect(run.see(.proven) == [.endTrial, .report(.connected)])
        }
        #expect(run.see(.listened(silence: .seconds(5), .media)) == [.report(.interrupted)])
        #expect(run.see(.timePassed) == [])
        var unrestarted = Run()
        unrestarted.connect(.client)
        _ = unrestarted.see(.listened(silence: .seconds(5), .media))
        #expect(unrestarted.see(.timePassed) == [], "without a restart nothing is tried")
    }

    @Test func `F2: an unanswered trial ends, and the old association stays`() {
        var run = restarted(.client)
        _ = run.see(.iceChanged(.connected, generation: 2))
        _ = run.see(.timePassed, after: .milliseconds(500))
        #expect(run.see(.timePassed, after: .seconds(10)) == [.endTrial])
        #expect(run.machine.state == .connected)
        #expect(run.machine.deadline == nil)
    }

    @Test func `F2: another certificate in a trial ends the trial, not the call`() {
        var run = restarted(.server)
        _ = run.see(.iceChanged(.connected, generation: 2))
        _ = run.see(.datagram(LinkDatagram(clientHello, generation: 2)))
        #expect(run.see(.trialDone(fingerprintMatches: false)) == [.endTrial])
        #expect(run.machine.state == .connected)
    }

    @Test func `F2: a ClientHello without a restart is dropped, and trials after one are few`() {
        var run = Run()
        run.connect(.server)
        #expect(run.see(.datagram(LinkDatagram(clientHello, generation: 1))) == [.feed(clientHello)])
        var tried = restarted(.server)
        _ = tried.see(.iceChanged(.connected, generation: 2))
        var count = 0
        for _ in 1...20 {
            if tried.see(.datagram(LinkDatagram(clientHello, generation: 2))).contains(.startTrial(.server)) {
                count += 1
            }
            _ = tried.see(.trialEnded)
        }
        #expect(count == 4)
    }

    @Test func `F2: a trial heals an interruption`() {
        var run = restarted(.server)
        _ = run.see(.iceChanged(.connected, generation: 2))
        _ = run.see(.listened(silence: .seconds(5), .media), after: .seconds(5))
        _ = run.see(.datagram(LinkDatagram(clientHello, generation: 2)))
        #expect(run.see(.trialDone(fingerprintMatches: true)) == [.adoptTrial, .report(.connected)])
    }

    @Test func `another certificate or role begins another handshake`() {
        var run = Run()
        run.connect()
        #expect(run.see(.associationReplaced(.server)) == [.report(.connecting), .replaceHandshake(.server)])
        #expect(run.see(.handshakeDone(fingerprintMatches: true)) == [.report(.connected)])
    }

    @Test func `another peer is shaken hands with over the agent that was made for it`() {
        for role in [DTLSRole.client, .server] {
            var run = Run()
            run.connect()
            _ = run.see(.iceCreated(generation: 2))
            #expect(run.see(.associationReplaced(role)) == [.report(.connecting), .endAssociation])
            // The peer before may still be shaking hands. The other's first flight may be faster than its own ICE.
            #expect(run.see(.datagram(LinkDatagram([22, 254, 253], generation: 1))) == [])
            #expect(run.see(.datagram(LinkDatagram(hello, generation: 2))) == [])
            #expect(run.see(.iceChanged(.connected, generation: 1)) == [])
            #expect(
                run.see(.iceChanged(.connected, generation: 2)) == [
                    .useIce(generation: 2, closing: 1), .startHandshake(role), .feed(hello),
                ])
            #expect(run.see(.handshakeDone(fingerprintMatches: true)) == [.report(.connected)])
        }
    }

    @Test func `another peer that is not found in time fails the connection`() {
        var run = Run()
        run.connect()
        _ = run.see(.iceCreated(generation: 2))
        _ = run.see(.associationReplaced(.server))
        #expect(run.machine.deadline == .seconds(30))
        let effects = run.see(.timePassed, after: .seconds(30))
        #expect(effects.last == .report(.failed))
    }

    @Test func `a peer that says goodbye is awaited for as long as those who asked for the call like`() {
        var run = Run()
        run.connect()
        #expect(run.see(.associationEnded(byPeer: true)) == [.endAssociation, .report(.peerClosed)])
        #expect(run.machine.deadline == nil)
        #expect(run.see(.iceChanged(.failed, generation: 1)) == [])
        #expect(run.see(.datagram(LinkDatagram(hello, generation: 1))) == [])
        #expect(run.see(.listened(silence: .seconds(99), .media)) == [])
        #expect(run.see(.timePassed, after: .seconds(99)) == [])
    }

    @Test func `a peer that said goodbye and comes back begins anew, with whatever certificate`() {
        for event in [LinkEvent.agreed(.server, restarted: false), .associationReplaced(.server)] {
            var run = Run()
            run.connect()
            _ = run.see(.associationEnded(byPeer: true))
            _ = run.see(.iceCreated(generation: 2))
            #expect(run.see(event) == [.report(.connecting)])
            #expect(
                run.see(.iceChanged(.connected, generation: 2)) == [
                    .useIce(generation: 2, closing: 1), .startHandshake(.server),
                ])
            #expect(run.see(.handshakeDone(fingerprintMatches: true)) == [.report(.connected)])
        }
    }

    @Test func `a goodbye while another peer is awaited is the old one's, and changes nothing`() {
        var run = Run()
        run.connect()
        _ = run.see(.iceCreated(generation: 2))
        _ = run.see(.associationReplaced(.server))
        #expect(run.see(.datagram(LinkDatagram([21, 1], generation: 1))) == [])
        #expect(run.machine.state == .connecting)
    }
}
