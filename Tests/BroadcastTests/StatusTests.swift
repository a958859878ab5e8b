import Broadcast
import Testing

struct StatusTests {
    @Test func `channels with listeners are listed with their figures`() {
        var hub = Transcript()
        for number: Int32 in 1...3 { hub.open(number) }
        hub.subscribe(1, "presence-a", user: "ann")
        hub.subscribe(2, "presence-a", user: "ann")
        hub.subscribe(3, "news")
        hub.publish("x", to: "empty")
        #expect(hub.hub.connectionCount == 3)
        #expect(hub.hub.statuses().map(\.name) == ["news", "presence-a"])
        #expect(hub.hub.statuses(withPrefix: "presence-").map(\.users) == [1])
        #expect(hub.hub.statuses(withPrefix: "presence-").map(\.listeners) == [2])
        #expect(hub.hub.status(of: "empty")?.listeners == 0)
        hub.close(3)
        #expect(hub.hub.statuses().map(\.name) == ["presence-a"])
    }
}
