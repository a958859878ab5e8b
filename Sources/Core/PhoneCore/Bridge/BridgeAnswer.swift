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
    /// Whether the microphone may be used and notifications may be shown.
    case permissions(microphone: Bool, notifications: Bool)
    case audioRoutes(AudioRoutes)
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
        case .permissions(let microphone, let notifications):
            ["microphone": .bool(microphone), "notifications": .bool(notifications)]
        case .audioRoutes(let routes): ["routes": routes.json]
        case .snapshot(let snapshot): snapshot.json
        case .events(let delivery): delivery.json
        }
    }
}
