import Broadcast
import Testing

struct PresenceTests {
    @Test func `a user is added with the first socket and removed with the last`() {
        var hub = Transcript()
        for number: Int32 in 1...4 { hub.open(number) }
        #expect(hub.subscribe(1, "presence-a", user: "ann") == ["1 ← subscribed presence-a with ann"])
        #expect(
            hub.subscribe(2, "presence-a", user: "bob") == ["1 ← added bob", "2 ← subscribed presence-a with ann,bob"])
        #expect(hub.subscribe(3, "presence-a", user: "bob") == ["3 ← subscribed presence-a with ann,bob"])
        #expect(hub.close(2) == [])
        #expect(hub.receive(3, .unsubscribe(channel: "presence-a")) == ["1 ← removed bob"])
        #expect(
            hub.subscribe(4, "presence-a", user: "cid") == ["1 ← added cid", "4 ← subscribed presence-a with ann,cid"])
        #expect(hub.hub.users(of: "presence-a") == ["ann", "cid"])
    }

    @Test func `a client that comes again as another user leaves as the former one`() {
        var hub = Transcript()
        hub.open(1)
        hub.open(2)
        hub.subscribe(1, "presence-a", user: "ann")
        hub.subscribe(2, "presence-a", user: "bob")
        #expect(
            hub.subscribe(2, "presence-a", user: "cid") == [
                "1 ← removed bob", "1 ← added cid", "2 ← subscribed presence-a with ann,cid",
            ])
    }

    @Test func `a client that names no user is refused, signed or not`() {
        var hub = Transcript()
        hub.open(1)
        #expect(hub.subscribe(1, "presence-a") == ["1 ← error 4200"])
        #expect(hub.subscribe(1, "presence-a", isSigned: false, user: "ann") == ["1 ← error 4009"])
    }

    @Test func `a full room takes another socket of a member, and no other user`() {
        var limits = BroadcastLimits()
        limits.membersMax = 1
        var hub = Transcript(limits)
        for number: Int32 in 1...3 { hub.open(number) }
        hub.subscribe(1, "presence-a", user: "ann")
        #expect(hub.subscribe(2, "presence-a", user: "bob") == ["2 ← error 4004"])
        #expect(hub.subscribe(3, "presence-a", user: "ann") == ["3 ← subscribed presence-a with ann"])
    }

    @Test func `a user's connections can be ended`() {
        var hub = Transcript()
        for number: Int32 in 1...3 { hub.open(number) }
        hub.subscribe(1, "presence-a", user: "ann")
        hub.subscribe(2, "presence-a", user: "bob")
        hub.subscribe(3, "presence-b", user: "bob")
        #expect(
            hub.handle(.terminate(user: "bob")) == [
                "2 ← error 4009", "2 closed 4009", "3 ← error 4009", "3 closed 4009",
            ])
        #expect(hub.close(2) == ["1 ← removed bob"])
    }
}
