internal import WireJSON

extension ReceivedPush {
    var object: JSONObject {
        var object: JSONObject = [
            "number": .integer(Int64(number)), "device": .string(device), "topic": .string(topic),
            "push_type": .string(pushType.rawValue), "priority": .integer(Int64(priority)), "id": .string(id),
            "payload": .string(payloadText), "at_ms": .integer(at.wholeMilliseconds),
            "connection": .integer(Int64(connection)), "key_id": .string(keyID),
        ]
        if let expiration { object["expiration"] = .integer(expiration.wholeSeconds) }
        if let collapseID { object["collapse_id"] = .string(collapseID) }
        return object
    }
}
