internal import Synchronization

/// A source that plays a WAV file, once or over and over. The whole file is in memory, so the media clock never waits.
public final class WAVSource: AudioSource {
    private let samples: [Int16]
    private let loops: Bool
    private let position = Mutex(0)

    /// Plays sound already read.
    public init(_ file: WAVFile, loops: Bool = false) throws(WAVError) {
        guard let wide = file.resampled(to: AudioFrame.sampleRate) else {
            throw WAVError(.unsupportedFormat, "\(file.sampleRate) Hz cannot be brought to 48,000")
        }
        samples = wide.samples
        self.loops = loops
    }

    /// Reads and plays a file. Reads from the disk: not for the media clock's thread.
    public convenience init(path: String, loops: Bool = false) throws(WAVError) {
        try self.init(try WAVFile(path: path), loops: loops)
    }

    public var duration: Duration { .milliseconds(samples.count * 1000 / AudioFrame.sampleRate) }

    /// Whether everything was played. Never with `loops`, unless there is nothing in the file.
    public var isFinished: Bool { position.withLock { $0 >= samples.count } }

    public func fill(_ frame: UnsafeMutableBufferPointer<Int16>) {
        position.withLock { position in
            for index in frame.indices {
                if position == samples.count, loops { position = 0 }
                guard position < samples.count else {
                    frame[index] = 0
                    continue
                }
                frame[index] = samples[position]
                position += 1
            }
            if position == samples.count, loops { position = 0 }
        }
    }
}
