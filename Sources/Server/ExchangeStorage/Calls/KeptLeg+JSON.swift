internal import CallModel
internal import ExchangeCore
internal import Redaction
internal import WireJSON

/// One device's part in a kept call, as JSON.
extension KeptLeg {
    var object: JSONObject {
        var object = JSONObject()
        object["leg"] = .string(id.description)
        object["call_id"] = .string(callID.rawValue)
        object["sessid"] = .string(device.id.rawValue)
        object["user"] = .string(device.user.rawValue)
        object["device"] = .string(device.device.rawValue)
        object["capabilities"] = .integer(Int64(device.capabilities.rawValue))
        object["takes_candidates"] = .bool(takesCandidates)
        object["description"] = description.map { .string($0.revealed) }
        object["is_held"] = .bool(isHeld)
        object["reason"] = ending.map { .string($0.reason.rawValue) }
        object["cause"] = ending.map { .integer(Int64($0.cause.code)) }
        object["sip_code"] = ending?.sipCode.map { .integer(Int64($0)) }
        object["sip_reason"] = ending?.sipReason.map { .string($0) }
        return object
    }

    init?(_ object: JSONObject) {
        guard let id = object["leg"]?.string.flatMap({ LegID($0) }), let callID = object["call_id"]?.string,
            let session = object["sessid"]?.string, let user = object["user"]?.string,
            let device = object["device"]?.string,
            let capabilities = object["capabilities"]?.integer.flatMap({ UInt8(exactly: $0) }),
            let takesCandidates = object["takes_candidates"]?.bool, let isHeld = object["is_held"]?.bool
        else { return nil }
        self.init(
            id: id, callID: CallID(callID),
            device: DeviceSession(
                id: SignallingSessionID(session), user: UserID(user), device: DeviceID(device),
                capabilities: DeviceCapabilities(rawValue: capabilities)),
            takesCandidates: takesCandidates, description: object["description"]?.string.map { Redacted($0) },
            isHeld: isHeld,
            ending: Ending(
                storedReason: object["reason"]?.string, cause: object["cause"]?.integer,
                sipCode: object["sip_code"]?.integer, sipReason: object["sip_reason"]?.string))
    }
}
