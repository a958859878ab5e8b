internal import Verto
internal import WireJSON

// The life of legs: dialing, answer, bridge, end, and timers.

extension TelnyxParty {
    mutating func makeLeg(
        isIncoming: Bool, from: String, to: String, session: String?, at now: Duration
    ) -> TelnyxLeg {
        TelnyxLeg(
            id: "v3:" + identifiers.text(52), legID: identifiers.uuid(), sessionID: session ?? identifiers.uuid(),
            isIncoming: isIncoming, from: from, to: to, startedAt: now)
    }

    mutating func add(_ leg: TelnyxLeg) {
        legs[leg.id] = leg
        legOrder.append(leg.id)
        liveOrder.append(leg.id)
        guard legOrder.count > Self.legCountMax else { return }
        let old = legOrder.removeFirst()
        (legs[old], lines[old]) = (nil, nil)
        liveOrder.removeAll { $0 == old }
    }

    /// Begins an outgoing leg, which rings at all its addresses.
    mutating func begin(_ leg: TelnyxLeg, _ body: JSONObject, _ addresses: [String], at now: Duration) {
        var leg = leg
        let reached = addresses.filter { !isDead($0, at: now) }
        let ends = reached.compactMap { farEnds[$0] }
        let answering = ends.filter { $0.answersAfter != nil }
            .min { ($0.answersAfter ?? .zero) < ($1.answersAfter ?? .zero) }
        leg.hangsUpAfter = answering?.hangsUpAfter
        leg.hasFarEnd = !ends.isEmpty
        add(leg)
        if let voice = answering?.voice ?? ends.first?.voice { speak(voice, on: leg.id) }
        sendWebhook(
            "call.initiated", leg.id, ["direction": "outgoing", "state": "bridging"], at: now)
        if let time = answering?.answersAfter {
            schedule(.farEndAnswers, for: leg.id, at: now + time)
        }
        let refusals = ends.compactMap { end in end.declinesAfter.map { ($0, end.cause) } }
        if answering == nil, refusals.count == addresses.count,
            let last = refusals.max(by: { $0.0 < $1.0 })
        {
            schedule(.farEndDeclines(last.1), for: leg.id, at: now + last.0)
        }
        for user in Set(reached.compactMap { phoneUser($0, at: now) }).sorted() { ring(user, for: leg, at: now) }
        if ends.contains(where: \.soundsEarly), let parent = leg.parent { soundEarly(on: parent, at: now) }
        if reached.isEmpty { schedule(.farEndDeclines("not_found"), for: leg.id, at: now) }
        schedule(.ringingEnds, for: leg.id, at: now + .seconds(body["timeout_secs"]?.integer ?? 30))
        schedule(.timeEnds, for: leg.id, at: now + .seconds(body["time_limit_secs"]?.integer ?? 14_400))
    }

    /// Begins an incoming call from the public network.
    mutating func callIn(
        from: String, to: String, headers: [JSONValue], attestation: String? = nil, at now: Duration
    ) -> TelnyxLeg {
        var leg = makeLeg(isIncoming: true, from: from, to: to, session: nil, at: now)
        leg.headers = headers
        add(leg)
        var facts: JSONObject = ["direction": "incoming", "state": "parked"]
        if let attestation {
            facts["shaken_stir_attestation"] = .string(attestation)
            facts["shaken_stir_validated"] = true
        }
        sendWebhook("call.initiated", leg.id, facts, at: now)
        schedule(.firstCommandMissing, for: leg.id, at: now + configuration.firstCommandLimit)
        schedule(.timeEnds, for: leg.id, at: now + .seconds(14_400))
        return leg
    }

