internal import WireJSON

extension PhoneHappening {
    var object: JSONObject {
        [
            "kind": .string(kind.rawValue), "device": .string(device), "push": .integer(Int64(push)),
            "at_ms": .integer(at.wholeMilliseconds),
        ]
    }
}
