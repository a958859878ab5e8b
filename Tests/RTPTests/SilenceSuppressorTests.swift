import RTP
import Testing

struct SilenceSuppressorTests {
    private var suppressor = SilenceSuppressor()

    /// How many of so many frames of 20 ms are sent, the first of them at `start`.
    private mutating func sent(_ count: Int, isSilent: Bool, from start: Duration) -> Int {
        (0..<count).count { suppressor.passes(isSilent: isSilent, at: start + .milliseconds(20) * $0) }
    }

    @Test mutating func `sound is sent whole`() {
        #expect(sent(500, isSilent: false, from: .seconds(1)) == 500)
    }

    @Test mutating func `the beginning of a silence is sent, and then a packet each 400 milliseconds`() {
        #expect(sent(10, isSilent: true, from: .seconds(1)) == 10)
        #expect(sent(500, isSilent: true, from: .milliseconds(1200)) == 25)
    }

    @Test mutating func `sound after a silence is sent at once, and the next silence begins anew`() {
        _ = sent(100, isSilent: true, from: .seconds(1))
        #expect(sent(3, isSilent: false, from: .seconds(3)) == 3)
        #expect(sent(10, isSilent: true, from: .milliseconds(3060)) == 10)
    }
}
