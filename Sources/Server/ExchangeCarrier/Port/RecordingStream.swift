public import NIOCore

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
