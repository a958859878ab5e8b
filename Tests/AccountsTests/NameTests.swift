import Accounts
import Testing

/// What users may be called, and what people are shown of them.
@Suite struct NameTests {
    /// What cannot be seen, or changes how what stands around it is read.
    static let hidden: [Unicode.Scalar] = [
        "\u{0}", "\n", "\r", "\t", "\u{1B}", "\u{7F}", "\u{85}", "\u{61C}", "\u{200E}", "\u{200F}", "\u{2028}",
        "\u{2029}", "\u{202A}", "\u{202B}", "\u{202C}", "\u{202D}", "\u{202E}", "\u{2066}", "\u{2067}", "\u{2068}",
        "\u{2069}", "\u{AD}", "\u{115F}", "\u{1160}", "\u{17B4}", "\u{180E}", "\u{200B}", "\u{2060}", "\u{3164}",
        "\u{FEFF}", "\u{FFA0}", "\u{2800}",
    ]

    @Test(arguments: hidden)
    func `L: a name with a control character, a mark of direction or an unseen letter is refused, and it is named`(
        _ scalar: Unicode.Scalar
    ) throws {
        let fault = NameError.character(scalar, place: 3)
        #expect(throws: fault) { try UserName("al\(Character(scalar))ice") }
        #expect(throws: fault) { try DisplayName("Al\(Character(scalar))ice A.") }
        let digits = String(scalar.value, radix: 16, uppercase: true)
        #expect(fault.description.contains("U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits))
    }

    @Test(arguments: [
        ("https://example.org/a.jpg", true), ("https://pictures.example.org:8443/?id=7&v=%20#x", true),
        ("https://a", true), ("https://", false), ("https:///a.jpg", false), ("http://example.org/a.jpg", false),
        ("https://ann:secret@example.org/", false), ("https://example.org:/a", false),
        ("https://example.org:123456/", false), ("https://example.org/a b", false), ("https://example.org?a", false),
        ("https://exämple.org/", false), ("https://example.org/ä", false), ("https://example.org/\u{7F}", false),
    ])
    func `the check of a picture's address and its published pattern accept the same texts`(text: String, isOne: Bool)
        throws
    {
        #expect((PictureAddress(text) != nil) == isOne)
        #expect(try (Regex(PictureAddress.pattern).wholeMatch(in: text) != nil) == isOne)
    }

    @Test func `a character is named as Unicode names it`() {
        #expect(
            NameError.character("\u{202E}", place: 2).description
                == "must not hold U+202E (RIGHT-TO-LEFT OVERRIDE), its character 2")
        #expect(NameError.character("/", place: 1).description == "must not hold U+002F (SOLIDUS), its character 1")
    }

    @Test func `L: a user's name holds nothing that an address or a reader takes for something else`() throws {
        for text in [
            " ", "al ice", "al\u{A0}ice", "al\u{200B}ice", "al\u{AD}ice", "\u{FEFF}alice", "a/b",
            "al\u{34F}ice", "al\u{180B}ice", "al\u{FE0F}ice", "a@b", "../a",
        ] {
            #expect(throws: NameError.self, "\(text.debugDescription)") { try UserName(text) }
        }
        #expect(throws: NameError.dots) { try UserName(".") }
        #expect(throws: NameError.dots) { try UserName("..") }
        #expect(throws: NameError.length(1...128)) { try UserName("") }
        #expect(throws: NameError.length(1...128)) { try UserName(String(repeating: "x", count: 129)) }
        for text in ["alice", "...", "..a", ".a", "a..b", "+15550100", "josé", "爱丽丝", "علي", "o'neil", "user:1"] {
            #expect(try UserName(text).text == text)
        }
    }

    @Test func `a display name begins and ends with a visible character`() throws {
        for text in [" Alice", "Alice ", "\u{A0}Alice", "Alice\u{3000}", " "] {
            #expect(throws: NameError.edge, "\(text.debugDescription)") { try DisplayName(text) }
        }
        #expect(throws: NameError.length(1...256)) { try DisplayName("") }
        for text in ["Alice A.", "می‌خواهم", "👩‍👧 Home", "../../etc/passwd", "A  B", ".."] {
            #expect(try DisplayName(text).text == text)
        }
    }

    @Test func `a claimed name loses the white space around it, and counts for nothing when that leaves no name`() {
        #expect(DisplayName(claimed: " Alice \u{A0}")?.text == "Alice")
        for text in ["", "  ", "Ali\u{202E}ce", "A\nB", String(repeating: "x", count: 257)] {
            #expect(DisplayName(claimed: text) == nil)
        }
    }
}
