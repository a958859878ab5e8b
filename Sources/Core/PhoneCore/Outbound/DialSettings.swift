import CallModel
public import Redaction

/// What goes with a call that is placed, beside whom it is for.
public struct DialSettings: Hashable, Sendable {
    /// A header for the called app, or for the carrier.
    public struct Header: Hashable, Sendable {
        public var name: String
        public var value: Redacted<String>

        public init(_ name: String, _ value: Redacted<String>) {
            self.name = name
            self.value = value
        }
    }

    /// A codec the called side is asked to prefer.
    public enum Codec: String, Hashable, Sendable, CaseIterable {
        case opus, pcmu, pcma
    }

    /// More than an app needs; fewer than the signaling takes, as the phone adds one.
    public static let headersMax = 32
    static let headerBytesMax = 1_024
    static let clientStateBytesMax = 4_096

    /// What the called side is shown; whether it may be shown the exchange decides.
    public var callerName: Redacted<String>?
    public var callerID: Redacted<String>?
    public var headers: [Header] = []
    /// The app's own mark on the call, opaque: base64 by custom.
    public var clientState: Redacted<String>?
    /// First choice first; empty for no wish.
    public var codecs: [Codec] = []

    public init() {}

    /// - Throws: `DialFault`: the first thing that is wrong with them.
    func check() throws(DialFault) {
        if let callerID, DialNumber.normalized(callerID) == nil { throw .invalidCallerID }
        guard headers.count <= Self.headersMax, headers.allSatisfy(\.isSound) else { throw .invalidHeader }
        guard clientState.map({ $0.revealed.utf8.count <= Self.clientStateBytesMax }) ?? true else {
            throw .invalidClientState
        }
    }

    /// The same for a call over a carrier, who passes headers on to the exchange. A number in the INVITE would take the
    /// place of the device's address in what the carrier tells, and the exchange would not know who calls.
    var forCarrier: DialSettings {
        var settings = self
        settings.headers.removeAll { $0.name.lowercased() == CarrierHeader.callerID.lowercased() }
        if let callerID { settings.headers.append(Header(CarrierHeader.callerID, callerID)) }
        settings.callerID = nil
        return settings
    }
}

/// Whom a line calls, and what goes with the call; checked.
public struct DialledParty: Hashable, Sendable {
    public let destination: DialDestination
    public let settings: DialSettings

    public init(_ destination: DialDestination, _ settings: DialSettings = DialSettings()) {
        self.destination = destination
        self.settings = settings
    }

    /// The same as it is said to a provider.
    func over(_ provider: SignalingProvider) -> DialledParty {
        switch provider {
        case .exchange: self
        case .carrier: DialledParty(destination, settings.forCarrier)
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
