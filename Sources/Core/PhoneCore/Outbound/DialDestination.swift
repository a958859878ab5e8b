public import CallModel
public import Redaction

/// The destination of a call, read from typed, linked or stored text.
public enum DialDestination: Hashable, Sendable, Codable {
    /// A public number or an emergency number: digits, optionally after a plus sign.
    case publicNumber(Redacted<String>)
    /// Digits, stars and hashes that only the exchange understands.
    case internalNumber(Redacted<String>)
    /// A user of the exchange.
    case user(Redacted<String>)
    /// A SIP address.
    case address(Redacted<String>)

    /// The minimum number of digits of a public number without a plus sign. Source: the shortest national numbers that
    /// are dialed without an area code have seven (judgment); extensions have fewer.
    private static let publicDigitsMin = 7
    /// Emergency numbers that are such wherever they are in use, and that no exchange uses as an extension. Source: the
    /// numbering plans of Europe, North America, Britain and Australia.
    private static let emergencyNumbers: Set<String> = ["000", "112", "911", "999"]

    /// Reads a typed, linked or stored text. It drops separators in numbers.
    ///
    /// - Throws: `DialError` that names the error.
    public init(_ text: Redacted<String>) throws(DialError) {
        let text = text.revealed
        guard text.utf8.count <= PhoneLimits.destinationLengthMax else { throw .invalidName }
        guard !text.isEmpty else { throw .invalidNumber }
        if let numeric = try Self.numeric(text) {
            self = numeric
        } else if text.contains("@") || ["sip:", "sips:"].contains(where: text.lowercased().hasPrefix) {
            self = .address(try Self.address(text))
        } else {
            guard Self.isName(text) else { throw .invalidName }
            self = .user(Redacted(text))
        }
    }

    /// Reads a number; `nil` if the text is not written as one.
    private static func numeric(_ text: String) throws(DialError) -> DialDestination? {
        let isDialed: (UInt8) -> Bool = { "0123456789+*#".utf8.contains($0) }
        let isNumeric = text.utf8.allSatisfy { isDialed($0) || PublicNumber.isSeparator($0) }
        // A text of separators alone is not a number.
        guard isNumeric && text.utf8.contains(where: isDialed) || text.hasPrefix("+") else { return nil }
        guard let kept = DialNumber.normalized(Redacted(text)) else { throw .invalidNumber }
        let digits = kept.revealed
        if emergencyNumbers.contains(digits) || digits.hasPrefix("+") { return .publicNumber(kept) }
        let isPublic = digits.utf8.count >= publicDigitsMin && digits.utf8.allSatisfy { (48...57).contains($0) }
        return isPublic ? .publicNumber(kept) : .internalNumber(kept)
    }

    /// Reads a SIP address. It refuses `sips:`, because no exchange can promise TLS on the whole way.
    ///
    /// Source: RFC 3261 §19.1: a user, an at sign, a host; parameters are not dialed.
    private static func address(_ text: String) throws(DialError) -> Redacted<String> {
        guard !text.lowercased().hasPrefix("sips:") else { throw .invalidAddress }
        let rest = text.lowercased().hasPrefix("sip:") ? text.dropFirst(4) : text[...]
        let parts = rest.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, isName(String(parts[0])), isHost(parts[1]) else { throw .invalidAddress }
        return Redacted("sip:\(rest)")
    }

    private static func isHost(_ text: Substring) -> Bool {
        !text.isEmpty && text.utf8.count <= 253
            && text.unicodeScalars.allSatisfy {
                $0.isASCII && ($0.properties.isAlphabetic || "-.0123456789:[]".unicodeScalars.contains($0))
            }
    }

    /// Whether a text can be a user's name. The exchange decides which names exist; this excludes only text that could
    /// not be shown or sent.
    private static func isName(_ text: String) -> Bool {
        let scalars = text.unicodeScalars
        let controls = scalars.contains {
            $0.properties.generalCategory == .control || $0.properties.generalCategory == .format
                || $0.properties.isWhitespace
        }
        return !scalars.isEmpty && scalars.count <= 128 && !controls && text != "." && text != ".."
    }

    /// The text of the destination in the INVITE.
    public var text: Redacted<String> {
        switch self {
        case .publicNumber(let text), .internalNumber(let text), .user(let text), .address(let text): text
        }
    }

    /// Whether this is an emergency number and no extension. Only the exchange can say so of other numbers such as 110,
    /// if it is reachable.
    var callsForHelp: Bool {
        guard case .publicNumber(let number) = self else { return false }
        let text = number.revealed
        if Self.emergencyNumbers.contains(text) { return true }
        let digits = text.utf8.dropFirst().map { UInt64($0) &- UInt64(UInt8(ascii: "0")) }
        guard text.hasPrefix("+"), digits.allSatisfy({ $0 < 10 }) else { return false }
        return EmergencyNumber.usual.contains(String(text.dropFirst(1 + NumberKey.countryCodeLength(digits[...]))))
    }

