/// A table of rows aligned under their headings, numbers to the right. On a terminal, the last column is broken so that
/// lines fit.
package struct TextTable {
    package struct Column {
        var heading: String
        var alignsRight: Bool

        package init(heading: String, alignsRight: Bool = false) {
            self.heading = heading
            self.alignsRight = alignsRight
        }
    }

    var columns: [Column]
    private(set) var rows: [[String]] = []

    package init(columns: [Column]) {
        self.columns = columns
    }

    /// Adds a row. Missing cells become empty, superfluous ones are dropped.
    package mutating func add(_ cells: [String]) {
        rows.append(columns.indices.map { $0 < cells.count ? cells[$0] : "" })
    }

    /// The heading, a rule, and the rows.
    package func lines(on terminal: Terminal) -> [String] {
        heading(on: terminal) + blocks(on: terminal).flatMap(\.self)
    }

    func heading(on terminal: Terminal) -> [String] {
        let widths = widths(within: terminal.lineMax)
        let rule = widths.map { String(repeating: "─", count: $0) }.joined(separator: "  ")
        return [terminal.paint(line(columns.map(\.heading), widths), .bold), terminal.paint(rule, .dim)]
    }

    /// The lines of each row: one, or several if the last column must be broken for the row to fit.
    func blocks(on terminal: Terminal) -> [[String]] {
        let widths = widths(within: terminal.lineMax)
        return rows.map { row in
            guard let last = row.last, let width = widths.last, last.count > width else { return [line(row, widths)] }
            return last.brokenBetweenWords(at: width).enumerated().map { number, piece in
                line((number == 0 ? Array(row.dropLast()) : row.dropLast().map { _ in "" }) + [piece], widths)
            }
        }
    }

    /// The width of each column: the width of its content, but for the last column at most the room left in the line.
    /// If there is hardly any room, the last column keeps its full width, because overlong lines are easier to read
    /// than a column of single words.
    private func widths(within lineMax: Int?) -> [Int] {
        var widths = columns.indices.map { index in
            ([columns[index].heading] + rows.map { $0[index] }).map(\.count).max() ?? 0
        }
        guard let lineMax, let last = widths.popLast() else { return widths }
        let room = lineMax - widths.reduce(0) { $0 + $1 + 2 }
        return widths + [room < Self.brokenWidthMin ? last : min(last, room)]
    }

    private static let brokenWidthMin = 24

    private func line(_ cells: [String], _ widths: [Int]) -> String {
        let padded = columns.indices.map { index in
            let space = String(repeating: " ", count: max(0, widths[index] - cells[index].count))
            return columns[index].alignsRight ? space + cells[index] : cells[index] + space
        }
        return padded.joined(separator: "  ").trimmingTrailingSpaces
    }
}

extension String {
    fileprivate var trimmingTrailingSpaces: String {
        var result = Substring(self)
        while result.last == " " { result.removeLast() }
        return String(result)
    }

    /// Lines of at most `width` characters; a longer word has a line of its own.
    fileprivate func brokenBetweenWords(at width: Int) -> [String] {
        var lines: [String] = []
        for word in split(separator: " ") {
            if let last = lines.last, last.count + 1 + word.count <= width {
                lines[lines.count - 1] = last + " " + word
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }
}
