public import CallModel
public import Redaction

/// The settings of an outbound call beside its destination.
public struct DialSettings: Hashable, Sendable {
    /// A header for the called app or the carrier.
    public struct Header: Hashable, Sendable {
        /// The name: a token of RFC 9110, by convention with `X-` in front.
        public var name: String
        /// The value, on one line.
        public var value: Redacted<String>

        public init(_ name: String, _ value: Redacted<String>) {
            self.name = name
            self.value = value
        }
    }

    /// A codec that the called side is asked to prefer.
    public enum Codec: String, Hashable, Sendable, CaseIterable {
        case opus, pcmu, pcma
    }

    /// The maximum number of headers. It is more than an app needs and less than signaling accepts, because the phone
    /// adds one.
    public static let headersMax = 32
    static let headerBytesMax = 1_024
    static let clientStateBytesMax = 4_096

    /// The caller that the called side sees. The exchange decides whether it may be shown.
    public var callerName: Redacted<String>?
    /// The number that the called side sees; `nil` for the usual one of the organization.
    public var callerID: Redacted<String>?
    /// Headers for the called side or the carrier, at most ``headersMax``.
    public var headers: [Header] = []
    /// The app's own opaque data for the call, base64 by convention.
    public var clientState: Redacted<String>?
    /// The preferred codecs, first choice first; empty for no preference.
    public var codecs: [Codec] = []
    /// The answered call that this phone takes from another device of the person; `nil` for a new call. It is a call at
    /// the exchange, and the exchange refuses it where the other side cannot change its media.
    public var replaces: CallSessionID?

    /// A new call with the usual caller, no headers, no client state and no preference of codecs.
    public init() {}

    /// Checks the settings.
    ///
    /// - Throws: `DialError` that names the first error.
    func check() throws(DialError) {
        if let callerID, DialNumber.normalized(callerID) == nil { throw .invalidCallerID }
        guard headers.count <= Self.headersMax, headers.allSatisfy(\.isSound) else { throw .invalidHeader }
        guard clientState.map({ $0.revealed.utf8.count <= Self.clientStateBytesMax }) ?? true else {
            throw .invalidClientState
        }
    }

    /// The settings for a call over a carrier, which passes headers on to the exchange. The caller id goes into a
    /// header: a number in the INVITE would replace the device's address in the carrier's report, and the exchange
    /// would not know the caller.
    var forCarrier: DialSettings {
        var settings = self
        settings.headers.removeAll { $0.name.lowercased() == CarrierHeader.callerID.lowercased() }
        if let callerID { settings.headers.append(Header(CarrierHeader.callerID, callerID)) }
        settings.callerID = nil
        return settings
    }
}

/// The checked destination and settings of an outbound call.
public struct DialedParty: Hashable, Sendable {
    /// The destination, as it was read from the text.
    public let destination: DialDestination
    /// The checked settings.
    public let settings: DialSettings

    public init(_ destination: DialDestination, _ settings: DialSettings = DialSettings()) {
        self.destination = destination
        self.settings = settings
    }

    /// The party in the form for a provider.
    func over(_ provider: SignalingProvider) -> DialedParty {
        switch provider {
        case .exchange: self
        case .carrier: DialedParty(destination, settings.forCarrier)
        }
    }
}

extension DialSettings.Header {
    /// Source: RFC 9110 §5.6.2 (a token), §5.5.
    fileprivate var isSound: Bool {
        let marks = "!#$%&'*+-.^_`|~".unicodeScalars
        let isToken = name.unicodeScalars.allSatisfy {
            $0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil || marks.contains($0))
        }
        let text = value.revealed
        return (1...128).contains(name.utf8.count) && isToken && text.utf8.count <= DialSettings.headerBytesMax
            && !text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
    }
}
