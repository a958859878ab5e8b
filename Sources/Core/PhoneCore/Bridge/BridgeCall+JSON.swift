import CallModel
import PushPayload
import Redaction
import WireJSON

extension BridgeCall {
    var json: JSONObject {
        var object: JSONObject = [
            "callId": .string(id.description), "direction": .string(direction.rawValue),
            "state": .string(phase.rawValue), "isMuted": .bool(isMuted), "isHeld": .bool(isHeld),
            "isCrossOrg": .bool(isOtherOrganization),
        ]
        object["callSessionId"] = session.map { .string($0.description) }
        object["organizationId"] = organization.map { .string($0.rawValue) }
        object["organizationName"] = organizationName.map { .string($0.revealed) }
        object["callerName"] = callerName.map { .string($0.revealed) }
        object["callerNumber"] = callerNumber.map { .string($0.revealed) }
        object["callerPicture"] = callerPicture.map { .string($0.revealed) }
        object["calledNumber"] = calledNumber.map { .string($0.revealed) }
        object["connectedAt"] = connectedAt.map { .integer($0.milliseconds) }
        return object
    }

    init(_ reader: BridgeReader) throws(BridgeError) {
        id = try reader.neededCall("callId")
        session = try reader.call("callSessionId").map { CallSessionID($0.value) }
        organization = try reader.organization("organizationId")
        organizationName = try reader.secret("organizationName")
        isOtherOrganization = try reader.truth("isCrossOrg")
        direction = try reader.neededWord("direction", CallDirection.self)
        phase = try reader.neededWord("state", CallPhase.self)
        isMuted = try reader.truth("isMuted")
        isHeld = try reader.truth("isHeld")
        callerName = try reader.secret("callerName")
        callerNumber = try reader.secret("callerNumber")
        callerPicture = try reader.text("callerPicture", lengthMax: PushLimits.addressLengthMax).map { Redacted($0) }
        calledNumber = try reader.secret("calledNumber")
        connectedAt = try reader.integer("connectedAt").map { WallTime(milliseconds: $0) }
    }
}
