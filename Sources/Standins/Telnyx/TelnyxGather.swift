internal import WireJSON

/// Digits that are awaited on a leg. Source: Telnyx's OpenAPI document of 2026-07-16, `gather` and its kin, with its
/// defaults. That a prompt takes no time and a digit restarts no prompt is assumed.
struct TelnyxGather: Hashable, Sendable {
    let digitsMin: Int
    let digitsMax: Int
    let validDigits: String
    let terminatingDigit: String
    /// How long the first digit may take, in each try.
    let firstWait: Duration
    /// How long every other may.
    let nextWait: Duration
    /// Tries that are left, the present one not among them.
    var triesLeft: Int
    var digits = ""
    /// Tells the present wait from those before it.
    var wait = 0

    /// - Parameter tries: how often it is asked for where the command does not say.
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

    /// Whether what was pressed is what was asked for.
    var isValid: Bool { digits.count >= digitsMin && digits.allSatisfy { validDigits.contains($0) } }

    /// A key was pressed; whether that was the last.
    mutating func press(_ digit: String) -> Bool {
        if digit == terminatingDigit { return true }
        digits += digit
        return digits.count >= digitsMax
    }
}
