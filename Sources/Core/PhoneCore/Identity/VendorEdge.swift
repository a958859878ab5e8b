/// Where in the vendor's network a call waits for this device, as the vendor's push says: the connection is to go there.
///
/// Holds for the call of that push alone: an older one leads to the wrong place. Source: telnyx-webrtc-ios, `voice_sdk_id`.
public struct VendorEdge: Hashable, Sendable, CustomStringConvertible {
    /// The vendor's word, at most `PushLimits.identifierLengthMax` bytes.
    public let rawValue: String

    /// Takes the vendor's word.
    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    /// Safe to log: it names a machine.
    public var description: String { rawValue }
}
