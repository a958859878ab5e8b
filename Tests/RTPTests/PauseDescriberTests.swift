import RTP
import Testing

struct PauseDescriberTests {
    private var describer = PauseDescriber()
    private var now = Duration.seconds(1)

    /// The shares of so many frames of 20 ms: `s` for sound, a level for a description, `-` for nothing.
    private mutating func sent(_ count: Int, amplitude: Int16, isHeld: Bool = false) -> [String] {
        (0..<count).map { _ in
            let frame = (0..<160).map { $0.isMultiple(of: 2) ? amplitude : -amplitude }
            defer { now += .milliseconds(20) }
            return switch frame.withUnsafeBufferPointer({ describer.share(of: $0, isHeld: isHeld, at: now) }) {
            case .sound: "s"
            case .description(let noise): "\(noise.level)"
            case .nothing: "-"
            }
        }
    }

    @Test mutating func `sound is sent whole, quiet speech too`() {
        #expect(sent(500, amplitude: 8000).allSatisfy { $0 == "s" })
        // -58 dBov.
        #expect(sent(500, amplitude: 41).allSatisfy { $0 == "s" })
    }

    @Test mutating func `the beginning of a silence is sent, then a description at once and each 400 milliseconds`() {
        _ = sent(10, amplitude: 8000)
        let silence = sent(110, amplitude: 18)
        #expect(silence.prefix(10).allSatisfy { $0 == "s" })
        for (index, share) in silence.dropFirst(10).enumerated() {
            // -65 dBov.
            #expect(share == (index.isMultiple(of: 20) ? "65" : "-"))
        }
    }

    @Test mutating func `sound after a silence is sent at once, and the next silence begins anew`() {
        _ = sent(100, amplitude: 0)
        #expect(sent(3, amplitude: 8000) == ["s", "s", "s"])
        #expect(sent(12, amplitude: 0) == [String](repeating: "s", count: 10) + ["127", "-"])
    }

    @Test mutating func `a description is the mean of all since the last one`() {
        _ = sent(11, amplitude: 10)
        // Nineteen frames of -70 dBov and one of -62: the mean square is 115 + 10.
        _ = sent(19, amplitude: 10)
        #expect(sent(1, amplitude: 26) == ["69"])
    }

    @Test mutating func `every packet of a hold says that there is no noise`() {
        #expect(sent(3, amplitude: 8000, isHeld: true) == ["127", "127", "127"])
        #expect(sent(11, amplitude: 0).prefix(10).allSatisfy { $0 == "s" })
    }
}
