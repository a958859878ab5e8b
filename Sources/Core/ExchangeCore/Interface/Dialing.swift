public import CallModel
public import Redaction

/// A request to place a call.
public struct Dialing: Hashable, Sendable {
    /// The name the caller's device chose for the call.
    public var callID: CallID
    /// The id of the call, fresh from the shell's random source: the core has none.
    public var session: CallSessionID
    /// The policy's verdict: whether the call is permitted, whom it rings and under which name.
    public var verdict: CallingVerdict
    /// The dialed text, as the called devices are shown it.
    public var dialed: Redacted<String>
    /// The caller's session description, an offer.
    public var description: Redacted<String>
    /// Whether candidates follow one by one.
    public var trickles: Bool
    /// The calling app's headers, for the called app.
    public var headers: [CustomHeader]
    /// An opaque text the calling app attaches to the call.
    public var clientState: Redacted<String>?
    /// The codecs the caller prefers.
    public var preferredCodecs: [PreferredCodec]

    /// The callee's devices that a push reaches, with or without a connection; looked up by the shell.
    public var wakeable: [DeviceID]
    /// The organization the caller's device speaks for, as the shell names it; nil if none. It is opaque to the core,
    /// and stays with the call even if the device switches to another.
    public var organization: String?
    /// The user whose device takes a message when no device of the callee takes the call; nil: the call ends.
    public var attendant: UserID?
    /// The user a message is for, in a call to a number.
    public var mailbox: UserID?

    public init(
        callID: CallID, session: CallSessionID, verdict: CallingVerdict, dialed: Redacted<String>,
        description: Redacted<String>, trickles: Bool, headers: [CustomHeader] = [],
        clientState: Redacted<String>? = nil, preferredCodecs: [PreferredCodec] = [], wakeable: [DeviceID] = [],
        organization: String? = nil, attendant: UserID? = nil, mailbox: UserID? = nil
    ) {
        self.callID = callID
        self.session = session
        self.verdict = verdict
        self.dialed = dialed
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

    /// The permitted call, if the verdict permits one to that user; nil otherwise.
    func permitted(to user: UserID) -> PermittedCall? { verdict.permitted(to: user) }
}

/// A codec the caller prefers; the exchange passes the preference on.
public struct PreferredCodec: Hashable, Sendable {
    /// The MIME type, such as `audio/opus`.
    public let mimeType: String
    /// The clock rate in hertz.
    public let clockRate: Int
    /// The number of audio channels, if the codec has a choice.
    public let channels: Int?
    /// The codec's own parameters, as in `a=fmtp`.
    public let formatParameters: String?

    public init(mimeType: String, clockRate: Int, channels: Int? = nil, formatParameters: String? = nil) {
        self.mimeType = mimeType
        self.clockRate = clockRate
        self.channels = channels
        self.formatParameters = formatParameters
    }
}

/// A header that one app sends the other through the exchange, unchanged.
public struct CustomHeader: Hashable, Sendable {
    /// The name, such as `X-Order`.
    public let name: HeaderName
    /// The value. It may hold personal data.
    public let value: Redacted<String>

    public init(name: HeaderName, value: Redacted<String>) {
        self.name = name
        self.value = value
    }
}

/// The name of a header that is passed on. It is a token, so that no line break or colon in it can begin another
/// header in a message it is written into. Source: RFC 9110 §5.1 and §5.6.2, RFC 3261 §25.1 but for some signs.
public struct HeaderName: Hashable, Sendable {
    /// The longest name taken, in bytes; longer than any in use.
    public static let bytesMax = 128

    private static let signs = Set("!#$%&'*+-.^_`|~".utf8)

    /// The name, such as `X-Order`.
    public let text: String

    /// Fails if the text is empty, longer than `bytesMax` or no token.
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
    /// Makes a name of a literal. A literal that is no name ends the program.
    public init(stringLiteral literal: StaticString) {
        text = literal.description
        precondition(HeaderName(text) != nil, "“\(text)” is no name of a header")
    }
}
