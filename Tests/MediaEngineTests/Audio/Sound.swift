import MediaEngine

/// Sound for tests, one frame at a time.
enum Sound {
    static func frames(_ count: Int, of source: any AudioSource) -> [Int16] {
        var samples: [Int16] = []
        for _ in 0..<count { samples.append(contentsOf: frame(of: source)) }
        return samples
    }

    static func frame(of source: any AudioSource) -> [Int16] {
        var frame = [Int16](repeating: 77, count: AudioFrame.sampleCount)
        frame.withUnsafeMutableBufferPointer { source.fill($0) }
        return frame
    }

    static func give(_ samples: [Int16], to sink: any AudioSink) {
        for start in stride(from: 0, to: samples.count, by: AudioFrame.sampleCount) {
            let end = min(start + AudioFrame.sampleCount, samples.count)
            Array(samples[start..<end]).withUnsafeBufferPointer { sink.receive($0) }
        }
    }
}
