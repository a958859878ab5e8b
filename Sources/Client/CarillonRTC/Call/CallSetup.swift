package import MediaEngine
public import Redaction
package import Verto

/// The properties of a call that are known before its first event.
package struct CallSetup: Hashable, Sendable {
    /// The most headers of a call. FreeSWITCH creates a channel variable for each header.
    package static let headersMax = 64

    /// The call's name on the wire. Opaque.
    package var callID: String
    package var options: CallOptions
    package var destination: Redacted<String>?
    package var callerName: Redacted<String>?
    package var callerNumber: Redacted<String>?
    package var headers: [CallHeader] = []
    package var clientState: Redacted<String>?
    package var preferredCodecs: [AudioCodec] = []
    /// The call that is taken from another device; nil for a new one.
    package var replaces: String?

    package init(callID: String, options: CallOptions) {
        self.callID = callID
        self.options = options
    }
}

/// Settings that all calls of a client share.
package struct CallOptions: Hashable, Sendable {
    package var dialect: VertoDialect
    /// Whether candidates are sent after descriptions instead of inside them.
    package var trickles: Bool
    package var tones: ToneMethod
    /// Whether media connects while a call rings, where the exchange permits it.
    package var connectsWhileRinging = false
    package var userAgent: String

    package init(dialect: VertoDialect, trickles: Bool, tones: ToneMethod = .automatic, userAgent: String = "Carillon")
    {
        self.dialect = dialect
        self.trickles = trickles
        self.tones = tones
        self.userAgent = userAgent
    }
}

/// How digits are sent.
public enum ToneMethod: String, Hashable, Sendable, CaseIterable {
    /// As RTP events if the peer accepts them (RFC 4733), else in a message to the exchange.
    case automatic
    /// As RTP events; refused if the peer does not accept them.
    case media
    /// In a Verto `info` message.
    case signaling
}

/// A header that is sent with a call.
public struct CallHeader: Hashable, Sendable {
    /// The name; by convention it begins with `X-`.
    public var name: String
    /// The value, which may be personal and is never logged.
    public var value: Redacted<String>

    /// Makes a header. Our exchange refuses a call with an invalid name, or with a line break in the value.
    public init(_ name: String, _ value: Redacted<String>) {
        self.name = name
        self.value = value
    }
}

/// The identifiers that other interfaces use for a call.
public struct CallNames: Hashable, Sendable {
    /// The exchange's name for the whole call, on every device (`telnyx_session_id`).
    public var sessionID: String?
    /// The exchange's name for this device's leg (`telnyx_leg_id`).
    public var legID: String?
    /// The identifier for call control (`telnyx_call_control_id`). It is secret, because it authorizes commands for the
    /// call.
    public var callControlID: Redacted<String>?

    public init(sessionID: String? = nil, legID: String? = nil, callControlID: Redacted<String>? = nil) {
        self.sessionID = sessionID
        self.legID = legID
        self.callControlID = callControlID
    }
}
