import HouseCheck
import Testing

struct WalksTests {
    private static let document = """
        | Walk | Files | Without * |
        |---|---|---|
        | [A call](#a-call) | 3 | 2 |

        ## A call

        | | File | Decision |
        |---|---|---|
        | 1 | `Core/A.swift` | decides |
        | 2 | * `Core/B.swift` | carries out |
        | 3 | `Core/C.swift` | sends |

        ## Elsewhere

        | to a number | `Core/A.swift` | refuses |
        """

    private func complaints(_ text: String, replacing old: String, by new: String) -> [String] {
        Walks(text.replacing(old, with: new).split(separator: "\n", omittingEmptySubsequences: false)).complaints()
            .map { "\($0.line): \($0.text)" }
    }

    @Test func `a walk has the numbered files of its section, without those that can be skipped`() {
        let walks = Walks(Self.document.split(separator: "\n", omittingEmptySubsequences: false))
        #expect(walks.all.map(\.title) == ["A call"])
        #expect(walks.all.first?.files == ["Core/A.swift", "Core/B.swift", "Core/C.swift"])
        #expect(walks.all.first?.summary == "3 files, 2 to open")
        #expect(walks.complaints().isEmpty)
    }

    @Test(arguments: [
        ("| 3 | 2 |", "| 4 | 2 |", "3: the walk has 3 files, 2 to open"),
        ("| 3 | 2 |", "| 3 | 3 |", "3: the walk has 3 files, 2 to open"),
        ("| 3 | `Core/C.swift`", "| 4 | `Core/C.swift`", "11: has another number than its place in the walk"),
    ])
    func `a wrong count and a wrong number are found`(old: String, new: String, complaint: String) {
        #expect(complaints(Self.document, replacing: old, by: new) == [complaint])
    }

    @Test func `a walk that the overview names otherwise is found from both sides`() {
        #expect(
            complaints(Self.document, replacing: "[A call]", by: "[A dial]") == [
                "3: there is no walk of this title", "5: the overview has not this walk",
            ])
    }
}
