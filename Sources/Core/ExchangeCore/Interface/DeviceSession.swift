public import CallModel

/// The login of a device: its user, its session and its capabilities.
public struct DeviceSession: Hashable, Sendable {
    /// The signaling session of the device.
    public let id: SignalingSessionID
    /// The user whose password was right.
    public let user: UserID
    /// The device, that is the user on one installation of the app.
    public let device: DeviceID
    /// What the device can do beyond what every device can.
    public let capabilities: DeviceCapabilities

    /// Describes a login that the shell has authenticated.
    public init(id: SignalingSessionID, user: UserID, device: DeviceID, capabilities: DeviceCapabilities) {
        self.id = id
        self.user = user
        self.device = device
        self.capabilities = capabilities
    }
}

/// The abilities of a device beyond those every device has.
///
/// The shell derives them from the dialect and the login; the core never asks which dialect it was.
public struct DeviceCapabilities: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The device takes candidates one by one after a description. Without this ability a description must be
    /// complete.
    public static let trickle = DeviceCapabilities(rawValue: 1 << 0)
    /// The device answers a new description from the exchange during a call.
    public static let renegotiation = DeviceCapabilities(rawValue: 1 << 1)
    /// The device knows the message that the other side rings.
    public static let ringing = DeviceCapabilities(rawValue: 1 << 2)
    /// The device wants to be told when the other side holds and resumes.
    public static let holdNotices = DeviceCapabilities(rawValue: 1 << 3)
    /// The device wants to be told who it is connected with once a call is answered.
    public static let display = DeviceCapabilities(rawValue: 1 << 4)
    /// The device acknowledges messages about a call that it has. It does so also for a ``ExchangeMessage/probe(_:)``
    /// of a call that it knows to be answered, and changes nothing then.
    public static let acknowledgements = DeviceCapabilities(rawValue: 1 << 5)
    /// The device answers a new description only where it is offered its call anew, and with another peer connection.
    public static let offersByAttach = DeviceCapabilities(rawValue: 1 << 6)
    /// The device describes its media while it rings, where the exchange asks for it, and as a caller takes such a
    /// description.
    public static let earlyDescriptions = DeviceCapabilities(rawValue: 1 << 7)
}

/// Why a device that proved its identity was not admitted.
public enum AdmissionRefusal: Hashable, Sendable {
    /// The session belongs to another user.
    case sessionInUse
    /// Another session has logged in on the connection.
    case connectionInUse
    /// A limit of the exchange is reached.
    case limitReached(ExchangeLimit)
}

/// The id of one signaling session of a device (`sessid` on the wire). A session outlives sockets, so that a device
/// that lost one can come back to its calls on another.
///
/// The device makes the id, so it proves nothing: a session belongs to the user that logged in with it first.
public struct SignalingSessionID: Hashable, Sendable, RawRepresentable, CustomStringConvertible {
    /// The text the device chose; the shell bounds its length.
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public init(_ rawValue: String) {
        self.init(rawValue: rawValue)
    }

    /// A placeholder for logs. A client that knows the id of a session could try to take it over, so the id stays out
    /// of logs.
    public var description: String { "‹session›" }
}

/// The id of one socket of one device.
///
/// The shell makes it, and never gives the same one to a second socket.
public struct ConnectionID: Hashable, Comparable, Sendable, CustomStringConvertible {
    public let rawValue: UInt64

    public init(_ rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// A short text for logs.
    public var description: String { "connection \(rawValue)" }

    /// Orders connections as the shell numbered them.
    public static func < (left: ConnectionID, right: ConnectionID) -> Bool { left.rawValue < right.rawValue }
}
