public import MediaEngine
public import Redaction

/// What may be said of a call when it is placed.
public struct DialOptions: Sendable {
    /// Travel to the callee.
    public var headers: [CallHeader] = []
    /// Base64 by custom; Telnyx returns it in its webhooks.
    public var clientState: Redacted<String>?
    /// What the callee is asked to prefer, first choice first. Empty for no wish. What this side offers, and in which
    /// order, is the client's configuration.
    public var preferredCodecs: [AudioCodec] = []
    /// Overrule the client's.
    public var callerName: String?
    public var callerNumber: String?
    /// What is said and where what is heard goes, from the first packet on.
    public var source: (any AudioSource)?
    public var sink: (any AudioSink)?

    public init() {}
}
