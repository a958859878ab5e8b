public import CallModel

/// Who has logged in, from which device, and what the device understands.
public struct DeviceSession: Hashable, Sendable {
    /// The signalling session the device speaks in.
    public let id: SignallingSessionID
    /// The user whose password was right.
    public let user: UserID
    /// The installation of a phone.
    public let device: DeviceID
    /// What the device understands.
    public let capabilities: DeviceCapabilities

    /// Describes a log-in that the shell has authenticated.
    public init(id: SignallingSessionID, user: UserID, device: DeviceID, capabilities: DeviceCapabilities) {
        self.id = id
        self.user = user
        self.device = device
        self.capabilities = capabilities
    }
}

/// What a device understands beyond the least any device does.
///
/// The shell reads it from the dialect and the log-in; the core never asks which dialect it was.
public struct DeviceCapabilities: OptionSet, Hashable, Sendable {
    /// The bits of the set.
    public let rawValue: UInt8

    /// Wraps the bits of a set.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Takes candidates one by one after a description. Without it a description must be complete.
    public static let trickle = DeviceCapabilities(rawValue: 1 << 0)
    /// Answers a new description from the exchange in the middle of a call.
    public static let renegotiation = DeviceCapabilities(rawValue: 1 << 1)
    /// Knows a message that says the other side rings.
    public static let ringing = DeviceCapabilities(rawValue: 1 << 2)
    /// Wants to be told when the other side holds and resumes.
    public static let holdNotices = DeviceCapabilities(rawValue: 1 << 3)
    /// Wants to be told who it is connected with once a call is answered.
    public static let display = DeviceCapabilities(rawValue: 1 << 4)
}

/// Why a device that gave the right password was not let in.
public enum AdmissionRefusal: Hashable, Sendable {
    /// The session belongs to another user.
    case sessionInUse
    /// The connection has logged in before, with another session.
    case connectionInUse
    /// A limit of the exchange is reached.
    case limitReached(ExchangeLimit)
}

/// Names one signalling session of a device (`sessid` on the wire): it outlives sockets, so that a device that lost one
/// can come back to its calls on another.
///
/// The device makes it, so it proves nothing: a session belongs to the user that logged in with it first.
public struct SignallingSessionID: Hashable, Sendable, RawRepresentable, CustomStringConvertible {
    /// The text the device chose; the shell bounds its length.
    public let rawValue: String

    /// Wraps the text a device chose.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Wraps the text a device chose.
    public init(_ rawValue: String) {
        self.init(rawValue: rawValue)
    }

    /// Stands for the session in a log: whoever knows the id of a session could ask to take it over.
    public var description: String { "‹session›" }
}

/// Names one socket of one device, for as long as it is open.
///
/// The shell mints it, and never gives the same one to a second socket.
public struct ConnectionID: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The number the shell gave the socket.
    public let rawValue: UInt64

    /// Wraps the number the shell gave a socket.
    public init(_ rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// A short text for logs.
    public var description: String { "connection \(rawValue)" }

    /// Orders connections as the shell numbered them.
    public static func < (left: ConnectionID, right: ConnectionID) -> Bool { left.rawValue < right.rawValue }
}
