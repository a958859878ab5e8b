import Broadcast
import Testing

struct LivenessTests {
    /// Seconds pass one by one; what happens, with the second at which it does.
    private func pass(_ seconds: ClosedRange<Int>, _ hub: inout Transcript) -> [String] {
        var lines: [String] = []
        for second in seconds {
            hub.at(second)
            lines += hub.handle(.secondPassed).map { "\(second) s: \($0)" }
        }
        return lines
    }

    @Test func `a silent client is asked before 15 s and gone before 30 s are over`() {
        var hub = Transcript()
        hub.open(1)
        #expect(pass(1...40, &hub).prefix(3) == ["14 s: 1 ← ping", "28 s: 1 ← error 4201", "28 s: 1 closed 4201"])
    }

    @Test func `any message of a client keeps its connection alive`() {
        var hub = Transcript()
        hub.open(1)
        #expect(pass(1...20, &hub) == ["14 s: 1 ← ping"])
        hub.receive(1, .pong)
        #expect(pass(21...33, &hub) == [])
        _ = hub.handle(.frameReceived(BroadcastConnectionID(place: 1)))
        #expect(pass(34...46, &hub) == [])
        #expect(hub.receive(1, .ping) == ["1 ← pong"])
        #expect(pass(47...61, &hub) == ["60 s: 1 ← ping"])
    }

    @Test func `no client is blamed for a time in which the server itself stood still`() {
        var hub = Transcript()
        hub.open(1)
        #expect(pass(1...20, &hub) == ["14 s: 1 ← ping"])
        #expect(pass(90...90, &hub) == [])
        hub.receive(1, .pong)
        #expect(pass(91...103, &hub) == [])
    }
}
