/// Lines of usage, which the argument parser leaves as long as they come.
package enum UsageText {
    private static let headings = ["USAGE: ", "Usage: "]

    /// Breaks each line of usage at `width` columns, between options and never within one; what follows is indented to
    /// stand under the first word. Other lines stay as they are.
    package static func wrapped(_ text: String, to width: Int) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            guard let heading = headings.first(where: line.hasPrefix) else { return String(line) }
            return broken(String(line), indent: heading.count, width: width)
        }.joined(separator: "\n")
    }

    private static func broken(_ line: String, indent: Int, width: Int) -> String {
        var lines: [String] = []
        var current = ""
        for piece in pieces(of: line) {
            if !current.isEmpty, current.count + 1 + piece.count > width {
                lines.append(current)
                current = String(repeating: " ", count: indent) + piece
            } else {
                current += current.isEmpty ? piece : " " + piece
            }
        }
        return (lines + [current]).joined(separator: "\n")
    }

    /// Words, and what stands in brackets as one word.
    private static func pieces(of line: String) -> [String] {
        var pieces = [""]
        var depth = 0
        for character in line {
            if character == "[" { depth += 1 }
            if character == "]" { depth -= 1 }
            if character == " ", depth == 0 {
                pieces.append("")
            } else {
                pieces[pieces.count - 1].append(character)
            }
        }
        return pieces
    }
}