    mutating func answer(_ id: String, at now: Duration) {
        guard let leg = legs[id], leg.state == .waiting else { return }
        legs[id]?.state = .answered
        legs[id]?.answeredAt = now
        if leg.hasEarlySound { lines[id]?.playing = nil }
        if leg.isIncoming, let call = leg.call { callEvent(call, .accepted, at: now) }
        listen(to: id, at: now)
        if var recording = leg.recordsFromAnswer {
            recording.since = now
            record(id, recording, at: now)
        }
        let isLate = configuration.switches.reportsAnswerAfterBridge && leg.bridgesOnAnswer
        if !isLate { sendWebhook("call.answered", id, ["state": "answered"], at: now) }
        if let supervised = leg.supervised { supervise(supervised, by: id, at: now) }
        if let time = leg.hangsUpAfter { schedule(.farEndHangsUp, for: id, at: now + time) }
        if leg.bridgesOnAnswer, let parent = leg.parent { bridgeAnswered(id, to: parent, at: now) }
        if isLate { sendWebhook("call.answered", id, ["state": "answered"], at: now) }
    }

    /// Adds a supervisor to the conversation of a leg until that leg ends (assumed: the description does not state it).
    private mutating func supervise(_ supervised: String, by id: String, at now: Duration) {
        guard legs[supervised]?.isAlive == true else { return end(id, "normal_clearing", by: "unknown", at: now) }
        legs[supervised]?.supervisors.append(id)
    }

    private mutating func bridgeAnswered(_ id: String, to parent: String, at now: Duration) {
        guard let other = legs[parent], other.isAlive else {
            return end(id, "normal_clearing", by: "unknown", at: now)
        }
        if other.state == .bridged, legs[id]?.preventsDoubleBridge == true {
            return end(id, "normal_clearing", by: "unknown", at: now)
        }
        if other.state == .waiting {
            guard configuration.switches.bridgeOnAnswerAnswersParent else { return }
            answer(parent, at: now)
        }
        join(parent, id, at: now)
    }

    /// Plays ringback to the caller as early media.
    private mutating func soundEarly(on id: String, at now: Duration) {
        guard let leg = legs[id], leg.state == .waiting, let call = leg.call else { return }
        legs[id]?.hasEarlySound = true
        lines[id]?.playing = LegAudio.Playing(sound: .ringback)
        listen(to: id, at: now)
        callEvent(call, .soundsEarly, at: now)
    }

    mutating func join(_ first: String, _ second: String, at now: Duration) {
        for (id, other) in [(first, second), (second, first)] {
            if let old = legs[id]?.partner, old != other { unbridge(old, at: now) }
            legs[id]?.state = .bridged
            legs[id]?.partner = other
        }
        let order = configuration.switches.bridgeOrder == .commandedFirst ? [first, second] : [second, first]
        for id in order { sendWebhook("call.bridged", id, [:], at: now) }
    }

    /// Handles the loss of a leg's bridge partner: the leg is parked if it was commanded so, else it ends.
    private mutating func unbridge(_ id: String, at now: Duration) {
        guard let leg = legs[id], leg.state == .bridged else { return }
        legs[id]?.partner = nil
        legs[id]?.state = .answered
        if !leg.parksAfterUnbridge { end(id, "normal_clearing", by: "unknown", at: now) }
    }

    mutating func end(_ id: String, _ cause: String, by source: String, at now: Duration) {
        guard let leg = legs[id], leg.isAlive else { return }
        stopPlayback(id, "call_hangup", at: now)
        if leg.isSpeaking { sendWebhook("call.speak.ended", id, ["status": "call_hangup"], at: now) }
        endGather(id, "call_hangup", at: now)
        stopRecording(id, at: now)
        legs[id]?.isSpeaking = false
        legs[id]?.state = .over
        liveOrder.removeAll { $0 == id }
        legs[id]?.endedAt = now
        legs[id]?.partner = nil
        sendWebhook(
            "call.hangup", id,
            [
                "state": "hangup", "hangup_cause": .string(cause), "hangup_source": .string(source),
                "sip_hangup_cause": .string(Self.sipCause(cause)),
            ], at: now)
        endPhones(of: leg, cause, at: now)
        if let partner = leg.partner { unbridge(partner, at: now) }
        // A leg without commands ends with the leg it is connected to.
        if leg.isSilent, !leg.isIncoming, leg.state == .waiting, let parent = leg.parent {
            end(parent, cause, by: "callee", at: now)
        }
        if leg.isSilent, leg.isIncoming, leg.call != nil {
            for other in liveOrder where legs[other]?.parent == id { end(other, cause, by: source, at: now) }
        }
        for supervisor in leg.supervisors { end(supervisor, "normal_clearing", by: "unknown", at: now) }
    }

