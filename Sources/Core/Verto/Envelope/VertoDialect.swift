/// The dialect of Verto that a peer speaks.
///
/// Source: mod_verto of FreeSWITCH (observed on 1.11); Telnyx' `telnyx_rtc` as its client SDKs speak it (observed).
public enum VertoDialect: String, Hashable, Sendable, CaseIterable {
    case telnyx
    case freeSwitch

    /// The prefix of the dialect's method names, the dot included.
    public var methodPrefix: String {
        switch self {
        case .telnyx: "telnyx_rtc."
        case .freeSwitch: "verto."
        }
    }

    /// The features of the dialect beyond the common core.
    public var capabilities: VertoCapabilities {
        switch self {
        case .telnyx:
            [.gatewayState, .ringing, .trickle, .attachCalls, .pushNotifications, .tokenLogin, .customHeaders]
        case .freeSwitch:
            [.readyAtClientReady, .acknowledgesRequests]
        }
    }
}

/// The features of a dialect beyond the common core.
public struct VertoCapabilities: OptionSet, Hashable, Sendable {
    public let rawValue: UInt16

    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// Registration is a state of its own, which a client asks for with `gatewayState`.
    public static let gatewayState = VertoCapabilities(rawValue: 1 << 0)
    /// The server sends `ringing` to the caller.
    public static let ringing = VertoCapabilities(rawValue: 1 << 1)
    /// Candidates may follow the description.
    public static let trickle = VertoCapabilities(rawValue: 1 << 2)
    /// Calls that a push announced are fetched with `attachCalls`.
    public static let attachCalls = VertoCapabilities(rawValue: 1 << 3)
    /// A login can name a push token, by which the server wakes the device.
    public static let pushNotifications = VertoCapabilities(rawValue: 1 << 4)
    /// A login can have a token in place of a password.
    public static let tokenLogin = VertoCapabilities(rawValue: 1 << 5)
    /// Headers travel as `custom_headers`; otherwise as user variables and `verto_h_…` members.
    public static let customHeaders = VertoCapabilities(rawValue: 1 << 6)
    /// Only `clientReady` says that the session is ready.
    public static let readyAtClientReady = VertoCapabilities(rawValue: 1 << 7)
    /// A keep-alive request is answered with a result, not with a request of the same kind.
    public static let acknowledgesRequests = VertoCapabilities(rawValue: 1 << 8)
}

/// The name of a method, split into dialect and name.
public enum VertoMethod: Hashable, Sendable {
    /// A name under a dialect's prefix; the text has no prefix.
    case prefixed(VertoDialect, String)
    /// A name without any prefix, such as `login`.
    case bare(String)
    /// A name under a prefix of no known dialect.
    case foreign(String)

    /// Splits the name of a frame; every text is a name of some kind.
    public init(_ text: String) {
        for dialect in VertoDialect.allCases where text.hasPrefix(dialect.methodPrefix) {
            self = .prefixed(dialect, String(text.utf8.dropFirst(dialect.methodPrefix.utf8.count)) ?? "")
            return
        }
        self = text.utf8.contains(UInt8(ascii: ".")) ? .foreign(text) : .bare(text)
    }

    /// The name without a dialect's prefix.
    public var name: String {
        switch self {
        case .prefixed(_, let name), .bare(let name), .foreign(let name): name
        }
    }

    /// The dialect the prefix names; nil without a known prefix.
    public var dialect: VertoDialect? {
        if case .prefixed(let dialect, _) = self { dialect } else { nil }
    }
}

/// The side that sent a message. A client puts the call's id into `dialogParams`, a server beside it.
public enum VertoSide: String, Hashable, Sendable, CaseIterable {
    case client, server
}
