public import ExchangeCore
public import ExchangeStorage

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
