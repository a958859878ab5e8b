internal import WireJSON

extension TelnyxParty {
    /// Answers the control. `calls` makes an incoming call, `far-ends` configures addresses, `legs` lists legs and acts
    /// as their far side, `credentials` and `recordings` list and delete as in the portal, `webhook` lists, releases and
    /// repeats webhooks, and `switches` selects between unknown behaviors.
    package mutating func control(
        _ request: StandinRequest, _ segments: [Substring], at now: Duration
    ) -> StandinResponse? {
        let body = request.object ?? [:]
        switch (request.method, segments.first, segments.count) {
        case ("POST", "calls", 1):
            guard let voice = NarrowbandAudio(body) else { return .json(["error": "no such sound"], status: 400) }
            let leg = callIn(
                from: body["from"]?.string ?? "+15550100001", to: body["to"]?.string ?? "+15550100002",
                headers: body["custom_headers"]?.array ?? [], attestation: body["attestation"]?.string, at: now)
            speak(voice, on: leg.id)
            return .json(leg.object(at: now, isAlive: true), status: 201)
        case ("POST", "far-ends", 1):
            guard let to = body["to"]?.string else { return .json(["error": "to"], status: 400) }
            farEnds[to] = TelnyxFarEnd(body)
            return .json([:], status: 201)
        case ("GET", "legs", 1):
            return .json(["legs": .array(legOrder.compactMap { legs[$0] }.map { .object($0.shown(at: now)) })])
        case (let method, "legs", 3):
            let (id, action) = (String(segments[1]), String(segments[2]))
            return controlSound(method, id, action, body, at: now) ?? act(id, action, body, at: now)
        case (let method, "edge", 1...): return controlEdge(method, segments.dropFirst(), body, at: now)
        case ("GET", "credentials", 1):
            return .json(["credentials": .array(credentials.map { .object(shown($0, at: now)) })])
        case ("DELETE", "credentials", 2):
            credentials.removeAll { $0.id == segments[1] }
            return .json([:])
        case ("DELETE", "recordings", 1):
            recordings.removeAll()
            return .json([:])
        case ("GET", "news", 1):
            return .json(["news": .array(sent.all.map { .object($0.body) }), "total": .integer(Int64(sent.total))])
        case ("POST", "news", 2) where segments[1] == "release":
            releaseWebhooks(at: now)
            return .json([:])
        case ("POST", "news", 2) where segments[1] == "again":
            guard let event = body["event"]?.string else { return .json(["error": "event"], status: 400) }
            repeatWebhook(event, of: body["leg"]?.string, at: now)
            return .json([:])
        case ("POST", "webhook", 1):
            configuration.webhookURL = body["url"]?.string
            return .json([:])
        case ("POST", "switches", 1):
            guard configuration.switches.read(body) else { return .json(["error": "no such switch"], status: 400) }
            return .json([:])
        default: return nil
        }
    }

    /// Acts as the far side of a leg.
    private mutating func act(_ id: String, _ action: String, _ body: JSONObject, at now: Duration) -> StandinResponse {
        guard let leg = legs[id], leg.isAlive else { return .json(["error": "no such leg"], status: 404) }
        switch action {
        case "answer" where !leg.isIncoming: answer(id, at: now)
        case "decline" where !leg.isIncoming:
            end(id, body["cause"]?.string ?? "call_rejected", by: "callee", at: now)
        case "hangup":
            let cause = leg.isIncoming && leg.state == .waiting ? "originator_cancel" : "normal_clearing"
            end(id, cause, by: leg.isIncoming ? "caller" : "callee", at: now)
        case "hold": hold(id, true, at: now)
        case "unhold": hold(id, false, at: now)
        case "dtmf": press(body["digit"]?.string ?? "1", on: id, at: now)
        default: return .json(["error": "answer, decline, hangup, hold, unhold, dtmf"], status: 400)
        }
        return .json([:])
    }

    /// Holds or resumes as the far side of a leg.
    private mutating func hold(_ id: String, _ isHeld: Bool, at now: Duration) {
        lines[id] = lines[id] ?? LegAudio()
        lines[id]?.isHeld = isHeld
        sendWebhook(isHeld ? "call.hold" : "call.unhold", id, [:], at: now)
    }
}

extension TelnyxFarEnd {
    /// Reads `{"answer_ms"?, "decline_ms"?, "hangup_ms"?, "cause"?}` and an audio.
    init(_ object: JSONObject) {
        func time(_ name: String) -> Duration? { object[name]?.integer.map { .milliseconds($0) } }
        self.init(
            answersAfter: time("answer_ms"), declinesAfter: time("decline_ms"), hangsUpAfter: time("hangup_ms"),
            cause: object["cause"]?.string ?? "user_busy", voice: NarrowbandAudio(object),
            soundsEarly: object["early_sound"]?.bool ?? false)
    }
}

extension TelnyxLeg {
    func shown(at now: Duration) -> JSONObject {
        var object = object(at: now, isAlive: isAlive)
        object["state"] = .string(state.rawValue)
        object["direction"] = isIncoming ? "incoming" : "outgoing"
        object["to"] = .string(to)
        object["from"] = .string(from)
        object["is_recorded"] = .bool(recording != nil)
        object["bridged_with"] = partner.map { .string($0) }
        object["supervises"] = supervised.map { .string($0) }
        return object
    }
}

extension TelnyxAssumptions {
    /// Reads switches; returns false for an unknown key.
    mutating func read(_ object: JSONObject) -> Bool {
        for member in object.members {
            switch member.key {
            case "counts_list_as_one_dial": countsListAsOneDial = member.value.bool ?? countsListAsOneDial
            case "bridge_on_answer_answers_parent":
                bridgeOnAnswerAnswersParent = member.value.bool ?? bridgeOnAnswerAnswersParent
            case "signs_retries_anew": signsRetriesAnew = member.value.bool ?? signsRetriesAnew
            case "tells_answer_after_bridge": reportsAnswerAfterBridge = member.value.bool ?? reportsAnswerAfterBridge
            case "bridge_order":
                bridgeOrder = member.value.string.flatMap(BridgeOrder.init) ?? bridgeOrder
            case "passing_bridge_refusals": passingBridgeRefusals = Int(member.value.integer ?? 0)
            case "leaves_state_out": leavesStateOut = member.value.bool ?? leavesStateOut
            case "refuses_dead_credentials": refusesDeadCredentials = member.value.bool ?? refusesDeadCredentials
            case "offers_parked_at_login": offersParkedAtLogin = member.value.bool ?? offersParkedAtLogin
            case "parked_needs_edge": parkedNeedsEdge = member.value.bool ?? parkedNeedsEdge
            case "parks_without_device": parksWithoutDevice = member.value.bool ?? parksWithoutDevice
            case "reattaches_any_session": reattachesAnySession = member.value.bool ?? reattachesAnySession
            case "ends_registrations": endsRegistrations = member.value.bool ?? endsRegistrations
            case "lost_events": lostEvents = Self.counts(member.value)
            case "doubled_events": doubledEvents = Self.counts(member.value)
            case "kept_events": keptEvents = Self.counts(member.value)
            default: return false
            }
        }
        return true
    }

    private static func counts(_ value: JSONValue) -> [String: Int] {
        Dictionary(
            (value.object?.members ?? []).map { ($0.key, Int($0.value.integer ?? 1)) }, uniquingKeysWith: { $1 })
    }
}
