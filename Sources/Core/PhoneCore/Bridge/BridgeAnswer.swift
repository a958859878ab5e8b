import CallModel
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
    /// The identifier of this installation.
    case deviceID(Redacted<String>)
    /// The VoIP token; `nil` if the system has given none.
    case pushToken(DevicePushToken?)
    /// The network and the connection, in Z360's words.
    case network(BridgeNetwork)
    /// The phase of the connection to the exchange.
    case connection(ConnectionPhase)
    /// The call that rings; `nil` if none does.
    case pendingIncomingCall(BridgeCall?)
    /// The permissions after the person was asked.
    case permissions(BridgePermissions)
    /// The available audio outputs and the current one.
    case audioRoutes(AudioRoutes)
    /// The caller ids that the person may show, by organization.
    case callerIDs([CallerIDs])
    /// The whole state.
    case snapshot(BridgeSnapshot)
    /// The events after the page's cursor.
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

/// Why a request of the page was refused or failed, or a fault of the phone. It is safe to log and to show to the page.
public struct BridgeError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of error. The page gets the raw value as the error code of the promise, or of the event.
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
        /// A framework or a file failed, and the phone goes on. The context is the kind of fault.
        case fault
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
