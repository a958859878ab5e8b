internal import PushDelivery

/// What a text of the API may look like: what the document says and what is checked are this one thing.
struct TextForm: Sendable {
    /// In Unicode scalars, as JSON Schema counts.
    var length: ClosedRange<Int>
    /// Whether it comes in pairs of characters.
    var isPaired = false
    /// A regular expression of ECMA 262 that says what `allows` does; nil: any text.
    var pattern: String?
    /// Such as `date-time`; for readers.
    var format: String?
    var allows: @Sendable (Unicode.Scalar) -> Bool
    /// The fault of a whole text, in words that end a sentence; nil: there is none, or `allows` says all.
    var fault: (@Sendable (String) -> String?)?

    /// What one is called and logs in as, to find it: names made in former times may hold more than new ones.
    static let name = TextForm(
        length: 1...128, pattern: "^[^\\u0000-\\u0020\\u007f/@]+$",
        allows: { $0.value > 0x20 && $0.value != 0x7F && $0 != "/" && $0 != "@" })

    /// What one is called, or a mail address.
    static let invited = TextForm(
        length: 1...128, pattern: "^[^\\u0000-\\u0020\\u007f/]+$", allows: { $0 == "@" || name.allows($0) })

    /// An identifier of ours or of a client's, opaque to the other.
    static let identifier = TextForm(
        length: 1...64, pattern: "^[A-Za-z0-9._:-]+$",
        allows: { scalar in
            switch scalar {
            case "A"..."Z", "a"..."z", "0"..."9", ".", "_", ":", "-": true
            default: false
            }
        })

    /// A text for people, on one line.
    static func line(_ length: ClosedRange<Int>) -> TextForm {
        TextForm(
            length: length, pattern: "^[^\\u0000-\\u001f\\u007f]*$", allows: { $0.value > 0x1F && $0.value != 0x7F })
    }

    /// Visible ASCII: tokens, passwords of machines, codes.
    static func token(_ length: ClosedRange<Int>) -> TextForm {
        TextForm(length: length, pattern: "^[!-~]+$", allows: { (0x21...0x7E).contains($0.value) })
    }

    /// Bytes, two hexadecimal digits each.
    static func hexadecimal(_ length: ClosedRange<Int>) -> TextForm {
        TextForm(
            length: length, isPaired: true, pattern: "^([0-9A-Fa-f]{2})+$",
            allows: { $0.isASCII && $0.properties.isASCIIHexDigit })
    }

    /// What push services call an app: Apple's topics.
    static let topic = TextForm(
        length: 1...DeviceToken.addressLengthMax, pattern: "^[A-Za-z0-9._-]+$",
        allows: { $0 != ":" && identifier.allows($0) })

    static func any(_ length: ClosedRange<Int>) -> TextForm { TextForm(length: length, allows: { _ in true }) }

    /// A moment, in what the API answers.
    static let moment = TextForm(length: 20...40, format: "date-time", allows: { _ in true })

    func fault(in text: String) -> String? { fault?(text) ?? (allows(text) ? nil : rule) }

    func allows(_ text: String) -> Bool {
        let count = text.unicodeScalars.count
        return length.contains(count) && (!isPaired || count.isMultiple(of: 2))
            && text.unicodeScalars.allSatisfy(allows)
    }
}
