import Broadcast
import Testing

struct ReplayTests {
    @Test func `a subscriber that returns gets the events it missed, in order, and then new ones`() {
        var hub = Transcript()
        hub.open(1)
        #expect(hub.subscribe(1, "a", since: 0) == ["1 ← snapshot v0 []", "1 ← subscribed a v0"])
        #expect(hub.publish("x", to: "a") == ["1 ← x@v1"])
        hub.close(1)
        hub.publish("y", to: "a")
        hub.publish("z", to: "a")
        hub.open(2)
        #expect(
            hub.subscribe(2, "a", since: 1) == ["2 ← y@v2", "2 ← z@v3", "2 ← subscribed a v3 replayed 2"])
        #expect(hub.publish("n", to: "a") == ["2 ← n@v4"])
        #expect(hub.subscribe(2, "a", since: 4) == ["2 ← subscribed a v4 replayed 0"])
    }

    @Test func `a subscriber that does not ask for versions gets none`() {
        var hub = Transcript()
        hub.open(1)
        hub.open(2)
        hub.subscribe(1, "a")
        hub.subscribe(2, "a", since: 0)
        #expect(hub.publish("x", to: "a") == ["1 ← x", "2 ← x@v1"])
    }

    @Test func `a subscriber that was away too long gets the channel's present state`() {
        var limits = BroadcastLimits()
        limits.logEventsMax = 2
        var hub = Transcript(limits)
        hub.publish("ringing", to: "a", key: "call-1")
        hub.publish("ringing", to: "a", key: "call-2")
        hub.publish("active", to: "a", key: "call-1")
        hub.publish("ended", to: "a", key: "call-2", isLast: true)
        hub.publish("note", to: "a")
        hub.open(1)
        #expect(hub.subscribe(1, "a", since: 1) == ["1 ← snapshot v5 [active@v3]", "1 ← subscribed a v5"])
        #expect(
            hub.subscribe(1, "a", since: 3) == ["1 ← ended@v4", "1 ← note@v5", "1 ← subscribed a v5 replayed 2"])
    }

    @Test func `a version that the channel has not reached is unknown to it`() {
        var hub = Transcript()
        hub.publish("x", to: "a")
        hub.open(1)
        #expect(hub.subscribe(1, "a", since: 9) == ["1 ← snapshot v1 []", "1 ← subscribed a v1"])
    }

    @Test func `events are forgotten by age, and versions go on`() {
        var hub = Transcript()
        hub.publish("x", to: "a")
        hub.at(601)
        hub.publish("y", to: "a")
        hub.open(1)
        #expect(hub.subscribe(1, "a", since: 1) == ["1 ← y@v2", "1 ← subscribed a v2 replayed 1"])
        #expect(hub.subscribe(1, "a", since: 0) == ["1 ← snapshot v2 []", "1 ← subscribed a v2"])
    }

    @Test func `events are forgotten by bytes`() {
        var limits = BroadcastLimits()
        limits.logBytesMax = 1_000
        var hub = Transcript(limits)
        let data = String(repeating: "d", count: 400)
        for _ in 1...3 { hub.publish("x", data, to: "a") }
        hub.open(1)
        #expect(hub.subscribe(1, "a", since: 1) == ["1 ← x@v2", "1 ← x@v3", "1 ← subscribed a v3 replayed 2"])
    }

    @Test func `a channel that was forgotten and created again does not recognize older versions`() {
        var hub = Transcript()
        hub.publish("x", to: "a")
        hub.at(601)
        _ = hub.handle(.secondPassed)
        hub.at(602)
        _ = hub.handle(.secondPassed)
        #expect(hub.hub.status(of: "a") == nil)
        hub.open(1)
        #expect(
            hub.subscribe(1, "a", since: 1) == ["1 ← snapshot v602000000 []", "1 ← subscribed a v602000000"])
    }

    @Test func `without room events are sent and not kept`() {
        var limits = BroadcastLimits()
        limits.memoryBytesMax = 2_000
        var hub = Transcript(limits)
        for name in ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"] { hub.publish("x", to: name, key: "k") }
        hub.open(1)
        #expect(
            hub.subscribe(1, "j", since: 0) == ["1 ← snapshot v1 [] incomplete", "1 ← subscribed j v1"])
        #expect(hub.publish("y", to: "j") == ["1 ← y@v2"])
    }

    @Test func `beyond the limit of a channel's states the oldest is dropped, and the drop is reported`() {
        var limits = BroadcastLimits()
        limits.statesMax = 2
        limits.logEventsMax = 1
        var hub = Transcript(limits)
        for key in ["1", "2", "3"] { hub.publish("s\(key)", to: "a", key: key) }
        hub.open(1)
        #expect(
            hub.subscribe(1, "a", since: 0) == ["1 ← snapshot v3 [s2@v2 s3@v3] incomplete", "1 ← subscribed a v3"])
    }
}
