internal import WireJSON

// Digits that are asked for.

extension TelnyxParty {
    /// The commands that ask for digits, with the number of tries where they do not say it.
    static let gatherTries: [String: Int64] = ["gather": 1, "gather_using_audio": 3, "gather_using_speak": 3]

    mutating func startGather(_ id: String, _ body: JSONObject, tries: Int64, at now: Duration) {
        if legs[id]?.gather != nil { endGather(id, "cancelled", at: now) }
        let gather = TelnyxGather(body, tries: tries)
        legs[id]?.gather = gather
        awaitDigit(id, for: gather.firstWait, at: now)
    }

    private mutating func awaitDigit(_ id: String, for time: Duration, at now: Duration) {
        guard var gather = legs[id]?.gather else { return }
        gatherWaits += 1
        gather.wait = gatherWaits
        legs[id]?.gather = gather
        schedule(.gatherEnds(wait: gather.wait), for: id, at: now + time)
    }

    /// Somebody at the far side presses a key.
    mutating func press(_ digit: String, on id: String, at now: Duration) {
        tell("call.dtmf.received", id, ["digit": .string(digit)], at: now)
        passDigit(digit, from: id, at: now)
        guard var gather = legs[id]?.gather else { return }
        let isLast = gather.press(digit)
        legs[id]?.gather = gather
        if isLast { tryIsOver(id, at: now) } else { awaitDigit(id, for: gather.nextWait, at: now) }
    }

    /// No key was pressed for as long as that may take.
    mutating func gatherIsOver(_ id: String, wait: Int, at now: Duration) {
        guard let gather = legs[id]?.gather, gather.wait == wait else { return }
        tryIsOver(id, at: now)
    }

    private mutating func tryIsOver(_ id: String, at now: Duration) {
        guard var gather = legs[id]?.gather else { return }
        if gather.isValid { return endGather(id, "valid", at: now) }
        guard gather.triesLeft > 0 else { return endGather(id, gather.digits.isEmpty ? "timeout" : "invalid", at: now) }
        gather.triesLeft -= 1
        gather.digits = ""
        legs[id]?.gather = gather
        awaitDigit(id, for: gather.firstWait, at: now)
    }

    mutating func endGather(_ id: String, _ status: String, at now: Duration) {
        guard let gather = legs[id]?.gather else { return }
        legs[id]?.gather = nil
        tell("call.gather.ended", id, ["digits": .string(gather.digits), "status": .string(status)], at: now)
    }
}
