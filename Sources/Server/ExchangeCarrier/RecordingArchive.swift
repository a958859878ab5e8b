public import ExchangeCore
public import ExchangeStorage
public import NIOCore

/// A carrier's store of recordings.
public protocol RecordingArchive: Sendable {
    /// Fetches a recording's sound.
    ///
    /// - Parameter bytesMax: the most bytes that are read.
    /// - Returns: a WAV file.
    func sound(of source: RecordingSource, atMost bytesMax: Int) async throws(RecordingError) -> [UInt8]

    /// Opens a recording's sound as a stream; nothing of it is stored here.
    ///
    /// - Parameters:
    ///   - part: the requested bytes; nil: all of them. The carrier may send all of them anyway.
    ///   - bytesMax: the stream fails if the sound has more bytes.
    func open(
        _ source: RecordingSource, part: ByteRange?, atMost bytesMax: Int
    ) async throws(RecordingError) -> RecordingStream

    /// Deletes a recording permanently. If two recordings may be meant, neither is deleted.
    ///
    /// - Parameter permit: the permission to delete by age.
    func delete(_ source: RecordingSource, by permit: PurgePermit) async throws(RecordingError)
}

/// A recording's sound on its way from the carrier.
public struct RecordingStream: Sendable {
    /// The file's media type.
    public enum Format: String, Hashable, Sendable, CaseIterable {
        case wav = "audio/wav"
        case mp3 = "audio/mpeg"
    }

    /// The media type that the carrier tells.
    public let format: Format
    /// The number of bytes; nil if the carrier does not tell it.
    public let count: Int?
    /// The part of the file, as in `Content-Range`; nil: all of it.
    public let part: String?
    private let chunks: any AsyncSequence<ByteBuffer, any Error> & Sendable
    private let bytesMax: Int

    init(
        _ format: Format, count: Int?, part: String?,
        _ chunks: any AsyncSequence<ByteBuffer, any Error> & Sendable, atMost bytesMax: Int
    ) {
        self.format = format
        self.count = count
        self.part = part
        self.chunks = chunks
        self.bytesMax = bytesMax
    }

    /// Passes the sound on at the pace of its receiver. To be called once.
    ///
    /// - Throws: errors of `take` and of the connection to the carrier; `RecordingError.tooLarge`.
    public func pass(to forward: (ByteBuffer) async throws -> Void) async throws {
        var left = bytesMax
        for try await chunk in chunks {
            left -= chunk.readableBytes
            guard left >= 0 else { throw RecordingError.tooLarge }
            try await forward(chunk)
        }
    }
}

/// Why an operation on a recording failed. Safe to log.
public enum RecordingError: String, Error, Hashable, Sendable {
    /// The carrier has no such recording, or not yet.
    case missing
    /// The carrier could not be reached, or cannot do it now.
    case unavailable
    /// It is larger than the limit.
    case tooLarge
    /// The carrier's file has no known sound format.
    case noSound
    /// The file does not have the requested part.
    case noSuchPart
    /// Several recordings match, and the operation cannot be undone.
    case ambiguous
}

/// A contiguous range of bytes of a file, as clients request it. Source: RFC 9110 §14.1.2.
public struct ByteRange: Hashable, Sendable, CustomStringConvertible {
    /// The most digits of a position: files here have nine.
    static let digitsMax = 15

    private let first: String
    private let last: String

    /// - Parameter header: `bytes=0-99`, `bytes=100-` or `bytes=-100`.
    /// - Returns: nil for any other text, including several ranges: a server that cannot follow a range sends the whole
    ///   file.
    public init?(header: String) {
        guard header.hasPrefix("bytes=") else { return nil }
        let ends = header.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, ends.allSatisfy(Self.isPosition), !(ends[0].isEmpty && ends[1].isEmpty) else {
            return nil
        }
        (first, last) = (String(ends[0]), String(ends[1]))
        if let begin = Int(first), let end = Int(last), end < begin { return nil }
    }

    private static func isPosition(_ text: Substring) -> Bool {
        text.count <= digitsMax && text.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    }

    public var description: String { "bytes=\(first)-\(last)" }

    /// Whether a text is a valid `Content-Range`, such as `bytes 0-99/1000`. Source: RFC 9110 §14.4.
    static func isContentRange(_ text: String) -> Bool {
        guard text.hasPrefix("bytes ") else { return false }
        let halves = text.dropFirst(6).split(separator: "/", omittingEmptySubsequences: false)
        guard halves.count == 2, halves[1] == "*" || isPosition(halves[1]) && !halves[1].isEmpty else { return false }
        let ends = halves[0].split(separator: "-", omittingEmptySubsequences: false)
        return ends.count == 2 && ends.allSatisfy { isPosition($0) && !$0.isEmpty }
    }
}
