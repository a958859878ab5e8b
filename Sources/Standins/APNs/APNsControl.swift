internal import WireJSON

/// The control of a running stand-in over plain HTTP, for tests in other languages and manual use.
struct APNsControl: Sendable {
    let apnsHost: APNsHost

    func answer(_ request: StandinRequest) -> StandinResponse {
        let segments = request.segments
        guard segments.first == "standin" else {
            return .json(["error": "the control is under /standin/…"], status: 404)
        }
        guard let body = request.object else {
            return .json(["error": "the body must be a JSON object or nothing"], status: 400)
        }
        switch (request.method, segments.dropFirst().first ?? "", segments.dropFirst(2).first) {
        case ("GET", "received", _): return received()
        case ("DELETE", "received", _): return done { machine, _ in machine.forgetPushes() }
        case ("GET", "phones", _): return phoneEvents()
        case ("POST", "devices", nil): return register(body)
        case ("POST", "devices", let token?): return change(String(token), body)
        case ("POST", "faults", _): return plan(body)
        case ("DELETE", "faults", _): return done { machine, _ in machine.forgetFaults() }
        case ("GET", "counts", _): return counts()
        case ("POST", "clock", _): return advance(body)
        default: return .json(["error": "no such thing"], status: 404)
        }
    }

    private func done(_ change: (inout APNsMachine, Duration) -> Void) -> StandinResponse {
        apnsHost.with { machine, now in change(&machine, now) }
        return .json([:])
    }

    private func refused(_ why: JSONValue) -> StandinResponse { .json(["error": why], status: 400) }

    private func received() -> StandinResponse {
        let pushes = apnsHost.with { machine, _ in (machine.pushes.total, machine.pushes.all) }
        return .json(["total": .integer(Int64(pushes.0)), "pushes": .array(pushes.1.map { .object($0.object) })])
    }

    private func phoneEvents() -> StandinResponse {
        let all = apnsHost.with { machine, _ in machine.phoneEvents.all }
        return .json(["happenings": .array(all.map { .object($0.object) })])
    }

    private func counts() -> StandinResponse {
        let counts = apnsHost.with { machine, _ in machine.counts }
        return .json(JSONObject(counts.sorted { $0.key < $1.key }.map { ($0.key, .integer(Int64($0.value))) }))
    }

    /// Registers a device: `{"token", "topics"?: […], "environment"?, "phone"?: {…}}`.
    private func register(_ body: JSONObject) -> StandinResponse {
        guard let token = body["token"]?.string else { return refused("token: hexadecimal") }
        guard let environment = APNsStandinEnvironment(rawValue: body["environment"]?.string ?? "production") else {
            return refused("environment: production or sandbox")
        }
        let topics = body["topics"]?.array?.compactMap(\.string) ?? []
        let device = APNsDevice(token: token, topics: topics, environment: environment)
        guard body["phone"] == nil || SimulatedPhone(body["phone"]) != nil else {
            return refused("phone: {arrival, ms, online, honours_expiration_zero, report_limit_ms}")
        }
        let phone = SimulatedPhone(body["phone"])
        return apnsHost.with { machine, _ in machine.register(device, phone: phone) }
            ? .json([:], status: 201) : refused("too many devices")
    }

    /// Changes a device or its phone: `{"unregistered_at_ms"?}` or `{"deed": "online" | "offline" | "reports_call"}`.
    private func change(_ token: String, _ body: JSONObject) -> StandinResponse {
        let isKnown = apnsHost.with { machine, now in
            guard let action = body["deed"]?.string else {
                let moment = body["unregistered_at_ms"]?.integer.map { Duration.milliseconds($0) }
                return machine.unregister(token, at: moment ?? now)
            }
            return PhoneStep(action).map { machine.phone(token, $0, at: now) } ?? false
        }
        return isKnown ? .json([:]) : .json(["error": "no such device, phone or deed"], status: 404)
    }

    private func plan(_ body: JSONObject) -> StandinResponse {
        guard let fault = APNsFault(body) else {
            return refused("kind: delay, refuse, shutdown, goaway, reset, cut, lose, stop_reading, lower_streams")
        }
        return apnsHost.with { machine, _ in machine.plan(fault) }
            ? .json([:], status: 201) : refused("too many faults")
    }

    /// Advances the clock: `{"advance_ms"}`.
    private func advance(_ body: JSONObject) -> StandinResponse {
        guard let step = body["advance_ms"]?.integer, step >= 0 else { return refused("advance_ms: not negative") }
        apnsHost.clock.advance(by: .milliseconds(step))
        return .json(["now_ms": .integer(apnsHost.clock.now.wholeMilliseconds)])
    }
}
