internal import MediaEngine
internal import WireJSON

extension TelnyxParty {
    mutating func dial(_ body: JSONObject, at now: Duration) throws(TelnyxError) -> StandinResponse {
        try TelnyxCommandSchema.dial.check(body)
        try Self.checkClientState(body["client_state"])
        let addresses = try Self.addresses(body["to"])
        guard body["connection_id"]?.string == configuration.connectionID else {
            throw TelnyxError.request("10015", "No such connection.", at: "connection_id")
        }
        let key = body["command_id"]?.string.map { "dial \($0)" }
        if let key, let said = remembered(key, at: now) { return said }
        let parent = body["link_to"]?.string
        if (body["bridge_on_answer"]?.bool ?? false) || (body["bridge_intent"]?.bool ?? false), parent == nil {
            throw TelnyxError.request("10004", "link_to is required with it.", at: "link_to")
        }
        let supervised = try body["supervise_call_control_id"]?.string.map { id throws(TelnyxError) in try living(id) }
        let linked = try parent.map { id throws(TelnyxError) in try living(id) }
        for _ in 0..<(configuration.switches.countsListAsOneDial ? 1 : addresses.count) {
            guard dials.admit(by: configuration.dialRate, at: now) else { throw TelnyxError.tooManyDials }
        }
        if configuration.switches.refusesDeadCredentials, addresses.allSatisfy({ isDead($0, at: now) }) {
            throw TelnyxError.request("10015", "to is a credential that does not exist or has expired.", at: "to")
        }
        var leg = makeLeg(
            isIncoming: false, from: body["from"]?.string ?? "", to: addresses[0], session: linked?.sessionID, at: now)
        leg.parent = parent
        leg.supervised = supervised?.id
        leg.read(body)
        begin(leg, body, addresses, at: now)
        let response = StandinResponse.json(["data": .object(leg.object(at: now, isAlive: false))])
        if let key { remember(key, response, at: now) }
        return response
    }

    mutating func command(
        _ name: String, on id: Substring, _ body: JSONObject, at now: Duration
    ) throws(TelnyxError) -> StandinResponse {
        guard let shape = TelnyxCommandSchema.commands[name] else {
            throw TelnyxError(404, "10005", "Resource not found", "The stand-in does not know the command \(name).")
        }
        try shape.check(body)
        try Self.checkClientState(body["client_state"])
        let leg = try living(id)
        let key = body["command_id"]?.string.map { "\(leg.id) \($0)" }
        if let key, remembered(key, at: now) != nil { return Self.ok }
        try carryOut(name, leg, body, at: now)
        legs[leg.id]?.hadCommand = true
        if let key { remember(key, Self.ok, at: now) }
        return Self.ok
    }

    private mutating func carryOut(
        _ name: String, _ leg: TelnyxLeg, _ body: JSONObject, at now: Duration
    ) throws(TelnyxError) {
        let needsAnswer = !["answer", "hangup", "reject", "transfer"].contains(name)
        guard leg.state != .waiting || !needsAnswer else { throw TelnyxError.notAnswered }
        if name == "bridge" { return try bridge(leg, body, at: now) }
        if let state = body["client_state"]?.string { legs[leg.id]?.clientState = state }
        switch name {
        case "answer":
            guard leg.isIncoming, leg.state == .waiting else {
                throw TelnyxError.request("10015", "Only an incoming call that waits can be answered.", at: "")
            }
            if body["record"] != nil {
                record(leg.id, Self.recording(body, "record_channels", "record_format", at: now), at: now)
            }
            answer(leg.id, at: now)
        case "hangup": end(leg.id, "normal_clearing", by: leg.isIncoming ? "callee" : "caller", at: now)
        case "reject":
            guard leg.isIncoming, leg.state == .waiting else {
                throw TelnyxError.request("10015", "Only an incoming call that waits can be rejected.", at: "")
            }
            let isBusy = body["cause"]?.string == "USER_BUSY"
            end(leg.id, isBusy ? "user_busy" : "call_rejected", by: "callee", at: now)
        case "transfer": try transfer(leg, body, at: now)
        case "record_start": record(leg.id, Self.recording(body, "channels", "format", at: now), at: now)
        case "record_stop": stopRecording(leg.id, at: now)
        case "record_pause": try turnRecording(leg, pauses: true, at: now)
        case "record_resume": try turnRecording(leg, pauses: false, at: now)
        case "playback_start": startPlayback(leg, body, at: now)
        case "playback_stop": stopPlayback(leg.id, "cancelled", at: now)
        case "gather", "gather_using_audio", "gather_using_speak":
            startGather(leg.id, body, tries: Self.gatherTries[name] ?? 1, at: now)
        case "gather_stop": endGather(leg.id, "cancelled", at: now)
        case "speak":
            legs[leg.id]?.isSpeaking = true
            play(.announcement, on: leg.id, at: now)
            sendWebhook("call.speak.started", leg.id, [:], at: now)
            schedule(.speakEnds, for: leg.id, at: now + configuration.playbackTime)
        case "send_dtmf":
            for digit in body["digits"]?.string ?? "" { deliverDigit(String(digit), on: leg.id, at: now) }
        default: break
        }
    }

    mutating func record(_ id: String, _ recording: TelnyxLeg.Recording, at now: Duration) {
        legs[id]?.recording = recording
        startRecorder(id, at: now)
    }

