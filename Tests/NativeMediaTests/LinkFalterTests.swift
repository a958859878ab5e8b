import MediaEngine
import NativeMedia
import Testing

/// When a link suggests a restart because the peer is not heard.
@Suite struct LinkFalterTests {
    /// A link that is connected.
    private struct Run {
        var machine = LinkMachine(LinkLimits())
        var now = Duration.zero

        init() {
            for event: LinkEvent in [
                .iceCreated(generation: 1), .agreed(.client, restarted: false),
                .iceChanged(.connected, generation: 1), .handshakeDone(fingerprintMatches: true),
            ] { _ = see(event) }
        }

        mutating func see(_ event: LinkEvent, after delay: Duration = .zero) -> [LinkEffect] {
            now += delay
            var effects: [LinkEffect] = []
            machine.handle(event, at: now, into: &effects)
            return effects
        }

        mutating func receives(_ silence: Duration, after delay: Duration) -> [LinkEffect] {
            see(.listened(silence: silence, .media), after: delay)
        }

        /// The peer is lost, and another agent replaces the one in use.
        mutating func restart(_ generation: Int) {
            #expect(receives(.milliseconds(1_050), after: .seconds(2)) == [.falter(true)])
            _ = see(.iceCreated(generation: generation))
            _ = see(.iceChanged(.connected, generation: generation), after: .milliseconds(200))
        }
    }

    @Test func `a peer that falls silent is looked for elsewhere, once in ten seconds, before the way is interrupted`()
    {
        var run = Run()
        #expect(run.see(.listened(silence: .milliseconds(850), .media), after: .seconds(1)) == [])
        #expect(run.see(.listened(silence: .milliseconds(950), .media), after: .milliseconds(100)) == [.falter(true)])
        #expect(run.see(.listened(silence: .milliseconds(1_600), .media), after: .milliseconds(250)) == [])
        #expect(run.see(.listened(silence: .zero, .media), after: .seconds(1)) == [.falter(false)])
        #expect(run.see(.listened(silence: .milliseconds(1_300), .media), after: .seconds(3)) == [])
        #expect(run.see(.listened(silence: .milliseconds(1_300), .media), after: .seconds(7)) == [.falter(true)])
        // A peer that has nothing to send is not missed.
        #expect(run.see(.listened(silence: .seconds(4), .reports), after: .seconds(60)) == [.falter(false)])
        #expect(run.machine.state == .connected)
    }

    @Test func `a path that is lost soon after another was is told of at once, as a restart brought the peer back`() {
        var run = Run()
        for generation in 2...4 {
            run.restart(generation)
            #expect(run.receives(.milliseconds(20), after: .milliseconds(150)) == [.falter(false)])
        }
    }

    @Test func `a path is told of at once too if the peer's restart came just before the silence was told of`() {
        var run = Run()
        _ = run.see(.iceCreated(generation: 2))
        _ = run.see(.iceChanged(.connected, generation: 2), after: .seconds(2))
        #expect(run.receives(.milliseconds(905), after: .milliseconds(20)) == [.falter(true)])
        #expect(run.receives(.milliseconds(20), after: .milliseconds(100)) == [.falter(false)])
        #expect(run.receives(.milliseconds(1_050), after: .seconds(2)) == [.falter(true)])
    }

    @Test func `a peer that is back by itself, before a restart or long after it, is not looked for again soon`() {
        for pause in [Duration.zero, .seconds(1)] {
            var run = Run()
            if pause > .zero {
                run.restart(2)
            } else {
                #expect(run.receives(.milliseconds(1_050), after: .seconds(2)) == [.falter(true)])
            }
            #expect(run.receives(.milliseconds(20), after: pause) == [.falter(false)])
            #expect(run.receives(.milliseconds(1_050), after: .seconds(2)) == [])
        }
    }
}
