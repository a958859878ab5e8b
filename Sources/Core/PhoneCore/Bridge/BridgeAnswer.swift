public import Redaction
public import WireJSON

/// What a request of the page is answered with.
public enum BridgeAnswer: Hashable, Sendable {
    /// It is done, or under way.
    case done
    /// It is under way; the call it is about.
    case call(CallUUID)
    /// What a toggle led to.
    case toggled(Bool)
    case deviceID(Redacted<String>)
    case pushToken(PushToken?)
    case network(BridgeNetwork)
    case connection(ConnectionPhase)
    case pendingIncomingCall(BridgeCall?)
    case permissions(BridgePermissions)
    case audioRoutes(AudioRoutes)
    case callerIDs([CallerIDs])
    case snapshot(BridgeSnapshot)
    case events(BridgeLog.Delivery)

    /// As the page gets it.
    public var json: JSONObject {
        switch self {
        case .done: [:]
        case .call(let call): ["callId": .string(call.description)]
        case .toggled(let isOn): ["enabled": .bool(isOn)]
        case .deviceID(let device): ["deviceId": .string(device.revealed)]
        case .pushToken(let token): ["token": token.map { .string($0.digits.revealed) } ?? .null]
        case .network(let network): network.json
        case .connection(let phase): ["state": .string(phase.word), "connected": .bool(phase == .ready)]
        case .pendingIncomingCall(let call): ["call": call.map { .object($0.json) } ?? .null]
        case .permissions(let allowed):
            [
                "microphone": .bool(allowed.microphone), "notifications": .bool(allowed.notifications),
                "contacts": .bool(allowed.contacts),
            ]
        case .audioRoutes(let routes): ["routes": routes.json]
        case .callerIDs(let listed): ["callerIds": .array(listed.map(\.json))]
        case .snapshot(let snapshot): snapshot.json
        case .events(let delivery): delivery.json
        }
    }
}

extension CallerIDs {
    fileprivate var json: JSONValue {
        [
            "organizationId": .string(organization.rawValue),
            "numbers": .array(numbers.map { .string($0.revealed) }),
        ]
    }
}

/// What the person lets the app do.
public struct BridgePermissions: Hashable, Sendable {
    /// Use the microphone.
    public var microphone: Bool
    /// Show notifications.
    public var notifications: Bool
    /// Read which numbers are in Contacts; never where the app does not want to know.
    public var contacts: Bool

    public init(microphone: Bool, notifications: Bool, contacts: Bool) {
        self.microphone = microphone
        self.notifications = notifications
        self.contacts = contacts
    }
}

/// Why a request of the page cannot be taken, or what came of it. Safe to log and to show to the page.
public struct BridgeError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of thing was wrong. The page gets the raw value as the promise's error code.
    public enum Code: String, CaseIterable, Hashable, Sendable {
        /// There is no such method or event.
        case unknownName
        /// A value that is needed is not there.
        case missing
        /// A value of a type that cannot mean this.
        case wrongType
        /// A value out of its bounds.
        case outOfBounds
        /// The phone or the exchange refused; the context names why: ``PhoneRefusal``, ``SignInFailure``, and the like.
        case refused
    }

    public let code: Code
    /// Which value, by its name on the wire; never its content.
    public let context: String

    public init(_ code: Code, _ context: String) {
        self.code = code
        self.context = context
    }

    public var description: String { "\(code.rawValue): \(context)" }
}
