public import ExchangeCore
public import ExchangeStorage
public import NIOCore

/// Where a carrier keeps what it recorded.
public protocol RecordingArchive: Sendable {
    /// Fetches a recording's sound.
    ///
    /// - Parameter bytesMax: more is not read.
    /// - Returns: a WAV file.
    func sound(of source: RecordingSource, atMost bytesMax: Int) async throws(RecordingError) -> [UInt8]

    /// Opens a recording's sound, to be passed on as it comes; nothing is kept of it.
    ///
    /// - Parameters:
    ///   - part: which bytes; nil: all of them. The carrier may give all the same.
    ///   - bytesMax: of more the stream fails.
    func open(
        _ source: RecordingSource, part: ByteRange?, atMost bytesMax: Int
    ) async throws(RecordingError) -> RecordingStream

    /// Has a recording deleted, for good. Of two that may be meant, neither.
    ///
    /// - Parameter permit: leave to delete what is old; without it nothing is.
    func delete(_ source: RecordingSource, by permit: PurgePermit) async throws(RecordingError)
}

/// A recording's sound on its way from the carrier.
public struct RecordingStream: Sendable {
    /// What the file is, as media types call it.
    public enum Format: String, Hashable, Sendable, CaseIterable {
        case wav = "audio/wav"
        case mp3 = "audio/mpeg"
    }

    public let format: Format
    /// How many bytes come; nil: the carrier does not say.
    public let count: Int?
    /// Which part of the file comes, as `Content-Range` says it; nil: all of it.
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

    /// Passes the sound on, no faster than it is taken. Once only.
    ///
    /// - Throws: what `take` throws; what the connection to the carrier does; `RecordingError.tooLarge`.
    public func pass(to take: (ByteBuffer) async throws -> Void) async throws {
        var left = bytesMax
        for try await chunk in chunks {
            left -= chunk.readableBytes
            guard left >= 0 else { throw RecordingError.tooLarge }
            try await take(chunk)
        }
    }
}

/// Why nothing could be done about a recording. Safe to log.
public enum RecordingError: String, Error, Hashable, Sendable {
    /// The carrier has no such recording, or not yet.
    case missing
    /// The carrier could not be asked, or said that it cannot now.
    case unavailable
    /// It is larger than is taken.
    case tooLarge
    /// What the carrier gave is no sound that is known here.
    case noSound
    /// The part that was asked for is none of it.
    case noSuchPart
    /// More than one may be meant, and what was asked for is for good.
    case ambiguous
}

/// One run of bytes of a file, as clients ask for it. Source: RFC 9110 §14.1.2.
public struct ByteRange: Hashable, Sendable, CustomStringConvertible {
    /// Digits of a position: files here have nine.
    static let digitsMax = 15

    private let first: String
    private let last: String

    /// - Parameter header: `bytes=0-99`, `bytes=100-` or `bytes=-100`.
    /// - Returns: nil when it is something else, several runs too: whoever cannot follow a range gives the whole file.
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

    /// Whether a text is what `Content-Range` may hold, such as `bytes 0-99/1000`. Source: RFC 9110 §14.4.
    static func isContentRange(_ text: String) -> Bool {
        guard text.hasPrefix("bytes ") else { return false }
        let halves = text.dropFirst(6).split(separator: "/", omittingEmptySubsequences: false)
        guard halves.count == 2, halves[1] == "*" || isPosition(halves[1]) && !halves[1].isEmpty else { return false }
        let ends = halves[0].split(separator: "-", omittingEmptySubsequences: false)
        return ends.count == 2 && ends.allSatisfy { isPosition($0) && !$0.isEmpty }
    }
}
