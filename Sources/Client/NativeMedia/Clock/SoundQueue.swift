/// Decoded sound on its way to the next frame: packets may be shorter or longer than a frame.
struct SoundQueue {
    /// A frame all but one sample, and the longest packet.
    private static let capacity = MediaClock.frameSamples + AudioDecoder.samplesMax

    private var samples = [Int16](repeating: 0, count: capacity)
    private(set) var count = 0

    /// Lets `body` write up to `room` samples; it returns how many it wrote.
    mutating func append(_ room: Int, _ body: (UnsafeMutableBufferPointer<Int16>) -> Int) -> Int {
        let start = count
        let written = samples.withUnsafeMutableBufferPointer { all in
            let end = min(start + room, all.count)
            return min(body(UnsafeMutableBufferPointer(rebasing: all[start..<end])), end - start)
        }
        count += written
        return written
    }

    mutating func appendSilence(_ samples: Int) {
        _ = append(samples) { room in
            room.update(repeating: 0)
            return room.count
        }
    }

    /// Moves a frame out; what is missing is silent.
    mutating func take(into frame: UnsafeMutableBufferPointer<Int16>) {
        let taken = min(count, frame.count)
        let rest = count - taken
        samples.withUnsafeMutableBufferPointer { all in
            for index in 0..<taken { frame[index] = all[index] }
            for index in taken..<frame.count { frame[index] = 0 }
            for index in 0..<rest { all[index] = all[taken + index] }
        }
        count = rest
    }
}
