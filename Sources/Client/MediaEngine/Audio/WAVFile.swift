internal import Foundation
internal import Synchronization

/// The sound of a WAV file, mixed down to mono.
///
/// Source: Microsoft, Multimedia Programming Interface and Data Specifications 1.0 (RIFF WAVE).
public struct WAVFile: Hashable, Sendable {
    /// The largest file in bytes: 20 minutes of stereo at 48 kHz.
    public static let byteCountMax = 256 << 20

    /// The sample rate in hertz.
    public var sampleRate: Int
    /// The mono samples at ``sampleRate``.
    public var samples: [Int16]

    public init(sampleRate: Int, samples: [Int16]) {
        self.sampleRate = sampleRate
        self.samples = samples
    }

    private struct Format {
        var channels: Int
        var sampleRate: Int
    }

    /// Reads a file's bytes. A data chunk shorter than announced is read as far as it goes, because an interrupted
    /// recorder leaves such files.
    ///
    /// - Throws: `notWAV`, `truncated`, `unsupportedFormat`, `missingChunk`, `limitReached`.
    public init(parsing bytes: UnsafeRawBufferPointer) throws(WAVError) {
        guard bytes.count <= Self.byteCountMax else { throw WAVError(.limitReached, "file of \(bytes.count) bytes") }
        guard bytes.count >= 12, Self.tag(bytes, 0) == "RIFF", Self.tag(bytes, 8) == "WAVE" else {
            throw WAVError(.notWAV, "no RIFF header of form WAVE in the first 12 bytes")
        }
        var format: Format?
        var position = 12
        while position + 8 <= bytes.count {
            let size = Int(Self.uint32(bytes, position + 4))
            let content = position + 8
            switch Self.tag(bytes, position) {
            case "fmt ": format = try Self.format(bytes, content, size)
            case "data":
                guard let format else { throw WAVError(.missingChunk, "data before fmt at byte \(position)") }
                sampleRate = format.sampleRate
                samples = Self.samples(bytes, content..<min(content + size, bytes.count), channels: format.channels)
                return
            default: break
            }
            position = content + size + size % 2
        }
        throw WAVError(format == nil ? .missingChunk : .truncated, "no data chunk up to byte \(bytes.count)")
    }

    private static func format(
        _ bytes: UnsafeRawBufferPointer, _ start: Int, _ size: Int
    ) throws(WAVError) -> Format {
        guard size >= 16, start + size <= bytes.count else {
            throw WAVError(.truncated, "fmt chunk of \(size) bytes at byte \(start)")
        }
        let tag = uint16(bytes, start)
        let channels = Int(uint16(bytes, start + 2))
        let rate = Int(uint32(bytes, start + 4))
        let bits = uint16(bytes, start + 14)
        // 0xFFFE is the extensible header; the first two bytes of its sub-format equal the plain tag.
        let isPCM = tag == 1 || (tag == 0xFFFE && size >= 26 && uint16(bytes, start + 24) == 1)
        guard isPCM, bits == 16 else {
            throw WAVError(.unsupportedFormat, "format tag \(tag) with \(bits) bits; 16-bit PCM is needed")
        }
        guard (1...2).contains(channels) else {
            throw WAVError(.unsupportedFormat, "\(channels) channels; one or two are needed")
        }
        guard Resampler.rateRange.contains(rate) else {
            throw WAVError(.unsupportedFormat, "\(rate) Hz; 8,000 to 192,000 are needed")
        }
        return Format(channels: channels, sampleRate: rate)
    }

    private static func samples(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>, channels: Int) -> [Int16] {
        let width = 2 * channels
        var samples: [Int16] = []
        samples.reserveCapacity(range.count / width)
        for position in stride(from: range.lowerBound, through: range.upperBound - width, by: width) {
            var sum = 0
            for channel in 0..<channels {
                sum += Int(Int16(bitPattern: uint16(bytes, position + 2 * channel)))
            }
            samples.append(Int16(sum / channels))
        }
        return samples
    }

