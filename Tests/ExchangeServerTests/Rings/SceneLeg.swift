import WireJSON

/// A leg as the stand-in for Telnyx shows it.
struct SceneLeg: Hashable, Sendable {
    let id: String
    let state: String
    let isIncoming: Bool
    let to: String
    let from: String
    let isRecorded: Bool
    let partner: String?
    let supervised: String?

    init(_ object: JSONObject) {
        id = object["call_control_id"]?.string ?? ""
        state = object["state"]?.string ?? ""
        isIncoming = object["direction"]?.string == "incoming"
        to = object["to"]?.string ?? ""
        from = object["from"]?.string ?? ""
        isRecorded = object["is_recorded"]?.bool ?? false
        partner = object["bridged_with"]?.string
        supervised = object["supervises"]?.string
    }
}
