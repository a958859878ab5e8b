public import Redaction
public import WireJSON

/// The answer to a request of the page.
public enum BridgeAnswer: Hashable, Sendable {
    /// The request is done or under way.
    case done
    /// The request is under way; with the call that it concerns.
    case call(CallUUID)
    /// The new state of a toggle.
    case toggled(Bool)
    case deviceID(Redacted<String>)
    case pushToken(DevicePushToken?)
    case network(BridgeNetwork)
    case connection(ConnectionPhase)
    case pendingIncomingCall(BridgeCall?)
    case permissions(BridgePermissions)
    case audioRoutes(AudioRoutes)
    case callerIDs([CallerIDs])
    case snapshot(BridgeSnapshot)
    case events(BridgeLog.Delivery)

    /// The answer in the form that the page receives.
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

/// The permissions that the person gave the app.
public struct BridgePermissions: Hashable, Sendable {
    /// The app may use the microphone.
    public var microphone: Bool
    /// The app may show notifications.
    public var notifications: Bool
    /// The app may read the phone numbers in Contacts; `false` if the app does not ask for it.
    public var contacts: Bool

    public init(microphone: Bool, notifications: Bool, contacts: Bool) {
        self.microphone = microphone
        self.notifications = notifications
        self.contacts = contacts
    }
}

/// Why a request of the page was refused or failed. It is safe to log and to show to the page.
public struct BridgeError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of error. The page gets the raw value as the error code of the promise.
    public enum Code: String, CaseIterable, Hashable, Sendable {
        /// No method or event has this name.
        case unknownName
        /// A required value is missing.
        case missing
        /// A value has the wrong type.
        case wrongType
        /// A value is out of bounds.
        case outOfBounds
        /// The phone or the exchange refused. The context is the reason: a ``PhoneRefusal``, ``SignInFailure`` or the
        /// like.
        case refused
    }

    /// The kind of error, which the page gets as the code of its promise.
    public let code: Code
    /// The name of the value on the wire; never its content.
    public let context: String

    public init(_ code: Code, _ context: String) {
        self.code = code
        self.context = context
    }

    public var description: String { "\(code.rawValue): \(context)" }
}
