import CallModel
import Redaction
import WireJSON

/// Reads fields of one object of a push, and notes their faults.
struct PushReader {
    let object: JSONObject
    private(set) var faults: [PushIssue] = []

    init(_ object: JSONObject) {
        self.object = object
    }

    private mutating func note(_ field: PushField, _ problem: PushIssue.Problem) {
        faults.append(PushIssue(field, problem))
    }

    /// The value under a key, unless there is none or it is null.
    private func value(_ key: String) -> JSONValue? {
        guard let value = object[key], value != .null else { return nil }
        return value
    }

    /// A text, or a whole number as text.
    private mutating func text(_ key: String, _ field: PushField) -> String? {
        guard let value = value(key) else { return nil }
        if let text = value.string { return text }
        if let number = value.integer { return String(number) }
        note(field, .wrongType)
        return nil
    }

    /// Reads a text for a screen: without control characters and marks of direction, within its length; nil if nothing
    /// is left.
    mutating func shown(_ key: String, _ field: PushField) -> Redacted<String>? {
        guard let text = text(key, field) else { return nil }
        var kept = String.UnicodeScalarView()
        var count = 0
        for scalar in text.unicodeScalars {
            guard count < PushLimits.shownLengthMax else {
                note(field, .cut)
                break
            }
            count += 1
            if scalar.mayBeShown { kept.append(scalar) } else { note(field, .cleaned) }
        }
        let trimmed = String(kept).trimmingSpaces
        return trimmed.isEmpty ? nil : Redacted(String(trimmed))
    }

    /// An identifier: neither empty nor too long.
    mutating func identifier(_ key: String, _ field: PushField) -> String? {
        guard let text = text(key, field), !text.isEmpty else { return nil }
        guard text.utf8.count <= PushLimits.identifierLengthMax, text.unicodeScalars.allSatisfy(\.mayBeShown) else {
            note(field, .malformed)
            return nil
        }
        return text
    }

    /// Reads the vendor's identifier of a call; a UUID is written in lowercase.
    mutating func vendorCall(_ key: String) -> String? {
        guard let text = identifier(key, .vendorCall) else { return nil }
        return UUIDValue(text)?.description ?? text
    }

    /// The exchange's identifier of a call.
    mutating func call(_ key: String, _ field: PushField) -> CallSessionID? {
        guard let text = identifier(key, field) else { return nil }
        let session = CallSessionID(standingFor: text)
        if UUIDValue(text) == nil { note(field, .malformed) }
        return session
    }

    /// An address of a picture.
    mutating func address(_ key: String, _ field: PushField) -> Redacted<String>? {
        guard let text = text(key, field), !text.isEmpty else { return nil }
        guard text.utf8.count <= PushLimits.addressLengthMax, text.hasPrefix("https://") else {
            note(field, .malformed)
            return nil
        }
        return Redacted(text)
    }

    /// Base64 that only the app can open.
    mutating func sealed(_ key: String, _ field: PushField) -> Redacted<String>? {
        guard let text = text(key, field), !text.isEmpty else { return nil }
        guard text.utf8.count <= PushLimits.sealedLengthMax, text.utf8.allSatisfy(Self.isBase64) else {
            note(field, .malformed)
            return nil
        }
        return Redacted(text)
    }

    private static func isBase64(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="):
            true
        default: false
        }
    }

    /// A whole number, or text that is one.
    mutating func integer(_ key: String, _ field: PushField) -> Int64? {
        guard let value = value(key) else { return nil }
        if let number = value.integer { return number }
        guard let text = value.string else {
            note(field, .wrongType)
            return nil
        }
        let number = Int64(text)
        if number == nil { note(field, .malformed) }
        return number
    }

    /// Reads a round of ringing, counted from 1.
    mutating func round(_ key: String) -> RingRound? {
        guard let number = integer(key, .round) else { return nil }
        guard (1...PushLimits.roundsMax).contains(number) else {
            note(.round, .malformed)
            return nil
        }
        return RingRound(clamping: number)
    }

    /// A truth, or a number or text that stands for one.
    ///
    /// Source: C17 (observed: `video` comes as number or as text).
    mutating func truth(_ key: String, _ field: PushField) -> Bool? {
        guard let value = value(key) else { return nil }
        if let truth = value.bool { return truth }
        switch value.integer ?? value.string.flatMap({ Self.truths[$0] }) {
        case 0: return false
        case 1: return true
        default:
            note(field, value.string == nil && value.integer == nil ? .wrongType : .malformed)
            return nil
        }
    }

    private static let truths: [String: Int64] = ["0": 0, "1": 1, "false": 0, "true": 1, "no": 0, "yes": 1]

    /// A moment in milliseconds or, as some senders write it, in seconds: told apart by size until the year 5138.
    mutating func moment(_ key: String, _ field: PushField) -> WallTime? {
        guard let number = integer(key, field) else { return nil }
        guard number > 0, number < WallTime.bound else {
            note(field, .malformed)
            return nil
        }
        return WallTime(milliseconds: number < 100_000_000_000 ? number * 1_000 : number)
    }
}

extension CallSessionID {
    /// The identifier a text stands for: the UUID it is, or else one computed from its bytes.
    ///
    /// A vendor's identifier that is no UUID must still name the same call in two pushes.
    /// Source: RFC 9562 §5.8 (version 8, free layout); the hash is FNV-1a over two offsets, finished as SplitMix64 is.
    init(standingFor text: String) {
        if let value = UUIDValue(text) {
            self.init(value)
        } else {
            let high = Self.hash(text, offset: 0xCBF2_9CE4_8422_2325)
            let low = Self.hash(text, offset: 0x6C62_272E_07BB_0142)
            self.init(
                UUIDValue(
                    high: high & 0xFFFF_FFFF_FFFF_0FFF | 0x8000,
                    low: low & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000))
        }
    }

    private static func hash(_ text: String, offset: UInt64) -> UInt64 {
        var hash = offset
        for byte in text.utf8 {
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
        }
        hash = (hash ^ hash >> 30) &* 0xBF58_476D_1CE4_E5B9
        hash = (hash ^ hash >> 27) &* 0x94D0_49BB_1331_11EB
        return hash ^ hash >> 31
    }
}
