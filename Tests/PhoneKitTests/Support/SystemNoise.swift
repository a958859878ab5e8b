import Foundation

/// JSON objects of chance, the same for the same seed: keys that readers look for, with values they do not expect.
struct SystemNoise {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    private static let keys = [
        "carillon", "aps", "alert", "metadata", "type", "v", "session", "call_id", "call_session_id", "voice_sdk_id",
        "caller_name", "caller_number", "deadline", "sent_at", "organization", "video", "",
    ]
    private static let texts = [
        "", "call", "ended", "incoming_call", "call_ended", "Missed call!", "\u{202E}x", "1", "é",
    ]

    mutating func object() -> Data {
        let object = members(depth: 0)
        return (try? JSONSerialization.data(withJSONObject: object, options: [.sortedKeys])) ?? Data("{}".utf8)
    }

    private mutating func members(depth: Int) -> [String: Any] {
        var object: [String: Any] = [:]
        for _ in 0..<(1 + below(6)) { object[Self.keys[below(Self.keys.count)]] = value(depth: depth + 1) }
        return object
    }

    private mutating func value(depth: Int) -> Any {
        switch below(depth > 3 ? 5 : 7) {
        case 0: NSNull()
        case 1: below(2) == 0
        case 2: below(1_000_000)
        case 3: Double(below(1_000)) / 8
        case 4: Self.texts[below(Self.texts.count)]
        case 5: (0..<below(4)).map { _ in value(depth: depth + 1) }
        default: members(depth: depth)
        }
    }

    private mutating func below(_ bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(truncatingIfNeeded: state >> 33) % bound
    }
}