    private static func tag(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> String {
        String(decoding: bytes[offset..<(offset + 4)], as: UTF8.self)
    }

    private static func uint16(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt16 {
        UInt16(bytes[offset]) | UInt16(bytes[offset + 1]) << 8
    }

    private static func uint32(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt32 {
        UInt32(uint16(bytes, offset)) | UInt32(uint16(bytes, offset + 2)) << 16
    }

    /// The file's bytes: the header and 16-bit mono PCM.
    public var bytes: [UInt8] {
        var bytes = WAVHeader.bytes(sampleRate: sampleRate, dataBytes: samples.count * 2)
        bytes.reserveCapacity(bytes.count + samples.count * 2)
        for sample in samples {
            let word = UInt16(bitPattern: sample)
            bytes.append(UInt8(truncatingIfNeeded: word))
            bytes.append(UInt8(truncatingIfNeeded: word >> 8))
        }
        return bytes
    }

    /// The sound at another rate; nil if `Resampler` does not support the pair of rates.
    public func resampled(to rate: Int) -> WAVFile? {
        guard rate != sampleRate else { return self }
        guard var resampler = Resampler(from: sampleRate, to: rate) else { return nil }
        var output: [Int16] = []
        output.reserveCapacity(samples.count * rate / sampleRate + 64)
        samples.withUnsafeBufferPointer { resampler.process($0, into: &output) }
        return WAVFile(sampleRate: rate, samples: output)
    }
}

extension WAVFile {
    /// Reads a file. It blocks on the disk, so it must not run on the media clock's thread.
    ///
    /// - Throws: `file` if it cannot be read; otherwise as ``init(parsing:)``.
    public init(path: String) throws(WAVError) {
        guard let handle = FileHandle(forReadingAtPath: path) else { throw WAVError(.file, "cannot be opened") }
        let found: Data?
        do {
            // One byte more than the limit reveals a file above the limit.
            found = try handle.read(upToCount: WAVFile.byteCountMax + 1)
        } catch {
            throw WAVError(.file, "cannot be read")
        }
        let parsed = (found ?? Data()).withUnsafeBytes { bytes in
            Result { () throws(WAVError) in try WAVFile(parsing: bytes) }
        }
        self = try parsed.get()
    }
}

/// Why a WAV file could not be read or written. `description` is safe to log.
public struct WAVError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of failure.
    public enum Code: String, Hashable, Sendable {
        /// Not a RIFF file of form WAVE.
        case notWAV
        /// The file ends before the announced length.
        case truncated
        /// A format other than 16-bit PCM, one or two channels, 8,000 to 192,000 Hz.
        case unsupportedFormat
        /// A required chunk is missing.
        case missingChunk
        /// The file exceeds a size limit.
        case limitReached
        /// The file system reported an error.
        case file
    }

    /// The kind of failure, the same in every version, so that a program can act on it.
    public var code: Code
    /// The detail of the error and its place in the file.
    public var context: String

    public init(_ code: Code, _ context: String) {
        self.code = code
        self.context = context
    }

    public var description: String { "\(code.rawValue): \(context)" }
}

/// A source that plays a WAV file once or in a loop. The whole file is in memory, so the media clock never waits.
public final class WAVSource: AudioSource {
    private let samples: [Int16]
    private let loops: Bool
    private let position = Mutex(0)

    /// Plays a file that was read already.
    ///
    /// - Throws: `unsupportedFormat` if the file cannot be resampled to 48,000 Hz.
    public init(_ file: WAVFile, loops: Bool = false) throws(WAVError) {
        guard let wide = file.resampled(to: AudioFrame.sampleRate) else {
            throw WAVError(.unsupportedFormat, "\(file.sampleRate) Hz cannot be brought to 48,000")
        }
        samples = wide.samples
        self.loops = loops
    }

    /// Reads and plays a file. Reading blocks on the disk, so it must not run on the media clock's thread.
    ///
    /// - Throws: as `WAVFile.init(path:)`; `unsupportedFormat` if the file cannot be resampled to 48,000 Hz.
    public convenience init(path: String, loops: Bool = false) throws(WAVError) {
        try self.init(try WAVFile(path: path), loops: loops)
    }

    /// The length of the sound, played once.
    public var duration: Duration { .milliseconds(samples.count * 1000 / AudioFrame.sampleRate) }

    /// Whether everything was played. Always false with `loops`, unless the file is empty.
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
