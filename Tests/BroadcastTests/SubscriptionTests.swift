import Broadcast
import Testing

struct SubscriptionTests {
    @Test func `a client is greeted, subscribes, gets events, and gets none after it left`() {
        var hub = Transcript()
        #expect(hub.open(1) == ["1 ← established 1.1"])
        #expect(hub.subscribe(1, "news", isSigned: false) == ["1 ← subscribed news"])
        #expect(hub.publish("rain", to: "news") == ["1 ← rain"])
        #expect(hub.receive(1, .unsubscribe(channel: "news")) == [])
        #expect(hub.publish("sun", to: "news") == [])
    }

    @Test func `a private channel takes the application's signature`() {
        var hub = Transcript()
        hub.open(1)
        #expect(hub.subscribe(1, "private-a", isSigned: false) == ["1 ← error 4009"])
        #expect(hub.publish("x", to: "private-a") == [])
        #expect(hub.subscribe(1, "private-a") == ["1 ← subscribed private-a"])
        #expect(hub.publish("x", to: "private-a") == ["1 ← x"])
    }

    @Test func `the sender of an event does not get it, others do`() {
        var hub = Transcript()
        for number: Int32 in 1...3 {
            hub.open(number)
            hub.subscribe(number, "news")
        }
        #expect(hub.publish("x", to: "news", except: SocketID(2, 2)) == ["1,3 ← x"])
        hub.close(1)
        #expect(hub.publish("x", to: "news", except: SocketID(2, 2)) == ["3 ← x"])
    }

    @Test func `a client that subscribes twice gets two answers and each event once`() {
        var hub = Transcript()
        hub.open(1)
        hub.subscribe(1, "news")
        #expect(hub.subscribe(1, "news") == ["1 ← subscribed news"])
        #expect(hub.publish("x", to: "news") == ["1 ← x"])
    }

    @Test func `a name no channel can have and an unknown message are refused`() {
        var hub = Transcript()
        hub.open(1)
        #expect(hub.subscribe(1, "news paper") == ["1 ← error 4200"])
        #expect(hub.subscribe(1, String(repeating: "a", count: 201)) == ["1 ← error 4200"])
        #expect(hub.handle(.unreadable(BroadcastConnectionID(place: 1))) == ["1 ← error 4200"])
    }

    @Test func `a socket beyond the limit gets the reason and is closed`() {
        var limits = BroadcastLimits()
        limits.connectionsMax = 1
        var hub = Transcript(limits)
        hub.open(1)
        #expect(hub.open(2) == ["2 ← error 4004", "2 closed 4004"])
        hub.close(2)
        hub.close(1)
        #expect(hub.open(3) == ["3 ← established 3.3"])
    }

    @Test func `channels and subscriptions beyond their limits are refused`() {
        var limits = BroadcastLimits()
        limits.subscriptionsMax = 2
        limits.channelsMax = 3
        var hub = Transcript(limits)
        hub.open(1)
        hub.open(2)
        hub.subscribe(1, "a")
        hub.subscribe(1, "b")
        #expect(hub.subscribe(1, "c") == ["1 ← error 4004"])
        #expect(hub.subscribe(2, "c") == ["2 ← subscribed c"])
        #expect(hub.subscribe(2, "d") == ["2 ← error 4004"])
        hub.close(1)
        #expect(hub.subscribe(2, "d") == ["2 ← subscribed d"])
    }

    @Test func `a publication that comes twice under one key is published once`() {
        var hub = Transcript()
        hub.open(1)
        hub.subscribe(1, "news")
        #expect(hub.publish("x", to: "news", once: "k") == ["1 ← x"])
        #expect(hub.publish("x", to: "news", once: "k") == [])
        hub.at(301)
        #expect(hub.publish("x", to: "news", once: "k") == ["1 ← x"])
    }

    @Test func `a cache channel sends its last event to each new listener`() {
        var hub = Transcript()
        hub.open(1)
        #expect(hub.subscribe(1, "cache-a") == ["1 ← subscribed cache-a", "1 ← cache miss cache-a"])
        hub.publish("x", to: "cache-a")
        hub.publish("y", to: "cache-a")
        hub.open(2)
        #expect(hub.subscribe(2, "cache-a") == ["2 ← subscribed cache-a", "2 ← y"])
    }

    @Test func `a device is reachable as long as its own channel has a listener`() {
        var hub = Transcript()
        for number in 1...2 as ClosedRange<Int32> { hub.open(number) }
        let channel = ChannelName.ofDevice("dev-1")
        #expect(hub.subscribe(1, channel) == ["dev-1 hears", "1 ← subscribed private-device.dev-1"])
        #expect(hub.subscribe(2, channel) == ["2 ← subscribed private-device.dev-1"])
        #expect(hub.subscribe(2, channel) == ["2 ← subscribed private-device.dev-1"])
        #expect(hub.close(1) == [])
        #expect(hub.receive(2, .unsubscribe(channel: channel)) == ["dev-1 hears no more"])
        #expect(hub.subscribe(2, channel, since: 0).first == "dev-1 hears")
        #expect(hub.close(2) == ["dev-1 hears no more"])
        hub.open(3)
        #expect(hub.subscribe(3, "private-user.alice") == ["3 ← subscribed private-user.alice"])
        #expect(hub.subscribe(3, channel, isSigned: false) == ["3 ← error 4009"])
        #expect(hub.close(3) == [])
    }
}
