public import ExchangeStorage

/// Where a carrier keeps what it recorded.
public protocol RecordingArchive: Sendable {
    /// Fetches a recording's sound.
    ///
    /// - Parameter bytesMax: more is not read.
    /// - Returns: a WAV file.
    func sound(of source: RecordingSource, atMost bytesMax: Int) async throws(RecordingError) -> [UInt8]

    /// Has a recording deleted.
    func delete(_ source: RecordingSource) async throws(RecordingError)
}
