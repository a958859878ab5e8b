import CallModel
import PushPayload
import Redaction
public import WireJSON

extension BridgeSnapshot {
    /// As the page gets it.
    public var json: JSONObject {
        var object: JSONObject = [
            "cursor": .string(cursor.description), "calls": .array(calls.map { .object($0.json) }),
            "connection": .string(connection.word), "network": .object(network.json), "speaker": .bool(isSpeakerOn),
            "route": .string(routes.current.route.word), "routes": routes.json, "signedIn": .bool(isSignedIn),
            "notices": .array(notices.map { .object($0.json) }),
        ]
        object["organizationId"] = organization.map { .string($0.rawValue) }
        return object
    }
}

extension ConnectionPhase {
    /// The words of Z360's `getConnectionState`.
    public var word: String {
        switch self {
        case .offline, .resting, .refused: "disconnected"
        case .connecting, .waiting: "connecting"
        case .ready: "connected"
        case .reconnecting: "reconnecting"
        }
    }
}

extension Notice {
    var json: JSONObject {
        var object = JSONObject(
            [
                ("callId", .string(id.description)), ("kind", .string(kind.rawValue)),
                ("reason", .string(reason.rawValue)), ("disposition", .string(disposition.rawValue)),
            ] + Ending.fields(told))
        object["organizationId"] = organization.map { .string($0.rawValue) }
        object["organizationName"] = display.organizationName.map { .string($0.revealed) }
        object["callerName"] = display.name.map { .string($0.revealed) }
        object["callerPicture"] = display.picture.map { .string($0.revealed) }
        object["calledNumber"] = display.calledNumber.map { .string($0.revealed) }
        switch display.handle {
        case .phoneNumber(let number): object["callerNumber"] = .string(number.revealed)
        case .generic: break
        }
        object["time"] = time.map { .integer($0.milliseconds) }
        return object
    }
}
