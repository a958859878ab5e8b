public import Redaction

/// What a device that came back is told of each call that still stands: an offer to take it up again.
public struct AttachOffer: Hashable, Sendable {
    /// The call.
    public var name: CallName
    /// The other side's last description, as an offer, candidates included.
    public var description: Redacted<String>
    /// The other side's name.
    public var peerName: Redacted<String>
    /// The other side's number.
    public var peerNumber: Redacted<String>
}