    /// Whether this is an emergency number unless the exchange has an extension of that number.
    var mayCallForHelp: Bool { callsForHelp || extensionDigits.map(EmergencyNumber.usual.contains) == true }

    /// The digits of a number that may be an extension of the exchange.
    var extensionDigits: String? { if case .internalNumber(let number) = self { number.revealed } else { nil } }

    /// Whether a carrier places the call if there is a choice.
    public var isPublic: Bool { if case .publicNumber = self { true } else { false } }
}

extension CallHandle {
    /// The minimum number of digits of a text that is looked up in Contacts as a phone number. Source: the shortest
    /// numbers of the public network have three (judgment).
    private static let digitsMin = 3

    /// Creates the handle of a party: a number as a phone number, any other text as a generic handle that only this app
    /// understands. The system shows it and hands it back when the person calls the party again.
    /// Source: C31.
    public init(party text: Redacted<String>) {
        let bytes = text.revealed.utf8
        let digits = bytes.count { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        let rest = bytes.filter { !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        let isNumber =
            digits >= Self.digitsMin && rest.allSatisfy { "+*#".utf8.contains($0) || PublicNumber.isSeparator($0) }
        self = isNumber ? .phoneNumber(text) : .generic(text)
    }

    /// Creates the handle of a party of one organization. A party that is not a number is called back over that
    /// organization, so the handle contains the organization.
    ///
    /// - Parameters:
    ///   - text: a number, the name of a user or an address.
    ///   - organization: `nil` if the phone has only one organization.
    public init(party text: Redacted<String>, of organization: OrganizationID?) {
        self.init(party: text)
        guard case .generic = self, !text.revealed.isEmpty else { return }
        self = .generic(CalledParty(text, in: organization).text)
    }

    /// The number, name or address, without the organization.
    public var party: Redacted<String> {
        switch self {
        case .phoneNumber(let number): number
        case .generic(let text): CalledParty(text: text).name
        }
    }
}

/// A party's name or address together with its organization, as one text for the system's list of calls.
///
/// The system hands the text back unchanged. The parameter is written as in SIP; user names do not contain a semicolon
/// followed by these letters.
public struct CalledParty: Hashable, Sendable {
    private static let mark = ";organization="

    /// The party's name or address, without the organization.
    public let name: Redacted<String>
    /// The organization over which the party is called back; `nil` if the text names none.
    public let organization: OrganizationID?

    /// A party of an organization, or of the only one if it is `nil`.
    public init(_ name: Redacted<String>, in organization: OrganizationID?) {
        self.name = name
        self.organization = organization
    }

    /// Reads the text form. A text without the parameter is only a name.
    public init(text: Redacted<String>) {
        guard let mark = text.revealed.range(of: Self.mark) else {
            self.init(text, in: nil)
            return
        }
        let organization = String(text.revealed[mark.upperBound...])
        self.init(
            Redacted(String(text.revealed[..<mark.lowerBound])),
            in: organization.isEmpty ? nil : OrganizationID(organization))
    }

    /// The text form, from which ``init(text:)`` reads the same party.
    public var text: Redacted<String> {
        guard let organization else { return name }
        return Redacted(name.revealed + Self.mark + organization.rawValue)
    }
}

extension String {
    /// The first occurrence of another text in this one.
    fileprivate func range(of text: String) -> Range<String.Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
            start = index(after: start)
        }
        return nil
    }
}

/// Why a call cannot be dialed with these values.
public enum DialError: String, Error, Hashable, Sendable, CaseIterable {
    /// The text is written as a number but is none.
    case invalidNumber
    /// The text is not a valid user name.
    case invalidName
    /// The text is not a SIP address.
    case invalidAddress
    /// The caller id is not a number.
    case invalidCallerID
    /// A header has an invalid name or a line break in its value, or there are too many headers.
    case invalidHeader
    /// The client state is too long.
    case invalidClientState
}

/// Normalizes dialed numbers.
enum DialNumber {
    /// Drops the separators that people write; `nil` if the rest is not a number: an optional `+`, then digits, `*`,
    /// `#`.
    static func normalized(_ number: Redacted<String>) -> Redacted<String>? {
        let text = number.revealed
        guard text.utf8.count <= PhoneLimits.dialLengthMax * 2 else { return nil }
        var kept: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "*"), UInt8(ascii: "#"): kept.append(byte)
            case UInt8(ascii: "+") where kept.isEmpty: kept.append(byte)
            case _ where PublicNumber.isSeparator(byte): continue
            default: return nil
            }
        }
        guard kept.count <= PhoneLimits.dialLengthMax, kept.contains(where: { $0 != UInt8(ascii: "+") }) else {
            return nil
        }
        return Redacted(String(decoding: kept, as: UTF8.self))
    }
}
