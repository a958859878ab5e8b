internal import WireJSON

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
