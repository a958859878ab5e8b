public import CallModel
public import Redaction

/// A request to place a call.
public struct Dialling: Hashable, Sendable {
    /// The name the caller's device chose for the call.
    public var callID: CallID
    /// The name of the call itself, fresh from the shell's random source: the core has none.
    public var session: CallSessionID
    /// Whether the call may be, whom it rings and under which name.
    public var verdict: CallingVerdict
    /// The dialled text, as the called devices are shown it.
    public var dialled: Redacted<String>
    /// The caller's session description, an offer.
    public var description: Redacted<String>
    /// Whether candidates follow one by one.
    public var trickles: Bool
    /// Headers for the called app.
    public var headers: [CustomHeader]
    /// The app's own mark on the call, opaque.
    public var clientState: Redacted<String>?
    /// Codecs the caller would like to be used first.
    public var preferredCodecs: [PreferredCodec]

    /// The callee's devices that a push reaches, whether or not they have a connection; looked up by the shell.
    public var wakeable: [DeviceID]
    /// The organisation the caller's device speaks for, as the shell names it; nil: none. Opaque to the core: it stays
    /// with the call, whatever the device switches to.
    public var organization: String?
    /// The user whose device takes a message when nobody takes the call; nil: it ends.
    public var attendant: UserID?
    /// Of a call to a number: the user a message is for.
    public var mailbox: UserID?

    /// Describes a call to be placed.
    public init(
        callID: CallID, session: CallSessionID, verdict: CallingVerdict, dialled: Redacted<String>,
        description: Redacted<String>, trickles: Bool, headers: [CustomHeader] = [],
        clientState: Redacted<String>? = nil, preferredCodecs: [PreferredCodec] = [], wakeable: [DeviceID] = [],
        organization: String? = nil, attendant: UserID? = nil, mailbox: UserID? = nil
    ) {
        self.callID = callID
        self.session = session
        self.verdict = verdict
        self.dialled = dialled
        self.description = description
        self.trickles = trickles
        self.headers = headers
        self.clientState = clientState
        self.preferredCodecs = preferredCodecs
        self.wakeable = wakeable
        self.organization = organization
        self.attendant = attendant
        self.mailbox = mailbox
    }

    /// The call as that user may place it; nil: they may not.
    func permitted(to user: UserID) -> PermittedCall? {
        guard case .permitted(let call) = verdict, call.caller == user else { return nil }
        return call
    }
}

/// A codec the caller would like to be used first; the exchange passes the wish on.
public struct PreferredCodec: Hashable, Sendable {
    /// Such as `audio/opus`.
    public let mimeType: String
    /// In hertz.
    public let clockRate: Int
    /// Audio channels, where the codec has a choice.
    public let channels: Int?
    /// The codec's own parameters, as in `a=fmtp`.
    public let formatParameters: String?

    /// Describes a codec.
    public init(mimeType: String, clockRate: Int, channels: Int? = nil, formatParameters: String? = nil) {
        self.mimeType = mimeType
        self.clockRate = clockRate
        self.channels = channels
        self.formatParameters = formatParameters
    }
}

/// A name and a value that one app hands the other through the exchange, untouched.
public struct CustomHeader: Hashable, Sendable {
    /// The name, such as `X-Order`.
    public let name: HeaderName
    /// The value; may be personal.
    public let value: Redacted<String>

    /// Makes a header.
    public init(name: HeaderName, value: Redacted<String>) {
        self.name = name
        self.value = value
    }
}

/// The name of a header that is passed on: a token, so that no line break or colon in it can become a header of its own
/// in a message it is written into. Source: RFC 9110 §5.1 and §5.6.2, RFC 3261 §25.1 but for some signs.
public struct HeaderName: Hashable, Sendable {
    /// Longer than any in use.
    public static let bytesMax = 128

    private static let signs = Set("!#$%&'*+-.^_`|~".utf8)

    /// The name, such as `X-Order`.
    public let text: String

    /// nil when the text is empty, longer than `bytesMax` or no token.
    public init?(_ text: String) {
        guard (1...Self.bytesMax).contains(text.utf8.count), text.utf8.allSatisfy(Self.isTokenByte) else { return nil }
        self.text = text
    }

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        (48...57).contains(byte) || (97...122).contains(byte | 0x20) || signs.contains(byte)
    }
}

extension HeaderName: CustomStringConvertible {
    public var description: String { text }
}

extension HeaderName: ExpressibleByStringLiteral {
    /// Of a literal in the source: one that is no name ends the program.
    public init(stringLiteral literal: StaticString) {
        text = literal.description
        precondition(HeaderName(text) != nil, "“\(text)” is no name of a header")
    }
}
