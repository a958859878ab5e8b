import CallModel
import Redaction
import WireJSON

extension [CallElsewhere] {
    /// The calls in the form that the page receives.
    var json: JSONValue { .array(map { .object($0.json) }) }

    init(_ reader: BridgeReader, _ key: String) throws(BridgeError) {
        guard let list = reader.value(key) else { throw BridgeError(.missing, key) }
        guard let items = list.array else { throw BridgeError(.wrongType, key) }
        self = []
        for item in items.prefix(CallsElsewhere.callsMax) {
            guard let object = item.object else { throw BridgeError(.wrongType, key) }
            append(try CallElsewhere(BridgeReader(object: object)))
        }
    }
}

extension CallElsewhere {
    fileprivate var json: JSONObject {
        var object: JSONObject = [
            "callSessionId": .string(session.description), "deviceId": .string(deviceID.rawValue),
            "deviceName": .string(device.name.revealed), "isHeld": .bool(isHeld), "canTake": .bool(canTake),
        ]
        object["organizationId"] = organization.map { .string($0.rawValue) }
        object["direction"] = direction.map { .string($0.rawValue) }
        object["callerName"] = name.map { .string($0.revealed) }
        object["callerNumber"] = party.map { .string($0.revealed) }
        return object
    }

    fileprivate init(_ reader: BridgeReader) throws(BridgeError) {
        guard let session = try reader.session("callSessionId") else { throw BridgeError(.missing, "callSessionId") }
        guard let device = RingDevice(name: try reader.needed("deviceName")) else {
            throw BridgeError(.missing, "deviceName")
        }
        self.init(session, on: device, id: RingDeviceID(try reader.needed("deviceId")))
        isHeld = try reader.truth("isHeld")
        canTake = try reader.truth("canTake")
        organization = try reader.organization("organizationId")
        direction = try reader.word("direction", CallDirection.self)
        name = try reader.secret("callerName")
        party = try reader.secret("callerNumber")
    }
}
