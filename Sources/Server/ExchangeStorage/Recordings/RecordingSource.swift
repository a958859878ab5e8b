public import RingCore

/// Where a carrier has what it recorded.
public struct RecordingSource: Hashable, Sendable {
    /// Our name of it.
    public let recording: RecordingID
    /// The carrier's name of the call it was made in.
    public let call: String
    /// When it began, as the carrier writes it.
    public let startedAt: String
    /// Where its sound is to be had, perhaps for some minutes only; nil: the carrier has to be asked.
    public let address: String?

    /// Bytes of each text; Telnyx' signed addresses have some five hundred.
    public static let textBytesMax = 4_096

    /// - Returns: nil when a text is longer than ``textBytesMax``.
    public init?(recording: RecordingID, call: String, startedAt: String, address: String?) {
        let texts = [recording.rawValue, call, startedAt, address ?? ""]
        guard texts.allSatisfy({ $0.utf8.count <= Self.textBytesMax }) else { return nil }
        self.recording = recording
        self.call = call
        self.startedAt = startedAt
        self.address = address
    }
}
