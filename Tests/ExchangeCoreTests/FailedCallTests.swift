import CallModel
import ExchangeCore
import Redaction
import Scopes
import Testing

@Suite struct FailedCallTests {
    @Test func `an unassigned number`() {
        var world = ExchangeWorld()
        world.connect("anna", on: 1)
        #expect(world.dial(nil) == ["1 ✓ created call", "1 bye call 1 unreachable"])
        #expect(world.status()?.stage == .ended)
        #expect(world.checker.violations == [])
        #expect(world.checker.runningTimers == [])
    }

    @Test func `a user without a device`() {
        var world = ExchangeWorld()
        world.connect("anna", on: 1)
        #expect(world.dial("ben") == ["1 ✓ created call", "1 bye call 806 unreachable"])
    }

    @Test(arguments: ["", "hello", "v=0\r\no=- 1 1 IN IP4 0.0.0.0\r\ns=-\r\nt=0 0\r\n"])
    func `a description that cannot be used`(text: String) {
        var world = ExchangeWorld()
        world.connect("anna", on: 1)
        world.connect("ben", on: 2)
        #expect(
            world.dial("ben", description: Redacted(text)) == ["1 ✓ created call", "1 bye call 88 incompatible"])
    }

    @Test func `calling the own number rings the other devices, and is busy without any`() {
        var world = ExchangeWorld()
        world.connect("anna", on: 1)
        #expect(world.dial("anna") == ["1 ✓ created call", "1 bye call 17 busy"])
        world.connect("anna", on: 2)
        #expect(
            world.dial("anna", callID: "again", session: 2) == [
                "1 ✓ created again", "2 invite leg1/2 anna", "1 ringing again",
            ])
        #expect(world.checker.violations == [])
    }

    @Test func `a callee in a call is rung again, or busy where the rule says so`() {
        for rule in [BusyRule.unlessTooManyCalls, .withAnyCall] {
            var world = ExchangeWorld { $0.busyRule = rule }
            world.connect("anna", on: 1)
            world.connect("ben", on: 2)
            world.connect("cleo", on: 3)
            world.dial("ben")
            let lines = world.dial("ben", on: 3, callID: "second", session: 2)
            #expect(lines.last == (rule == .withAnyCall ? "3 bye second 17 busy" : "3 ringing second"))
        }
    }

    @Test func `a call's name cannot be used twice, not even after its end`() {
        var world = ExchangeWorld()
        world.connect("anna", on: 1)
        world.connect("ben", on: 2)
        world.dial("ben")
        #expect(world.dial("ben", session: 2) == ["1 ✗ callIDInUse"])
        world.request(1, .hangUp(CallID("call"), .originatorCancel))
        #expect(world.dial("ben", session: 2) == ["1 ✗ callIDInUse"])
        world.now += .seconds(61)
        #expect(world.dial("ben", session: 2).first == "1 ✓ created call")
    }

    @Test func `a device reaches no call but its own`() {
        var world = ExchangeWorld()
        world.connect("anna", on: 1)
        world.connect("ben", on: 2)
        world.connect("mallory", on: 3)
        world.dial("ben")
        world.answer(2)
        for callID in [CallID("call"), ExchangeWorld.call(1)] {
            #expect(world.request(3, .hangUp(callID, .normalClearing)) == ["3 ✗ callDoesNotExist"])
            #expect(world.request(3, .changeHold(callID, .hold)) == ["3 ✗ callDoesNotExist"])
            #expect(world.request(3, .sendTones(callID, "1")) == ["3 ✗ callDoesNotExist"])
            #expect(world.request(3, .updateMedia(callID, SampleDescription.offer())) == ["3 ✗ callDoesNotExist"])
        }
        #expect(world.request(2, .hangUp(CallID("call"), .normalClearing)) == ["2 ✗ callDoesNotExist"])
        #expect(world.status()?.stage == .active)
    }

    @Test func `a connection that has not logged in gets nothing`() {
        var world = ExchangeWorld()
        #expect(world.dial("ben", on: 7) == ["7 ✗ notLoggedIn"])
        #expect(world.request(7, .ringing(CallID("call"))) == ["7 ✗ notLoggedIn"])
    }
}
