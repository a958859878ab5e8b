import CallModel
import ExchangeCore
import Redaction
import Scopes
import Testing

@Suite struct InCallTests {
    private static func world(_ capabilities: DeviceCapabilities = ExchangeWorld.everything) -> ExchangeWorld {
        var world = ExchangeWorld()
        world.connect("anna", on: 1)
        world.connect("ben", on: 2, capabilities)
        world.dial("ben")
        world.answer(2)
        return world
    }

    @Test func `each side holds for itself and the other hears of it`() {
        var world = Self.world()
        let call = CallID("call")
        #expect(world.request(1, .changeHold(call, .hold)) == ["1 ✓ held call", "2 remoteHold leg1"])
        #expect(world.request(1, .changeHold(call, .hold)) == ["1 ✓ held call"])
        #expect(
            world.request(2, .changeHold(ExchangeWorld.call(1), .toggle)) == ["2 ✓ held leg1", "1 remoteHold call"])
        #expect(world.request(1, .changeHold(call, .resume)) == ["1 ✓ active call", "2 remoteResume leg1"])
        #expect(world.status()?.legs.map(\.isHeld) == [false, true])
        #expect(
            world.request(2, .changeHold(ExchangeWorld.call(1), .toggle)) == ["2 ✓ active leg1", "1 remoteResume call"])
        #expect(world.checker.violations == [])
    }

    @Test func `a device that does not know of holding is not told`() {
        var world = Self.world([])
        #expect(world.request(1, .changeHold(CallID("call"), .hold)) == ["1 ✓ held call"])
    }

    @Test func `a hold that neither phone keeps is refused, not confirmed and overheard`() {
        var world = ExchangeWorld()
        world.connect("anna", on: 1, [])
        world.connect("ben", on: 2, [])
        world.dial("ben")
        world.answer(2)
        #expect(world.request(1, .changeHold(CallID("call"), .hold)) == ["1 ✗ noPartySupportsHold"])
        #expect(world.request(1, .changeHold(CallID("call"), .toggle)) == ["1 ✗ noPartySupportsHold"])
        #expect(world.status()?.legs.map(\.isHeld) == [false, false])
    }

    @Test func `a call that rings cannot be held and takes no digits`() {
        var world = ExchangeWorld()
        world.connect("anna", on: 1)
        world.connect("ben", on: 2)
        world.dial("ben")
        #expect(world.request(1, .changeHold(CallID("call"), .hold)) == ["1 ✗ callNotAnswered"])
        #expect(world.request(2, .changeHold(ExchangeWorld.call(1), .hold)) == ["2 ✗ callNotAnswered"])
        #expect(world.request(1, .sendTones(CallID("call"), "1")) == ["1 ✗ callNotAnswered"])
        #expect(world.request(1, .updateMedia(CallID("call"), SampleDescription.offer())) == ["1 ✗ callNotAnswered"])
    }

    @Test func `digits reach the other side`() {
        var world = Self.world()
        #expect(world.request(1, .sendTones(CallID("call"), "12*#A")) == ["1 ✓ sent call", "2 tones leg1 12*#A"])
        #expect(world.request(1, .sendTones(CallID("call"), "")) == ["1 ✗ malformedTones"])
        #expect(world.request(1, .sendTones(CallID("call"), "12x")) == ["1 ✗ malformedTones"])
    }

    @Test func `new media are offered to the other side and its answer comes back`() {
        var world = Self.world()
        #expect(
            world.request(1, .updateMedia(CallID("call"), SampleDescription.offer("anna2")))
                == ["2 updateMedia leg1 #1 anna2"])
        #expect(
            world.request(2, .updateMedia(ExchangeWorld.call(1), SampleDescription.offer("ben2")))
                == ["2 ✗ renegotiationInProgress"])
        let offer = OfferID(session: ExchangeWorld.session(), number: 1)
        let response = OfferResponse.answered(SampleDescription.answer("ben2"))
        #expect(world.handle(.response(ConnectionID(1), offer, response)) == [])
        #expect(world.handle(.response(ConnectionID(2), offer, response)) == ["1 ✓ media call ben2"])
        #expect(world.handle(.response(ConnectionID(2), offer, response)) == [])
        #expect(world.checker.runningTimers == [])
        #expect(world.checker.violations == [])
    }

    @Test func `a caller's offer that crosses the other side's is passed on once the caller has refused that one`() {
        var world = Self.world()
        let (call, leg) = (CallID("call"), ExchangeWorld.call(1))
        #expect(
            world.request(2, .updateMedia(leg, SampleDescription.offer("ben2"))) == ["1 updateMedia call #1 ben2"])
        #expect(world.request(1, .updateMedia(call, SampleDescription.offer("anna2"))) == [])
        let candidate = TrickledCandidate(text: Redacted("anna2's"), mediaID: "0", mediaIndex: 0)
        #expect(world.request(1, .candidate(call, candidate)) == ["1 ✓ noted call"], "ben has no such media yet")
        #expect(
            world.request(1, .updateMedia(call, SampleDescription.offer("anna3"))) == ["1 ✗ renegotiationInProgress"],
            "one is enough")

        let bens = OfferID(session: ExchangeWorld.session(), number: 1)
        #expect(
            world.handle(.response(ConnectionID(1), bens, .refused)) == [
                "2 ✗ peerCannotRenegotiate", "2 updateMedia leg1 #2 anna2", "2 candidate leg1 anna2's",
            ])
        let annas = OfferID(session: ExchangeWorld.session(), number: 2)
        #expect(
            world.handle(.response(ConnectionID(2), annas, .answered(SampleDescription.answer("ben3"))))
                == ["1 ✓ media call ben3"])
        #expect(world.checker.runningTimers == [])
        #expect(world.checker.violations == [])
    }

    @Test(arguments: ["answered", "not answered", "the caller is lost", "the other side is lost", "ended"])
    func `a caller's offer that crossed another is settled however that one ends`(_ how: String) {
        var world = Self.world()
        let (call, leg) = (CallID("call"), ExchangeWorld.call(1))
        let bens = OfferID(session: ExchangeWorld.session(), number: 1)
        world.request(2, .updateMedia(leg, SampleDescription.offer("ben2")))
        world.request(1, .updateMedia(call, SampleDescription.offer("anna2")))
        switch how {
        case "answered":
            #expect(
                world.handle(.response(ConnectionID(1), bens, .answered(SampleDescription.answer("anna3"))))
                    == ["1 ✗ renegotiationInProgress", "2 ✓ media leg1 anna3"])
        case "not answered":
            #expect(
                world.fire { if case .renegotiation = $0 { true } else { false } }
                    == ["2 ✗ peerCannotRenegotiate", "2 updateMedia leg1 #2 anna2"])
        case "the caller is lost":
            #expect(world.lose(1) == ["2 ✗ peerCannotRenegotiate"])
        case "the other side is lost":
            world.lose(2)
            #expect(world.handle(.response(ConnectionID(1), bens, .refused)) == ["1 ✗ peerCannotRenegotiate"])
        default:
            #expect(
                world.handle(.endCall(ExchangeWorld.session())) == [
                    "1 ✗ callEnded completed", "2 ✗ callEnded completed", "1 bye call 16 completed",
                    "2 bye leg1 16 completed",
                ])
        }
        #expect(world.checker.violations == [])
    }

    @Test func `new media that the other side refuses, ignores or cannot take are refused`() {
        var unable = Self.world([.trickle])
        #expect(
            unable.request(1, .updateMedia(CallID("call"), SampleDescription.offer("anna2")))
                == ["1 ✗ peerCannotRenegotiate"])

        var world = Self.world()
        world.request(1, .updateMedia(CallID("call"), SampleDescription.offer("anna2")))
        let first = OfferID(session: ExchangeWorld.session(), number: 1)
        #expect(world.handle(.response(ConnectionID(2), first, .refused)) == ["1 ✗ peerCannotRenegotiate"])

        world.request(1, .updateMedia(CallID("call"), SampleDescription.offer("anna3")))
        #expect(
            world.fire { if case .renegotiation = $0 { true } else { false } } == ["1 ✗ peerCannotRenegotiate"])

        world.request(1, .updateMedia(CallID("call"), SampleDescription.offer("anna4")))
        #expect(
            world.request(2, .hangUp(ExchangeWorld.call(1), .normalClearing)) == [
                "2 ✓ ended leg1 16", "1 ✗ callEnded completed", "1 bye call 16 completed",
            ])
        #expect(world.checker.runningTimers == [])
        #expect(world.checker.violations == [])
    }

    @Test func `the operator ends a call, and a removed user's calls end with it`() {
        var world = Self.world()
        #expect(
            world.handle(.endCall(ExchangeWorld.session())) == ["1 bye call 16 completed", "2 bye leg1 16 completed"])
        #expect(world.handle(.endCall(ExchangeWorld.session())) == [])

        var other = Self.world()
        #expect(
            other.handle(.removeUser(UserID("ben"))) == [
                "1 bye call 16 completed", "2 bye leg1 16 completed", "2 disconnected",
            ])
        #expect(other.exchange.devices(of: UserID("ben")) == [])
        #expect(other.checker.violations == [])
    }

    @Test func `a revoked device rings no more, also when it was lost before`() {
        var world = ExchangeWorld()
        world.connect("anna", on: 1)
        world.connect("ben", on: 2)
        world.connect("ben", on: 3)
        world.lose(3)
        for number in 2...3 {
            world.handle(.removeDevice(DeviceID("session \(number)"), of: UserID("anna")))
            #expect(world.exchange.devices(of: UserID("ben")).count == 4 - number, "not one of anna's")
            world.handle(.removeDevice(DeviceID("session \(number)"), of: UserID("ben")))
        }
        #expect(world.exchange.devices(of: UserID("ben")) == [])
        #expect(world.checker.runningTimers == [])
        #expect(world.dial("ben") == ["1 ✓ created call", "1 bye call 806 unreachable"])
        #expect(world.checker.violations == [])
    }

    @Test func `a revoked device's call ends as that of a device that was lost`() {
        var world = Self.world()
        #expect(
            world.handle(.removeDevice(DeviceID("session 2"), of: UserID("ben"))) == ["2 disconnected"])
        #expect(world.status()?.legs[1].isConnected == false)
        let end = world.fire { if case .resume = $0 { true } else { false } }
        #expect(end == ["1 bye call 102 dropped"])
        #expect(world.exchange.devices(of: UserID("ben")) == [])
        #expect(world.checker.violations == [])
    }

    @Test func `H2: a revoked device is rung by no other call, and is forgotten with the one that waits for it`() {
        var world = Self.world()
        world.connect("cleo", on: 3)
        world.handle(.removeDevice(DeviceID("session 2"), of: UserID("ben")))
        #expect(
            world.dial("ben", on: 3, callID: "other", session: 2) == [
                "3 ✓ created other", "3 bye other 806 unreachable",
            ])
        #expect(world.request(1, .hangUp(CallID("call"), .normalClearing)) == ["1 ✓ ended call 16"])
        #expect(world.exchange.devices(of: UserID("ben")) == [])
        #expect(world.checker.runningTimers == [])
        #expect(world.checker.violations == [])
    }
}
