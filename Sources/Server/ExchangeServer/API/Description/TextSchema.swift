internal import Accounts
internal import PushDelivery

/// The form of a text of the API, which the document describes and every input is checked against.
struct TextSchema: Sendable {
    /// The length in Unicode scalars, as JSON Schema counts.
    var length: ClosedRange<Int>
    /// Whether the length has to be even.
    var isPaired = false
    /// A regular expression of ECMA 262 equivalent to `allows`; nil: any text.
    var pattern: String?
    /// The format for readers, such as `date-time`.
    var format: String?
    var allows: @Sendable (Unicode.Scalar) -> Bool
    /// The problem of a whole text as the end of a sentence; nil: there is none, or `allows` decides alone.
    var fault: (@Sendable (String) -> String?)?

    /// A name or login in a query: older names may contain more characters than new ones.
    static let name = TextSchema(
        length: 1...128, pattern: "^[^\\u0000-\\u0020\\u007f/@]+$",
        allows: { $0.value > 0x20 && $0.value != 0x7F && $0 != "/" && $0 != "@" })

    /// A name, or a mail address.
    static let invited = TextSchema(
        length: 1...128, pattern: "^[^\\u0000-\\u0020\\u007f/]+$", allows: { $0 == "@" || name.allows($0) })

    /// An identifier made by the exchange or by a client, opaque to the other side.
    static let identifier = TextSchema(
        length: 1...64, pattern: "^[A-Za-z0-9._:-]+$",
        allows: { scalar in
            switch scalar {
            case "A"..."Z", "a"..."z", "0"..."9", ".", "_", ":", "-": true
            default: false
            }
        })

    /// A text for people, on one line.
    static func line(_ length: ClosedRange<Int>) -> TextSchema {
        TextSchema(
            length: length, pattern: "^[^\\u0000-\\u001f\\u007f]*$", allows: { $0.value > 0x1F && $0.value != 0x7F })
    }

    /// Visible ASCII: tokens, passwords of machines, codes.
    static func token(_ length: ClosedRange<Int>) -> TextSchema {
        TextSchema(length: length, pattern: "^[!-~]+$", allows: { (0x21...0x7E).contains($0.value) })
    }

    /// Bytes as two hexadecimal digits each.
    static func hexadecimal(_ length: ClosedRange<Int>) -> TextSchema {
        TextSchema(
            length: length, isPaired: true, pattern: "^([0-9A-Fa-f]{2})+$",
            allows: { $0.isASCII && $0.properties.isASCIIHexDigit })
    }

    /// A topic of Apple's push service.
    static let topic = TextSchema(
        length: 1...DeviceToken.addressLengthMax, pattern: "^[A-Za-z0-9._-]+$",
        allows: { $0 != ":" && identifier.allows($0) })

    static func any(_ length: ClosedRange<Int>) -> TextSchema { TextSchema(length: length, allows: { _ in true }) }

    /// A moment in an answer of the API.
    static let moment = TextSchema(length: 20...40, format: "date-time", allows: { _ in true })

    func fault(in text: String) -> String? { fault?(text) ?? (allows(text) ? nil : rule) }

    func allows(_ text: String) -> Bool {
        let count = text.unicodeScalars.count
        return length.contains(count) && (!isPaired || count.isMultiple(of: 2))
            && text.unicodeScalars.allSatisfy(allows)
    }
}

/// The forms of new names.
extension TextSchema {
    /// A new name or login.
    static let newName: TextSchema = {
        let no = UserName.alphabet.classText
        return TextSchema(
            length: UserName.length, pattern: "^([^.\(no)][^\(no)]*|\\.[^.\(no)][^\(no)]*|\\.\\.[^\(no)]+)$",
            allows: { _ in true },
            fault: { text in
                do throws(NameError) {
                    _ = try UserName(text)
                    return nil
                } catch {
                    return "\(error)"
                }
            })
    }()

    /// A display name.
    static func displayName(_ length: ClosedRange<Int> = DisplayName.length) -> TextSchema {
        let (no, edge) = (DisplayName.alphabet.classText, DisplayName.edges.classText)
        let some = "[^\(no)\(edge)]([^\(no)]*[^\(no)\(edge)])?"
        return TextSchema(
            length: length, pattern: length.contains(0) ? "^(\(some))?$" : "^\(some)$", allows: { _ in true },
            fault: { text in
                guard !text.isEmpty || !length.contains(0) else { return nil }
                do throws(NameError) {
                    _ = try DisplayName(text, length: length)
                    return nil
                } catch {
                    return "\(error)"
                }
            })
    }

    /// A display name, or empty for none.
    static let optionalDisplayName = displayName(0...DisplayName.length.upperBound)

    /// The address of a user's picture, or empty for none.
    static let optionalPicture = TextSchema(
        length: 0...PictureAddress.length.upperBound, pattern: "^(\(PictureAddress.pattern))?$", allows: { _ in true },
        fault: { $0.isEmpty || PictureAddress($0) != nil ? nil : PictureAddress.rule })
}

extension NameCharacters {
    /// The refused characters as a character class of an ECMA 262 pattern, without the brackets.
    fileprivate var classText: String {
        refused.map { range in
            let (first, last) = (Self.escaped(range.lowerBound), Self.escaped(range.upperBound))
            return first == last ? first : "\(first)-\(last)"
        }.joined()
    }

    private static func escaped(_ value: UInt32) -> String {
        let digits = String(value, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
}

/// Writes moments as text. Source: RFC 3339 §5.6.
package enum Timestamp {
    /// Such as `2026-11-21T04:05:06.123456Z`.
    package static func text(microseconds: Int64) -> String {
        let (seconds, fraction) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
        let (days, second) = seconds.quotientAndRemainder(dividingBy: 86_400)
        let (year, month, day) = date(daysSince1970: days)
        let clock = [second / 3_600, second / 60 % 60, second % 60].map { pad($0, 2) }.joined(separator: ":")
        return "\(pad(year, 4))-\(pad(month, 2))-\(pad(day, 2))T\(clock).\(pad(fraction, 6))Z"
    }

    /// Source: H. Hinnant, chrono-compatible low-level date algorithms, `civil_from_days`.
    private static func date(daysSince1970 days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = days + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
    }

    private static func pad(_ value: Int64, _ width: Int) -> String {
        let text = String(value)
        return String(repeating: "0", count: max(0, width - text.count)) + text
    }
}
