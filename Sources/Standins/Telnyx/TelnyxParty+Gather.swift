internal import WireJSON

// Gathering of digits.

extension TelnyxParty {
    /// The gather commands with their default number of tries.
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

    /// Handles a digit pressed at the far side.
    mutating func press(_ digit: String, on id: String, at now: Duration) {
        sendWebhook("call.dtmf.received", id, ["digit": .string(digit)], at: now)
        passDigit(digit, from: id, at: now)
        guard var gather = legs[id]?.gather else { return }
        let isLast = gather.press(digit)
        legs[id]?.gather = gather
        if isLast { tryIsOver(id, at: now) } else { awaitDigit(id, for: gather.nextWait, at: now) }
    }

    /// Handles the timeout of a digit.
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
        sendWebhook("call.gather.ended", id, ["digits": .string(gather.digits), "status": .string(status)], at: now)
    }
}

/// A running `gather` of digits on a leg. Source: Telnyx's OpenAPI document of 2026-07-16, `gather` and its kin, with
/// its defaults. It is assumed that a prompt takes no time and that a digit does not restart a prompt.
struct TelnyxGather: Hashable, Sendable {
    let digitsMin: Int
    let digitsMax: Int
    let validDigits: String
    let terminatingDigit: String
    /// The limit for the first digit of each try.
    let firstWait: Duration
    /// The limit for every further digit.
    let nextWait: Duration
    /// The remaining tries after the present one.
    var triesLeft: Int
    var digits = ""
    /// The number of the present wait, which distinguishes it from earlier ones.
    var wait = 0

    /// - Parameter tries: the number of tries if the command does not state it.
    init(_ body: JSONObject, tries: Int64) {
        func number(_ key: String, _ usual: Int64) -> Int64 { body[key]?.integer ?? usual }
        digitsMin = Int(number("minimum_digits", 1))
        digitsMax = Int(number("maximum_digits", 128))
        validDigits = body["valid_digits"]?.string ?? "0123456789#*"
        terminatingDigit = body["terminating_digit"]?.string ?? "#"
        firstWait = .milliseconds(number("initial_timeout_millis", number("timeout_millis", 60_000)))
        nextWait = .milliseconds(number("inter_digit_timeout_millis", 5_000))
        triesLeft = Int(max(number("maximum_tries", tries), 1)) - 1
    }

    /// Whether the digits are valid.
    var isValid: Bool { digits.count >= digitsMin && digits.allSatisfy { validDigits.contains($0) } }

    /// Adds a digit; returns whether it was the last.
    mutating func press(_ digit: String) -> Bool {
        if digit == terminatingDigit { return true }
        digits += digit
        return digits.count >= digitsMax
    }
}
