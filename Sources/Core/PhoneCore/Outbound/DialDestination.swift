import CallModel
public import Redaction

/// Whom a call is for, as the phone understands what was typed, linked or stored.
public enum DialDestination: Hashable, Sendable, Codable {
    /// A number of the public network, or one that calls for help: digits, perhaps with a plus sign in front.
    case publicNumber(Redacted<String>)
    /// Digits, stars and hashes that mean something to the exchange alone.
    case internalNumber(Redacted<String>)
    /// A user of the exchange.
    case user(Redacted<String>)
    /// An address of SIP.
    case address(Redacted<String>)

    /// So many digits or more are a public number, also without a plus sign. Source: the shortest national numbers that
    /// are dialed without an area code have seven (judgment); extensions have fewer.
    private static let publicDigitsMin = 7
    /// Numbers that call for help wherever they are in use, and that no exchange has as an extension. Source: the
    /// numbering plans of Europe, North America, Britain and Australia.
    private static let emergencyNumbers: Set<String> = ["000", "112", "911", "999"]

    /// Reads what was typed, linked or stored: separators in numbers are dropped.
    ///
    /// - Throws: `DialFault`: what is wrong with it.
    public init(_ text: Redacted<String>) throws(DialFault) {
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

    /// nil: it is not written as a number.
    private static func numeric(_ text: String) throws(DialFault) -> DialDestination? {
        let isDialled: (UInt8) -> Bool = { "0123456789+*#".utf8.contains($0) }
        let isNumeric = text.utf8.allSatisfy { isDialled($0) || PublicNumber.isSeparator($0) }
        // Separators alone are no number.
        guard isNumeric && text.utf8.contains(where: isDialled) || text.hasPrefix("+") else { return nil }
        guard let kept = DialNumber.normalized(Redacted(text)) else { throw .invalidNumber }
        let digits = kept.revealed
        if emergencyNumbers.contains(digits) || digits.hasPrefix("+") { return .publicNumber(kept) }
        let isPublic = digits.utf8.count >= publicDigitsMin && digits.utf8.allSatisfy { (48...57).contains($0) }
        return isPublic ? .publicNumber(kept) : .internalNumber(kept)
    }

    /// An address that asks for TLS all the way is refused: no exchange here can promise that.
    ///
    /// Source: RFC 3261 §19.1: a user, an at sign, a host; parameters are not dialed.
    private static func address(_ text: String) throws(DialFault) -> Redacted<String> {
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

    /// What a name may be the exchange says; here only what could not be shown or sent is none.
    private static func isName(_ text: String) -> Bool {
        let scalars = text.unicodeScalars
        let controls = scalars.contains {
            $0.properties.generalCategory == .control || $0.properties.generalCategory == .format
                || $0.properties.isWhitespace
        }
        return !scalars.isEmpty && scalars.count <= 128 && !controls && text != "." && text != ".."
    }

    /// As it stands in the INVITE.
    public var text: Redacted<String> {
        switch self {
        case .publicNumber(let text), .internalNumber(let text), .user(let text), .address(let text): text
        }
    }

    /// Whether it calls for help and is no extension. Of others, such as 110, the exchange says so if it is reached.
    var callsForHelp: Bool {
        guard case .publicNumber(let number) = self else { return false }
        let text = number.revealed
        if Self.emergencyNumbers.contains(text) { return true }
        let digits = text.utf8.dropFirst().map { UInt64($0) &- UInt64(UInt8(ascii: "0")) }
        guard text.hasPrefix("+"), digits.allSatisfy({ $0 < 10 }) else { return false }
        return EmergencyNumber.usual.contains(String(text.dropFirst(1 + NumberKey.countryCodeLength(digits[...]))))
    }

    /// Whether it calls for help wherever the exchange has no extension of that number.
    var mayCallForHelp: Bool { callsForHelp || extensionDigits.map(EmergencyNumber.usual.contains) == true }

    /// The digits, of a number that the exchange may have for an extension.
    var extensionDigits: String? { if case .internalNumber(let number) = self { number.revealed } else { nil } }

    /// Who carries such a call where there is a choice.
    public var isPublic: Bool { if case .publicNumber = self { true } else { false } }
}

extension CallHandle {
    /// The fewest digits of something that is looked up in Contacts as a phone number. Source: the shortest numbers of
    /// the public network have three (judgment).
    private static let digitsMin = 3

    /// What the system shows of a party by that text, and hands back when the person calls them again: a number as
    /// such, everything else as what only this app understands. Source: apple-contract C31.
    public init(party text: Redacted<String>) {
        let bytes = text.revealed.utf8
        let digits = bytes.count { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        let rest = bytes.filter { !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        let isNumber =
            digits >= Self.digitsMin && rest.allSatisfy { "+*#".utf8.contains($0) || PublicNumber.isSeparator($0) }
        self = isNumber ? .phoneNumber(text) : .generic(text)
    }

    /// The same of a party whom only one organization has: one who is no number is called back over it, so it stands
    /// beside the name.
    ///
    /// - Parameter organization: `nil` where the phone has one alone.
    public init(party text: Redacted<String>, of organization: OrganizationID?) {
        self.init(party: text)
        guard case .generic = self, !text.revealed.isEmpty else { return }
        self = .generic(CalledParty(text, in: organization).text)
    }

    /// Number, name or address, without the organization beside it.
    public var party: Redacted<String> {
        switch self {
        case .phoneNumber(let number): number
        case .generic(let text): CalledParty(text: text).name
        }
    }
}

/// A party by name or address and the organization that has them, as one text for the system's list of calls.
///
/// The system hands it back as it was. The parameter is written as SIP writes one; what names a user has no semicolon
/// followed by these letters by accident.
public struct CalledParty: Hashable, Sendable {
    private static let mark = ";organization="

    public let name: Redacted<String>
    public let organization: OrganizationID?

    public init(_ name: Redacted<String>, in organization: OrganizationID?) {
        self.name = name
        self.organization = organization
    }

    /// Reads the text of one; what says no organization is a name alone.
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

    public var text: Redacted<String> {
        guard let organization else { return name }
        return Redacted(name.revealed + Self.mark + organization.rawValue)
    }
}

extension String {
    /// The first place of a text in this one.
    fileprivate func range(of text: String) -> Range<String.Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
            start = index(after: start)
        }
        return nil
    }
}

/// Why something cannot be dialed, or not in that way.
public enum DialFault: String, Error, Hashable, Sendable, CaseIterable {
    /// It is written as a number and is none.
    case invalidNumber
    /// It is no name a user can have.
    case invalidName
    /// It is no address of SIP.
    case invalidAddress
    /// The number that is to be shown is none.
    case invalidCallerID
    /// A header has no name that can be one, or a line break in its value; or there are too many.
    case invalidHeader
    /// The app's mark on the call is too long.
    case invalidClientState
}

/// A number as it is dialed.
enum DialNumber {
    /// Drops the separators people write; `nil` if what is left is not a number: an optional `+`, then digits, `*`,
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
