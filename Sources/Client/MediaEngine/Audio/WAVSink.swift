internal import Dispatch
internal import Foundation
internal import Synchronization

/// A sink that records to a WAV file, mono at 48 kHz.
///
/// The media clock only copies frames into a bounded buffer, and a dispatch queue writes them. The header is updated
/// every second, so that the recording of a crashed process can be played.
public final class WAVSink: AudioSink {
    /// The most frames that wait for the disk: two seconds, 192 kB. Further frames are dropped and counted.
    public static let waitingFramesMax = 100

    private struct Waiting {
        var samples: [Int16] = []
        var isScheduled = false
        var isFinished = false
        var droppedFrames = 0
    }

    /// The state used by the writer only.
    private struct Writer {
        var handle: FileHandle?
        var dataBytes = 0
        var headerBytes = 0
        var error: WAVError?
        var samples: [Int16] = []
    }

    private let waiting = Mutex(Waiting())
    private let writer: Mutex<Writer>
    private let queue = DispatchQueue(label: "carillon.recording")

    /// Creates the file, or empties an existing one.
    ///
    /// - Throws: `file` if the file cannot be created.
    public init(path: String) throws(WAVError) {
        let header = Data(WAVHeader.bytes(sampleRate: AudioFrame.sampleRate, dataBytes: 0))
        guard FileManager.default.createFile(atPath: path, contents: header),
            let handle = FileHandle(forWritingAtPath: path)
        else { throw WAVError(.file, "cannot be made") }
        do {
            try handle.seekToEnd()
        } catch {
            throw WAVError(.file, "cannot be positioned")
        }
        writer = Mutex(Writer(handle: handle))
        waiting.withLock { $0.samples.reserveCapacity(Self.waitingFramesMax * AudioFrame.sampleCount) }
        writer.withLock { $0.samples.reserveCapacity(Self.waitingFramesMax * AudioFrame.sampleCount) }
    }

    /// Checks before a recording whether its file can be written. An existing file stays unchanged.
    ///
    /// - Throws: `file` if the file cannot be created or opened for writing.
    public static func check(path: String) throws(WAVError) {
        let isThere = FileManager.default.fileExists(atPath: path)
        guard isThere || FileManager.default.createFile(atPath: path, contents: nil),
            let handle = FileHandle(forWritingAtPath: path)
        else { throw WAVError(.file, "cannot be made") }
        try? handle.close()
        if !isThere { try? FileManager.default.removeItem(atPath: path) }
    }

    deinit { try? writer.withLock { try $0.handle?.close() } }

    /// The number of frames not recorded because the disk was too slow or failed.
    public var droppedFrames: Int { waiting.withLock { $0.droppedFrames } }

    public func receive(_ frame: UnsafeBufferPointer<Int16>) {
        let schedules = waiting.withLock { waiting in
            guard !waiting.isFinished else { return false }
            guard waiting.samples.count + frame.count <= Self.waitingFramesMax * AudioFrame.sampleCount else {
                waiting.droppedFrames += 1
                return false
            }
            waiting.samples.append(contentsOf: frame)
            defer { waiting.isScheduled = true }
            return !waiting.isScheduled
        }
        if schedules { queue.async { [self] in write() } }
    }

    /// Writes the waiting frames and closes the file; later frames are ignored. It blocks on the disk, so it must not
    /// run on the media clock's thread.
    ///
    /// - Throws: the first error of writing, `file` or `limitReached`. The file is then incomplete.
    public func finish() throws(WAVError) {
        waiting.withLock { $0.isFinished = true }
        queue.sync { write() }
        let error = writer.withLock { writer -> WAVError? in
            guard writer.handle != nil else { return writer.error }
            updateHeader(&writer)
            try? writer.handle?.close()
            writer.handle = nil
            return writer.error
        }
        if let error { throw error }
    }

    /// Runs on `queue` only.
    private func write() {
        writer.withLock { writer in
            waiting.withLock { waiting in
                swap(&waiting.samples, &writer.samples)
                waiting.isScheduled = false
            }
            defer { writer.samples.removeAll(keepingCapacity: true) }
            guard writer.error == nil, let handle = writer.handle, !writer.samples.isEmpty else { return }
            let bytes = writer.samples.count * 2
            guard writer.dataBytes + bytes <= WAVHeader.dataBytesMax else {
                writer.error = WAVError(.limitReached, "a WAV file holds 4 GiB")
                return
            }
            for index in writer.samples.indices { writer.samples[index] = writer.samples[index].littleEndian }
            do {
                try handle.write(contentsOf: writer.samples.withUnsafeBytes { Data($0) })
                writer.dataBytes += bytes
            } catch {
                writer.error = WAVError(.file, "cannot be written")
            }
            if writer.dataBytes - writer.headerBytes >= 2 * AudioFrame.sampleRate { updateHeader(&writer) }
        }
    }

    private func updateHeader(_ writer: inout Writer) {
        guard let handle = writer.handle else { return }
        let header = WAVHeader.bytes(sampleRate: AudioFrame.sampleRate, dataBytes: writer.dataBytes)
        do {
            try handle.seek(toOffset: 0)
            try handle.write(contentsOf: Data(header))
            try handle.seekToEnd()
            writer.headerBytes = writer.dataBytes
        } catch {
            writer.error = writer.error ?? WAVError(.file, "the header cannot be written")
        }
    }
}

/// The header of a WAV file with 16-bit mono PCM.
enum WAVHeader {
    static let byteCount = 44
    /// The most data bytes: sizes have 32 bits and include 36 bytes of the header.
    static let dataBytesMax = Int(UInt32.max) - 36

    static func bytes(sampleRate: Int, dataBytes: Int) -> [UInt8] {
        let size = UInt32(min(dataBytes, dataBytesMax))
        var bytes: [UInt8] = []
        bytes.reserveCapacity(byteCount)
        bytes.append(contentsOf: "RIFF".utf8)
        append(size + 36, to: &bytes)
        bytes.append(contentsOf: "WAVEfmt ".utf8)
        append(16, to: &bytes)
        // PCM, one channel.
        bytes.append(contentsOf: [1, 0, 1, 0])
        append(UInt32(sampleRate), to: &bytes)
        append(UInt32(sampleRate * 2), to: &bytes)
        // Two bytes per frame, 16 bits per sample.
        bytes.append(contentsOf: [2, 0, 16, 0])
        bytes.append(contentsOf: "data".utf8)
        append(size, to: &bytes)
        return bytes
    }

    private static func append(_ value: UInt32, to bytes: inout [UInt8]) {
        for shift in stride(from: 0, to: 32, by: 8) { bytes.append(UInt8(truncatingIfNeeded: value >> UInt32(shift))) }
    }
}
