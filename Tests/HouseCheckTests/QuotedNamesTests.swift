import HouseCheck
import Testing

struct QuotedNamesTests {
    private static let code = """
        struct Parcel {
            var weight: Int  // in grams
            func send(to place: String) { log("parcel_sent") }
            struct Stamp { let value: Int }
        }
        extension Parcel { enum Kind { case fragile } }
        struct Letter { var pages: Int }
        """

    private func complaints(_ text: String, in path: String = "Sources/Core/Post/Van.swift") -> [String] {
        let files = [
            (path: "Sources/Core/Post/Parcel.swift", text: Self.code), (path: path, text: text),
            (path: "Packaging/post.yaml", text: "# `Sledge`\nstamp-price: 3\n"),
        ]
        return QuotedNames(files: files).complaints().map { "\($0.line) \($0.text)" }
    }

    @Test(arguments: [
        ("/// Sends a `Packet`.", "`Packet`"), ("/// Sends a ``Packet``.", "`Packet`"),
        ("let van = 1  // of ``Parcel/mass``", "`mass`"), ("// See `Parcel.send(toward:)`.", "`toward`"),
        ("// `grams` is a word of a comment only", "`grams`"), ("// the key `stamp-cost`", "`cost`"),
        ("// `Sledge` is a word of a remark only", "`Sledge`"),
    ])
    func `a quoted word that no code has is found where it stands`(line: String, name: String) {
        #expect(complaints("struct Van {}\n\(line)\n") == ["2 \(name) is no name in the code"])
        #expect(complaints("\n\(line)\n", in: "Documentation/Post.md") == ["2 \(name) is no name in the code"])
    }

    @Test func `a member that only another type has is found`() {
        #expect(
            complaints("/// As `Letter.pages`, not `Van.pages`.\nstruct Van {}") == [
                "1 `Van.pages` is no name in the code"
            ])
    }

    @Test func `a file that is gone is found`() {
        let text = "/// See `Sources/Core/Post/Crate.swift`, or `Post/Parcel.swift`.\nstruct Van {}"
        #expect(complaints(text) == ["1 no file `Sources/Core/Post/Crate.swift`"])
    }

    @Test func `a text in backticks that goes on in the next line is read whole`() {
        let text = "/// As `Parcel,\n/// Packet` says, and Nothing without.\nstruct Van {}"
        #expect(complaints(text) == ["2 `Packet` is no name in the code"])
    }

    @Test(arguments: [
        "/// A `Parcel` of a ``Parcel/Kind/fragile``, with `Parcel.Stamp.value`, `send(to:)` and `weight`.",
        "/// `Sources/Core/Post`, `post.yaml`, `Post/*.swift`, `Post/NAME.swift`, `/stamp/price`, `{\"parcel_sent\": 3}`.",
        "/// `…cel`, `parcel_…`, `SIZE`, `3ab`, `x`, `alaw_compress`. Words without backticks, as Packet.",
        "let text = \"`Packet` // `Packet`\"",
        "/// ```\n/// `Packet`\n/// ```",
    ])
    func `a name that exists, a part of a name and a placeholder are let through`(line: String) {
        #expect(complaints("\(line)\nstruct Van {}\n").isEmpty)
    }
}
