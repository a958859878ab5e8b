public import Redaction

/// What a called device is told when it is rung.
public struct Invitation: Hashable, Sendable {
    /// The call, as this device is to name it.
    public var name: CallName
    /// The caller's description, an offer.
    public var description: Redacted<String>
    /// Whether the caller's candidates follow one by one.
    public var trickles: Bool
    /// The caller's name.
    public var callerName: Redacted<String>
    /// The caller's number.
    public var callerNumber: Redacted<String>
    /// What the caller dialled.
    public var dialled: Redacted<String>
    /// The calling app's headers.
    public var headers: [CustomHeader]
    /// The calling app's own mark on the call.
    public var clientState: Redacted<String>?
    /// Codecs the caller would like to be used first.
    public var preferredCodecs: [PreferredCodec]
}
