import Carillon
import Testing

struct TextTableTests {
    private var table: TextTable {
        var table = TextTable(columns: [
            .init(heading: "rule"), .init(heading: "took", alignsRight: true), .init(heading: "its whole meaning"),
        ])
        table.add(["C1", "7 ms", "A call that was reported is never reported again by another name."])
        table.add(["C20", "12 ms", "Nothing."])
        return table
    }

    @Test func `in a pipe a row is a line, however long`() {
        #expect(
            table.lines(on: Terminal(isColored: false)) == [
                "rule   took  its whole meaning",
                "────  ─────  ─────────────────────────────────────────────────────────────────",
                "C1     7 ms  A call that was reported is never reported again by another name.",
                "C20   12 ms  Nothing.",
            ])
    }

    @Test func `on a terminal the last column is broken between words, and the line fits`() {
        let lines = table.lines(on: Terminal(isColored: false, lineMax: 45))
        #expect(
            lines == [
                "rule   took  its whole meaning",
                "────  ─────  ────────────────────────────────",
                "C1     7 ms  A call that was reported is",
                "             never reported again by another",
                "             name.",
                "C20   12 ms  Nothing.",
            ])
        #expect(lines.allSatisfy { $0.count <= 45 })
    }

    @Test func `in a very narrow terminal, lines run over rather than break into single words`() {
        let narrow = table.lines(on: Terminal(isColored: false, lineMax: 30))
        #expect(narrow == table.lines(on: Terminal(isColored: false)))
    }
}
