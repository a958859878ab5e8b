public import CallModel
public import Redaction

/// The answered calls that other devices of the person have, as the exchange tells them. The person can take one of
/// them to this phone (``DialSettings/replaces``).
///
/// The exchange tells every change of a call of the person's. The shell names the devices and the other side.
public struct CallsElsewhere: Hashable, Sendable {
    /// The inputs of the machine.
    public enum Event: Hashable, Sendable {
        /// Another device of the person has this call. It replaces the earlier state of the call.
        case had(CallElsewhere)
        /// A device does not have the call any more. Another one may have it.
        case left(CallSessionID, device: RingDeviceID)
        /// The call is over, or this phone has it.
        case settled(CallSessionID)
        /// All calls are told anew from here on.
        case forgotten
    }

    /// The maximum number of calls. A person has few devices, and talks on one of them at a time (judgment); the oldest
    /// ones are dropped.
    public static let callsMax = 8

    /// The calls, the oldest first.
    public private(set) var calls: [CallElsewhere] = []

    /// Creates a machine that knows no call.
    public init() {}

    /// Handles one event. Every event is allowed at any time.
    public mutating func handle(_ event: Event) {
        switch event {
        case .had(let call):
            if let index = calls.firstIndex(where: { $0.session == call.session }) { return calls[index] = call }
            calls.append(call)
            if calls.count > Self.callsMax { calls.removeFirst() }
        case .left(let session, let device): calls.removeAll { $0.session == session && $0.deviceID == device }
        case .settled(let session): calls.removeAll { $0.session == session }
        case .forgotten: calls = []
        }
    }
}

/// An answered call that another device of the person has.
public struct CallElsewhere: Hashable, Sendable {
    /// The exchange's identifier of the call.
    public var session: CallSessionID
    /// The exchange's identifier of the device that has the call.
    public var deviceID: RingDeviceID
    /// That device, as the person named it.
    public var device: RingDevice
    /// Whether the device holds the call.
    public var isHeld = false
    /// Whether the exchange can give the call to this phone. It cannot move a call to a number.
    public var canTake = false
    /// The organization of the call; `nil` if the exchange does not say.
    public var organization: OrganizationID?
    /// Whether the person was called or had called; `nil` if unknown.
    public var direction: CallDirection?
    /// The name of the other side, as far as known.
    public var name: Redacted<String>?
    /// The number or name by which the other side can be called, as far as known.
    public var party: Redacted<String>?

    /// Creates a call of which nothing else is known.
    public init(_ session: CallSessionID, on device: RingDevice, id: RingDeviceID) {
        self.session = session
        self.device = device
        deviceID = id
    }
}

/// The exchange's identifier of a device of the person.
public struct RingDeviceID: Hashable, Sendable {
    /// The text that the exchange uses.
    public let rawValue: String

    /// Wraps the exchange's text.
    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }
}
