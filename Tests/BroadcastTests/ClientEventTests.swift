import Broadcast
import Testing

struct ClientEventTests {
    @Test func `a member's event reaches the others, in a presence channel with the member's name`() {
        var hub = Transcript()
        hub.open(1)
        hub.open(2)
        for number: Int32 in 1...2 {
            hub.subscribe(number, "private-a")
            hub.subscribe(number, "presence-a", user: "u\(number)")
        }
        #expect(
            hub.receive(1, .clientEvent(channel: "private-a", event: "client-x", data: nil)) == [
                "2 ← client-x of a client"
            ]
        )
        #expect(
            hub.receive(1, .clientEvent(channel: "presence-a", event: "client-x", data: nil)) == ["2 ← client-x of u1"])
    }

    @Test func `no client sends to a channel it does not listen to, nor to a public one`() {
        var hub = Transcript()
        hub.open(1)
        hub.open(2)
        hub.subscribe(2, "private-a")
        hub.subscribe(1, "news")
        #expect(hub.receive(1, .clientEvent(channel: "private-a", event: "client-x", data: nil)) == ["1 ← error 4009"])
        #expect(hub.receive(1, .clientEvent(channel: "nowhere", event: "client-x", data: nil)) == ["1 ← error 4009"])
        #expect(hub.receive(1, .clientEvent(channel: "news", event: "client-x", data: nil)) == ["1 ← error 4009"])
    }

    @Test func `the eleventh event within a second is refused, the next second's is not`() {
        var hub = Transcript()
        hub.open(1)
        hub.open(2)
        hub.subscribe(1, "private-a")
        hub.subscribe(2, "private-a")
        let clientEvent = ClientMessage.clientEvent(channel: "private-a", event: "client-x", data: nil)
        for _ in 1...10 { #expect(hub.receive(1, clientEvent) == ["2 ← client-x of a client"]) }
        #expect(hub.receive(1, clientEvent) == ["1 ← error 4301"])
        hub.at(1)
        #expect(hub.receive(1, clientEvent) == ["2 ← client-x of a client"])
    }

    @Test func `an application may forbid them`() {
        var limits = BroadcastLimits()
        limits.allowsClientEvents = false
        var hub = Transcript(limits)
        hub.open(1)
        hub.subscribe(1, "private-a")
        #expect(hub.receive(1, .clientEvent(channel: "private-a", event: "client-x", data: nil)) == ["1 ← error 4301"])
    }
}
