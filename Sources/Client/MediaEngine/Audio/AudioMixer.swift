/// Adds frames up. What is too loud is cut off at full scale instead of wrapping round.
///
/// Kept from frame to frame, it allocates nothing. For a conference: `add` everybody once, then `write(without:)`
/// for each.
public struct AudioMixer: Sendable {
    private var sums: [Int32]
    /// Frames added since `reset`. Up to 65,536 of them cannot overflow.
    public private(set) var frameCount = 0

    public init(sampleCount: Int = AudioFrame.sampleCount) {
        sums = [Int32](repeating: 0, count: sampleCount)
    }

    public mutating func reset() {
        for index in sums.indices { sums[index] = 0 }
        frameCount = 0
    }

    /// Adds a frame; one of another length counts as far as it goes.
    public mutating func add(_ frame: UnsafeBufferPointer<Int16>) {
        precondition(frameCount < 65_536)
        frameCount += 1
        for index in 0..<min(sums.count, frame.count) { sums[index] += Int32(frame[index]) }
    }

    /// Writes the sum of all frames.
    public func write(into frame: UnsafeMutableBufferPointer<Int16>) {
        for index in 0..<min(sums.count, frame.count) { frame[index] = Int16(clamping: sums[index]) }
    }

    /// Writes the sum of all frames but one that was added: what that participant hears.
    public func write(without own: UnsafeBufferPointer<Int16>, into frame: UnsafeMutableBufferPointer<Int16>) {
        for index in 0..<min(sums.count, frame.count) {
            let mine = index < own.count ? Int32(own[index]) : 0
            frame[index] = Int16(clamping: sums[index] - mine)
        }
    }
}
