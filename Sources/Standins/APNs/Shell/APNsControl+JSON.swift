internal import WireJSON

// What `APNsControl` reads and writes.

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

extension PhoneHappening {
    var object: JSONObject {
        [
            "kind": .string(kind.rawValue), "device": .string(device), "push": .integer(Int64(push)),
            "at_ms": .integer(at.wholeMilliseconds),
        ]
    }
}

extension PhoneDeed {
    init?(_ text: String) {
        switch text {
        case "online": self = .goesOnline
        case "offline": self = .goesOffline
        case "reports_call": self = .reportsCall
        default: return nil
        }
    }
}

extension SimulatedPhone {
    init?(_ value: JSONValue?) {
        guard let object = value?.object else { return nil }
        let time = Duration.milliseconds(object["ms"]?.integer ?? 0)
        let arrival: Arrival
        switch object["arrival"]?.string ?? "prompt" {
        case "prompt": arrival = .prompt
        case "late": arrival = .late(time)
        case "twice": arrival = .twice(gap: time)
        case "swapped": arrival = .swapped
        case "never": arrival = .never
        default: return nil
        }
        self.init(
            arrival: arrival, isOnline: object["online"]?.bool ?? true,
            honoursExpirationZero: object["honours_expiration_zero"]?.bool ?? true,
            reportLimit: object["report_limit_ms"]?.integer.map { .milliseconds($0) })
    }
}

extension APNsFault {
    /// `{"kind", "ms"?, "reason"?, "processed"?, "streams"?, "after"?, "count"?, "device"?}`; count 0: for good.
    init?(_ object: JSONObject) {
        let time = Duration.milliseconds(object["ms"]?.integer ?? 0)
        let isProcessed = object["processed"]?.bool ?? true
        let kind: Kind
        switch object["kind"]?.string {
        case "delay": kind = .delay(time)
        case "refuse":
            guard let reason = object["reason"]?.string.flatMap(APNsReason.init) else { return nil }
            kind = .refuse(reason)
        case "shutdown": kind = .shutdown
        case "goaway": kind = .goAway
        case "reset": kind = .resetStream(isProcessed: isProcessed)
        case "cut": kind = .cutConnection(isProcessed: isProcessed)
        case "lose": kind = .loseResponse
        case "stop_reading": kind = .stopReading(time)
        case "lower_streams": kind = .lowerStreams(Int(object["streams"]?.integer ?? 1))
        default: return nil
        }
        let count = Int(object["count"]?.integer ?? 1)
        self.init(
            kind, after: Int(object["after"]?.integer ?? 0), count: count == 0 ? nil : count,
            device: object["device"]?.string)
    }
}
