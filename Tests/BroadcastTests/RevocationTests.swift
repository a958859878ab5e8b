import Broadcast
import Testing

/// What a user was let into can be taken back.
struct RevocationTests {
    private func permit(_ hub: inout Transcript, _ number: UInt32, _ user: String, _ channel: String) -> [String] {
        hub.handle(.permitted(SocketID(number, number), ChannelAuthorization(user: user, channel: channel)))
    }

    @Test func `a removed member's sockets are closed, those that listen and those that only may`() {
        var hub = Transcript()
        for number in 1...4 as ClosedRange<Int32> { hub.open(number) }
        for (number, user) in [(1, "alice"), (2, "bob"), (3, "bob"), (4, "bob")] as [(UInt32, String)] {
            let channel = number == 4 ? "private-organization.b" : "private-organization.a"
            #expect(permit(&hub, number, user, channel) == [])
        }
        hub.subscribe(1, "private-organization.a")
        hub.subscribe(2, "private-organization.a")
        let sentAway = hub.handle(.revoke(user: "bob", channels: ["private-organization.a"]))
        #expect(sentAway == ["2 closed 4203", "3 closed 4203"])
        hub.close(2)
        hub.close(3)
        #expect(hub.publish("e", to: "private-organization.a") == ["1 ← e"])
        #expect(hub.handle(.revoke(user: "bob", channels: nil)) == ["4 closed 4203"])
        #expect(hub.handle(.revoke(user: nil, channels: ["private-organization.a"])) == ["1 closed 4203"])
    }

    @Test func `a permit is its socket's, and gone with it`() {
        var hub = Transcript()
        hub.open(1)
        #expect(permit(&hub, 1, "bob", "private-a") == [])
        #expect(permit(&hub, 9, "bob", "private-a") == [], "no such socket")
        hub.close(1)
        hub.open(1)
        #expect(hub.handle(.revoke(user: "bob", channels: nil)) == [])
    }

    @Test func `a socket has no more permits than it may have channels, however often it asks for one`() {
        var limits = BroadcastLimits()
        limits.subscriptionsMax = 2
        var hub = Transcript(limits)
        hub.open(1)
        for _ in 1...3 {
            for channel in ["private-a", "private-b"] { #expect(permit(&hub, 1, "bob", channel) == []) }
        }
        #expect(permit(&hub, 1, "bob", "private-c") == ["1 closed 4004"])
    }
}