    /// Pauses or resumes a recording. Telnyx does not document the answer if none runs or it is paused already; here it
    /// is an error.
    private mutating func turnRecording(
        _ leg: TelnyxLeg, pauses: Bool, at now: Duration
    ) throws(TelnyxError) {
        guard let recording = leg.recording, (recording.pausedAt == nil) == pauses else {
            throw TelnyxError.request("10015", "No recording of it \(pauses ? "runs" : "is paused").", at: "")
        }
        if let since = recording.pausedAt {
            legs[leg.id]?.recording?.pausedAt = nil
            legs[leg.id]?.recording?.pausedTime += now - since
        } else {
            legs[leg.id]?.recording?.pausedAt = now
        }
        pauseRecorder(leg.id, pauses, at: now)
    }

    static func recording(
        _ body: JSONObject, _ channels: String, _ format: String, at now: Duration
    ) -> TelnyxLeg.Recording {
        TelnyxLeg.Recording(
            channels: body[channels]?.string ?? "dual", format: body[format]?.string ?? "mp3", since: now)
    }

    private mutating func bridge(_ leg: TelnyxLeg, _ body: JSONObject, at now: Duration) throws(TelnyxError) {
        let other = try living(body["call_control_id"]?.string ?? "")
        guard other.id != leg.id else {
            throw TelnyxError.request("10015", "A call cannot be bridged to itself.", at: "call_control_id")
        }
        guard other.state != .waiting else { throw TelnyxError.notAnswered }
        if configuration.switches.passingBridgeRefusals > 0 {
            configuration.switches.passingBridgeRefusals -= 1
            throw TelnyxError.passing
        }
        // The OpenAPI description says “prevents bridging if the target call is already bridged to another call”, so
        // repeating the same bridge is allowed.
        let isDouble =
            leg.partner.map { $0 != other.id } ?? false || other.partner.map { $0 != leg.id } ?? false
        guard !isDouble || body["prevent_double_bridge"]?.bool != true else {
            throw TelnyxError.request("10015", "The call is already bridged.", at: "call_control_id")
        }
        if let state = body["client_state"]?.string { legs[leg.id]?.clientState = state }
        if body["park_after_unbridge"] != nil { legs[leg.id]?.parksAfterUnbridge = true }
        if body["record"] != nil {
            record(leg.id, Self.recording(body, "record_channels", "record_format", at: now), at: now)
        }
        join(leg.id, other.id, at: now)
    }

    private mutating func transfer(_ leg: TelnyxLeg, _ body: JSONObject, at now: Duration) throws(TelnyxError) {
        let addresses = try Self.addresses(body["to"])
        guard dials.admit(by: configuration.dialRate, at: now) else { throw TelnyxError.tooManyDials }
        var new = makeLeg(
            isIncoming: false, from: body["from"]?.string ?? leg.from, to: addresses[0], session: leg.sessionID, at: now
        )
        new.read(body)
        new.clientState = body["target_leg_client_state"]?.string
        new.parent = leg.id
        new.bridgesOnAnswer = true
        begin(new, body, addresses, at: now)
    }

    private mutating func startPlayback(_ leg: TelnyxLeg, _ body: JSONObject, at now: Duration) {
        legs[leg.id]?.isPlaying = true
        legs[leg.id]?.media = body["media_name"]?.string ?? body["audio_url"]?.string
        let times = body["loop"]?.string == "infinity" ? nil : Int(clamping: max(body["loop"]?.integer ?? 1, 1))
        legs[leg.id]?.playTimes = times
        sendWebhook("call.playback.started", leg.id, playbackFacts(leg.id), at: now)
        if let address = body["audio_url"]?.string, Self.isLocal(address) {
            // The playback ends with the file.
            return effects.append(.fetch(leg: leg.id, address: address))
        }
        let content = body["playback_content"].flatMap { NarrowbandAudio(["wav": $0, "repeats": .bool(times != 1)]) }
        play(content ?? .announcement, lasting: content?.once ?? configuration.playbackTime, on: leg.id, at: now)
    }

    private mutating func play(_ sound: NarrowbandAudio, lasting time: Duration, on id: String, at now: Duration) {
        play(sound, on: id, at: now)
        guard let times = legs[id]?.playTimes else { return }
        schedule(.playbackEnds, for: id, at: now + time * times)
    }

    /// Plays a fetched file, or a tone if it could not be fetched (nil).
    mutating func fetched(_ address: String, _ file: WAVFile?, for id: String, at now: Duration) {
        guard let leg = legs[id], leg.isPlaying, leg.media == address else { return }
        let sound = file.flatMap { NarrowbandAudio.file($0, repeats: leg.playTimes != 1) }
        play(sound ?? .announcement, lasting: sound?.once ?? configuration.playbackTime, on: id, at: now)
    }

    /// Whether an address is on this machine; other files are not fetched.
    private static func isLocal(_ address: String) -> Bool {
        ["http://127.0.0.1:", "http://localhost:", "http://[::1]:"].contains { address.hasPrefix($0) }
    }

    /// Reads one or several addresses, each an E.164 number or a SIP address.
    private static func addresses(_ value: JSONValue?) throws(TelnyxError) -> [String] {
        let all = value?.string.map { [$0] } ?? value?.array?.compactMap(\.string) ?? []
        guard !all.isEmpty, all.count <= 50 else {
            throw TelnyxError.request("10004", "to is an address or several.", at: "to")
        }
        for address in all {
            let isNumber =
                address.hasPrefix("+") && 8...16 ~= address.count
                && address.dropFirst().allSatisfy(\.isASCIIDigit)
            // Emergency numbers have no country code. Source: Telnyx dials 911 and 933 unchanged.
            let isEmergency = address.count == 3 && address.allSatisfy(\.isASCIIDigit)
            guard isNumber || isEmergency || address.hasPrefix("sip:") && address.contains("@") else {
                throw TelnyxError.request("10016", "to is a number in +E164 format or a SIP URI.", at: "to")
            }
        }
        return all
    }
}