    private static func sipCause(_ cause: String) -> String {
        switch cause {
        case "normal_clearing": "200"
        case "user_busy": "486"
        case "call_rejected": "603"
        case "not_found": "404"
        case "originator_cancel": "487"
        case "timeout", "no_answer": "408"
        default: "unspecified"
        }
    }

    func playbackFacts(_ id: String) -> JSONObject {
        guard let media = legs[id]?.media else { return [:] }
        return [media.contains("://") ? "media_url" : "media_name": .string(media)]
    }

    mutating func stopPlayback(_ id: String, _ status: String, at now: Duration) {
        guard legs[id]?.isPlaying == true else { return }
        legs[id]?.isPlaying = false
        lines[id]?.playing = nil
        var facts = playbackFacts(id)
        facts["status"] = .string(status)
        sendWebhook("call.playback.ended", id, facts, at: now)
    }

    mutating func stopRecording(_ id: String, at now: Duration) {
        guard var recording = legs[id]?.recording else { return }
        if let since = recording.pausedAt { recording.pausedTime += now - since }
        legs[id]?.recording = nil
        recording.samples = removeRecorded(id, lasting: now - recording.since - recording.pausedTime)
        schedule(.recordingSaved(recording), for: id, at: now + configuration.recordingTime)
    }

    /// Plays audio to the far side of a leg.
    mutating func play(_ sound: NarrowbandAudio, on id: String, at now: Duration) {
        lines[id] = lines[id] ?? LegAudio()
        lines[id]?.playing = LegAudio.Playing(sound: sound)
        listen(to: id, at: now)
    }

    /// Carries out an event that is due.
    mutating func happen(_ kind: Due.Kind, to id: String, at now: Duration) {
        switch kind {
        case .farEndAnswers: answer(id, at: now)
        case .farEndDeclines(let cause) where legs[id]?.state == .waiting: end(id, cause, by: "callee", at: now)
        case .farEndHangsUp: end(id, "normal_clearing", by: legs[id]?.isIncoming == true ? "caller" : "callee", at: now)
        case .ringingEnds where legs[id]?.state == .waiting:
            end(id, legs[id]?.retriesOnTimeout == false ? "no_answer" : "timeout", by: "unknown", at: now)
        case .timeEnds: end(id, "time_limit", by: "unknown", at: now)
        case .firstCommandMissing where legs[id]?.hadCommand == false: end(id, "timeout", by: "unknown", at: now)
        case .gatherEnds(let wait): gatherIsOver(id, wait: wait, at: now)
        case .playbackEnds: stopPlayback(id, "completed", at: now)
        case .speakEnds where legs[id]?.isSpeaking == true:
            legs[id]?.isSpeaking = false
            lines[id]?.playing = nil
            sendWebhook("call.speak.ended", id, ["status": "completed"], at: now)
        case .recordingSaved(let recording): saveRecording(id, recording, at: now)
        case .sendAgain(let number): sendAgain(number, at: now)
        case .edgeTimer(let socket, let timer, let start): edgeTimer(socket, timer, start: start, at: now)
        case .edgeNotices(let socket): forget(socket, at: now)
        case .tokenEnds(let socket): tokenEnds(socket, at: now)
        case .edgeSends(let socket, let bytes): edgeSends(socket, bytes)
        case .edgeReceives(let socket, let bytes): edgeReceives(socket, bytes, at: now)
        case .phoneIsGone(let call): phoneIsGone(call, at: now)
        case .farEndDeclines, .ringingEnds, .firstCommandMissing, .speakEnds: break
        }
    }
}
