import Foundation

/// Payloads that a sender of ours would not write, the same for the same seed: what senders do write with members
/// missing, doubled, renamed, or of another type, or with some of its bytes changed.
struct HostilePushes {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    /// Well-formed ones of every form; the names of their calls are few, so that pushes meet the calls of others.
    private static let forms = [
        #"{"aps":{},"carillon":{"v":1,"type":"call","session":"SESSION","organization":"42","caller_name":"Anna","#
            + #""caller_number":"NUMBER","vendor_call":"VENDOR","sent_at":820000000000,"deadline":1800000000000}}"#,
        #"{"aps":{},"carillon":{"v":1,"type":"call","session":"SESSION","caller_number":"NUMBER"}}"#,
        #"{"aps":{},"carillon":{"v":1,"type":"ended","session":"SESSION","ending":"answeredElsewhere"}}"#,
        #"{"type":"incoming_call","call_session_id":"SESSION","call_control_id":"v2:abc","caller_number":"NUMBER","#
            + #""caller_name":"Anna","call_id":"VENDOR","organization_id":"42","organization_name":"Acme"}"#,
        #"{"type":"call_ended","call_session_id":"SESSION","call_id":"VENDOR"}"#,
        #"{"aps":{"alert":"Incoming call!"},"metadata":{"call_id":"VENDOR","caller_number":"NUMBER","#
            + #""voice_sdk_id":"edge","dialogParams":{"custom_headers":[{"name":"X-Org","value":"42"}]}}}"#,
        #"{"aps":{"alert":"Missed call!"},"metadata":{"call_id":"VENDOR","voice_sdk_id":"edge"}}"#,
    ]
    private static let numbers = ["+15550100", "5550100", "+15550101", "100", ""]

    /// Bytes that are an object of JSON, as everything is that Apple's servers deliver.
    mutating func next() -> Data {
        let form = wellFormed()
        switch below(3) {
        case 0: return withBytesChanged(form)
        case 1: return form
        default:
            let object = (try? JSONSerialization.jsonObject(with: form)) as? [String: Any] ?? [:]
            let changed = changed(object, depth: 0, strangers: Self.strangers) as? [String: Any] ?? [:]
            return (try? JSONSerialization.data(withJSONObject: changed, options: [.sortedKeys])) ?? form
        }
    }

    /// A payload as the system hands it over, with values that no JSON has.
    mutating func nextOdd() -> [AnyHashable: Any] {
        let object = (try? JSONSerialization.jsonObject(with: wellFormed())) as? [String: Any] ?? [:]
        let changed = changed(object, depth: 0, strangers: Self.strangers + Self.oddities)
        return changed as? [AnyHashable: Any] ?? [7: changed, "aps": changed]
    }

    /// One of `count` numbers.
    mutating func below(_ count: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(truncatingIfNeeded: state >> 33) % count
    }

    private mutating func wellFormed() -> Data {
        let names: [(String, String)] = [
            ("SESSION", "6f9619ff-8b86-4011-b42d-00c04fc964f\(below(4))"),
            ("VENDOR", "7d444840-9dc0-41d1-b245-5ffdce74fad\(below(4))"),
            ("NUMBER", Self.numbers[below(Self.numbers.count)]),
        ]
        let form = Self.forms[below(Self.forms.count)]
        return Data(names.reduce(form) { $0.replacingOccurrences(of: $1.0, with: $1.1) }.utf8)
    }

    private mutating func withBytesChanged(_ form: Data) -> Data {
        for _ in 0..<40 {
            var bytes = [UInt8](form)
            for _ in 0...below(4) {
                let place = below(bytes.count)
                switch below(4) {
                case 0: bytes[place] = UInt8(below(256))
                case 1: bytes.remove(at: place)
                case 2: bytes.insert(bytes[below(bytes.count)], at: place)
                default: bytes[place] ^= 1 << UInt8(below(8))
                }
            }
            if (try? JSONSerialization.jsonObject(with: Data(bytes))) is [String: Any] { return Data(bytes) }
        }
        return form
    }

    private static var strangers: [Any] {
        [
            NSNull(), true, 0, 1, -1, Int64.max, 1e300, 0.5, "", "0", "x", "\u{202E}\u{0}", [Any](), [[Any]()],
            [String: Any](), String(repeating: "é", count: 1_500), [Any](repeating: [String: Any](), count: 600),
            ["a": ["b": ["c": ["d": ["e": ["f": ["g": ["h": ["i": ["j": ["k": ["l": ["m": 1]]]]]]]]]]]]],
        ]
    }

    private static var oddities: [Any] {
        [
            Date(timeIntervalSinceReferenceDate: 1), Data([1, 2]), UInt64.max, Int8.min, Float.nan, Double.infinity,
            Decimal(7), NSObject(), Character("x"), Substring("call"), [1: "a"], Set([1]), Int?.none as Any,
            NSMutableDictionary(), NSMutableString(string: "call"), 1..<2, (1, "two"), UUID(),
        ]
    }

    private mutating func changed(_ value: Any, depth: Int, strangers: [Any]) -> Any {
        if below(8) == 0, depth > 0 { return strangers[below(strangers.count)] }
        guard let object = value as? [String: Any] else { return value }
        var next: [String: Any] = [:]
        for (key, value) in object.sorted(by: { $0.key < $1.key }) {
            switch below(12) {
            case 0: break
            case 1: next[key + "_"] = value
            case 2: next[key] = [key: value]
            default: next[key] = changed(value, depth: depth + 1, strangers: strangers)
            }
        }
        return next
    }
}
