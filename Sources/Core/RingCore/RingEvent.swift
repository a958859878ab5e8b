public import CallModel

/// What a ring session is told.
public enum RingEvent: Hashable, Sendable, Codable {
    /// What a carrier says of a leg, by webhook or in reply to a look. In any order, any number of times.
    case carrier(CarrierNews)
    /// What came of a command.
    case result(RingCommandID, CommandResult)
    /// What a device asks for, through our own interface, and of which of its rounds; nil: of the one it is in, for those who
    /// do not say. `process`: who asks, where another run of the app was rung before it.
    case device(DeviceID, DeviceRequest, round: RingRound? = nil, process: AppProcess? = nil)
    /// What became of a device or a user while the call is on.
    case membership(MembershipChange)
    /// What another session has to do with this one.
    case glare(GlareNews)
    /// What an operator or another part of the exchange asks for, knowing a version of the session.
    case request(RingRequest, version: UInt64)
    /// The time asked for by ``RingEffect/wake(at:)`` has come. Harmless at any other time.
    case due
    /// The exchange has started, or has been out of touch: every leg is to be looked at.
    case reconcile
}

/// What a device asks for.
public enum DeviceRequest: String, Hashable, Sendable, Codable, CaseIterable {
    /// It has woken and can be dialled.
    case ready
    /// It is about to answer, and wants to know whether it may.
    case claim
    /// Its person declines on this device.
    case declineHere
    /// Its person declines on all of theirs.
    case declineEverywhere
    /// It wants a call that has gone to voicemail.
    case rescue
    /// Its connection to us stands.
    case connected
    /// Its connection to us is gone.
    case disconnected
}

/// Names one run of the app on a device, as the device does. Opaque, so it may be logged.
public struct AppProcess: Hashable, Sendable, Codable, RawRepresentable, CustomStringConvertible {
    /// The text of the name; what reads it from outside bounds its length.
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

/// What became of a device or a user while a call is on.
public enum MembershipChange: Hashable, Sendable, Codable {
    /// The device was logged out.
    case loggedOut(DeviceID)
    /// The user is no more: the account was deleted, or the configuration has it no longer.
    case removed(UserID)
    /// The device moved to another organization.
    case left(DeviceID)
}

/// What an operator or another part of the exchange asks of a session. It names the version it has seen, and is refused
/// when there is a newer one: what it meant may no longer be so.
public enum RingRequest: Hashable, Sendable, Codable {
    /// The call shall ring somebody else instead; while it rings.
    case transfer(to: PlannedDevice)
    /// The winner wants to talk to somebody before handing the caller over. The caller goes on talking to them until that
    /// device answers, and waits from then on.
    case consult(PlannedDevice)
    /// Caller and consulted device are joined, and the winner is out of it.
    case completeTransfer
    /// The winner takes the caller back, and the consulted device is out of it.
    case cancelTransfer
    /// The winner goes, and the caller waits to be taken up.
    case park
    /// Somebody takes up a parked caller.
    case unpark(PlannedDevice)
    /// Somebody joins the conversation, heard by both.
    case barge(PlannedDevice)
    /// The call shall end.
    case end

    /// The device it brings in.
    public var target: PlannedDevice? {
        switch self {
        case .transfer(let target), .consult(let target), .unpark(let target), .barge(let target): target
        case .completeTransfer, .cancelTransfer, .park, .end: nil
        }
    }
}
