internal import Dispatch
internal import Foundation
internal import Synchronization

/// A sink that records to a WAV file, mono at 48 kHz.
///
/// The media clock only copies frames into a bounded queue; a queue of its own writes them. The header is brought up to
/// date every second, so that a recording of a process that died can be played.
public final class WAVSink: AudioSink {
    /// Frames that may wait for the disk: two seconds, 192 kB. What comes beyond is dropped and counted.
    public static let waitingFramesMax = 100

    private struct Waiting {
        var samples: [Int16] = []
        var isScheduled = false
        var isFinished = false
        var droppedFrames = 0
    }

    /// What only the writer touches.
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

    /// Makes the file, or empties the one that is there.
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

    /// Says what is wrong with a place for a recording while there is nothing to record yet. A file that is there stays
    /// as it is.
    public static func check(path: String) throws(WAVError) {
        let isThere = FileManager.default.fileExists(atPath: path)
        guard isThere || FileManager.default.createFile(atPath: path, contents: nil),
            let handle = FileHandle(forWritingAtPath: path)
        else { throw WAVError(.file, "cannot be made") }
        try? handle.close()
        if !isThere { try? FileManager.default.removeItem(atPath: path) }
    }

    deinit { try? writer.withLock { try $0.handle?.close() } }

    /// Frames that were not recorded, since the disk was too slow or failed.
    public var droppedFrames: Int { waiting.withLock { $0.droppedFrames } }

    public func take(_ frame: UnsafeBufferPointer<Int16>) {
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

    /// Writes what waits and closes the file; frames that come later are ignored. Waits for the disk: not for the media
    /// clock's thread.
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
