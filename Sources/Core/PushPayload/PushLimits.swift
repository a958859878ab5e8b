public import WireJSON

/// The bounds of a push.
public enum PushLimits {
    /// The most bytes of a document. Apple sends at most 5,120 for VoIP; others somewhat more; twice that is generous.
    /// Source: Apple, "Generating a remote notification" (documented).
    public static let byteCountMax = 10_240
    /// The most bytes a sender of ours writes. Source: as above (documented).
    public static let writtenByteCountMax = 5_120
    /// The most bytes of keys and values of a message for Android. Source: Firebase, "FCM message types" (documented).
    public static let messageDataByteCountMax = 4_096
    /// The most bytes of caller details before they are sealed: enough for the longest texts that are shown, and an
    /// address of some hundred bytes. A push with them stays within the limits of both services.
    public static let sealedByteCountMax = 2_048
    /// Sealed callers differ in length by this many bytes at least.
    public static let sealedStep = 64
    /// The longest sealed caller, in bytes of base64: nonce (12) and tag (16) are around the bytes.
    public static let sealedLengthMax = (sealedByteCountMax + 28 + 2) / 3 * 4
    /// The deepest nesting. Telnyx's deepest push nests 5.
    public static let depthMax = 12
    /// The most values in a document.
    public static let valueCountMax = 512
    /// The longest text shown to a person, in Unicode scalars.
    public static let shownLengthMax = 128
    /// The longest identifier, in bytes. The longest known (a Telnyx call control id) has about 80.
    public static let identifierLengthMax = 256
    /// The longest address of a picture, in bytes.
    public static let addressLengthMax = 2_048
    /// The most ringings of one device by one call; more than the exchange makes.
    public static let roundsMax: Int64 = 255
    /// The most headers read from a vendor's push.
    public static let headersMax = 16
    /// The most faults noted of one push.
    public static let faultsMax = 24

    /// The same limits, for the JSON reader.
    public static let json = JSONLimits(
        byteCountMax: byteCountMax, depthMax: depthMax, valueCountMax: valueCountMax)
}

extension JSONValue {
    /// Whether a value is within the limits of a push. It examines no more of the value than the limits allow.
    var isWithinPushLimits: Bool {
        var budget = Budget()
        return budget.covers(self, depth: 0)
    }

    private struct Budget {
        var values = PushLimits.valueCountMax
        var bytes = PushLimits.byteCountMax

        mutating func covers(_ value: JSONValue, depth: Int) -> Bool {
            values -= 1
            guard values >= 0 else { return false }
            switch value {
            case .null, .bool, .integer, .number: return true
            case .string(let text): return covers(text)
            case .array(let elements):
                guard depth < PushLimits.depthMax else { return false }
                for element in elements where !covers(element, depth: depth + 1) { return false }
                return true
            case .object(let object):
                guard depth < PushLimits.depthMax else { return false }
                for member in object.members where !covers(member.key) || !covers(member.value, depth: depth + 1) {
                    return false
                }
                return true
            }
        }

        mutating func covers(_ text: String) -> Bool {
            bytes -= text.utf8.count
            return bytes >= 0
        }
    }
}
