public import CallModel

/// An event of a ring session.
public enum RingEvent: Hashable, Sendable, Codable {
    /// An event of a leg from the carrier, by webhook or in reply to a look. It comes in any order and any number of times.
    case carrier(CarrierEvent)
    /// The result of a command.
    case result(RingCommandID, CommandResult)
    /// A request of a device through our own interface, for one of its rounds; nil stands for the present round, for
    /// devices that name none. `process` names the run of the app that asks, where an earlier run was rung before.
    case device(DeviceID, DeviceRequest, round: RingRound? = nil, process: AppProcess? = nil)
    /// A device of a user whom the call rings has logged in, where its log-in says that it is ready. It is rung unless
    /// it rings already or its round is settled.
    case arrived(DeviceCandidate)
    /// A change of a device or a user while the call is on.
    case membership(MembershipChange)
    /// The effect on this session of a glare with another one.
    case glare(GlareResolution)
    /// A request of an operator or another part of the exchange, which knows a version of the session.
    case request(RingRequest, version: UInt64)
    /// The time requested by ``RingEffect/wake(at:)`` has come. Harmless at any other time.
    case due
    /// The exchange has started or has been out of touch, so every leg is looked at.
    case reconcile
}

/// A request of a device.
public enum DeviceRequest: String, Hashable, Sendable, Codable, CaseIterable {
    /// It has woken and can be dialed.
    case ready
    /// It is about to answer and asks whether it may.
    case claim
    /// Its user declines on this device.
    case declineHere
    /// Its user declines on all of the user's devices.
    case declineEverywhere
    /// It wants to take a call that has gone to voicemail.
    case rescue
    /// It has a connection to the exchange.
    case connected
    /// It has lost its connection to the exchange.
    case disconnected
}

/// Identifies one run of the app on a device, as the device names it. Opaque, so it may be logged.
public struct AppProcess: Hashable, Sendable, Codable, RawRepresentable, CustomStringConvertible {
    /// The text of the name. The parser that reads it from outside bounds its length.
    public let rawValue: String

    /// Wraps the text of a name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Wraps the text of a name.
    public init(_ rawValue: String) {
        self.init(rawValue: rawValue)
    }

    /// The name itself.
    public var description: String { rawValue }
}

/// A change of a device or a user while a call is on.
public enum MembershipChange: Hashable, Sendable, Codable {
    /// The device was logged out.
    case loggedOut(DeviceID)
    /// The user no longer exists: the account was deleted, or the configuration dropped the user.
    case removed(UserID)
    /// The device moved to another organization.
    case left(DeviceID)
}

/// A request of an operator or another part of the exchange. It names the version that its sender has seen. The session
/// refuses it when there is a newer version, because the request may no longer make sense.
public enum RingRequest: Hashable, Sendable, Codable {
    /// Rings another device instead, while the call rings.
    case transfer(to: DeviceCandidate)
    /// The winner wants to talk to another device before handing the caller over. The winner and the caller go on
    /// talking until that device answers; then the caller waits.
    case consult(DeviceCandidate)
    /// Joins the caller and the consulted device, and lets the winner go.
    case completeTransfer
    /// Joins the winner and the caller again, and lets the consulted device go.
    case cancelTransfer
    /// The winner leaves, and the caller waits to be retrieved.
    case park
    /// A device retrieves a parked caller.
    case unpark(DeviceCandidate)
    /// A device joins the conversation; both parties hear it.
    case barge(DeviceCandidate)
    /// Ends the call.
    case end

    /// The device that the request brings in.
    public var target: DeviceCandidate? {
        switch self {
        case .transfer(let target), .consult(let target), .unpark(let target), .barge(let target): target
        case .completeTransfer, .cancelTransfer, .park, .end: nil
        }
    }
}
