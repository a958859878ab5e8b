/// Rows aligned under their headings; numbers to the right.
struct TextTable {
    struct Column {
        var heading: String
        var alignsRight = false
    }

    var columns: [Column]
    private(set) var rows: [[String]] = []

    init(columns: [Column]) {
        self.columns = columns
    }

    /// Missing cells are empty, superfluous ones are dropped.
    mutating func add(_ cells: [String]) {
        rows.append(columns.indices.map { $0 < cells.count ? cells[$0] : "" })
    }

    func lines(on terminal: Terminal) -> [String] {
        let widths = columns.indices.map { index in
            ([columns[index].heading] + rows.map { $0[index] }).map(\.count).max() ?? 0
        }
        let heading = terminal.paint(line(columns.map(\.heading), widths), .bold)
        let rule = terminal.paint(widths.map { String(repeating: "─", count: $0) }.joined(separator: "  "), .dim)
        return [heading, rule] + rows.map { line($0, widths) }
    }

    private func line(_ cells: [String], _ widths: [Int]) -> String {
        let padded = columns.indices.map { index in
            let space = String(repeating: " ", count: widths[index] - cells[index].count)
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
}
