internal import WireJSON

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
