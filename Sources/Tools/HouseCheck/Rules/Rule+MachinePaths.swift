import Foundation

extension Rule {
    private static let textEndings = [
        ".swift", ".md", ".py", ".js", ".mjs", ".yaml", ".yml", ".txt", ".c", ".h", "Makefile", ".ci/run",
    ]

    /// The project knows no machine but the one it is cloned on.
    static let machinePaths = Rule(name: "no path of a machine is written down") { checkout in
        let places = ["work", "farm", "home", "root"].map { "/\($0)/" }
        return checkout.allPaths.filter { path in textEndings.contains { path.hasSuffix($0) } }.flatMap { path in
            guard let text = try? String(contentsOfFile: path, encoding: .utf8),
                places.contains(where: { text.holds($0) })
            else { return [Finding]() }
            return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap {
                index, line in
                guard let place = places.first(where: { named($0, in: line) }) else { return nil }
                return Finding(path: path, line: index + 1, message: "names \(place)")
            }
        }
    }

    /// `place` at the start of a path, not in the middle of one such as an address.
    private static func named(_ place: String, in line: Substring) -> Bool {
        guard let range = line.range(of: place) else { return false }
        guard range.lowerBound > line.startIndex else { return true }
        let before = line[line.index(before: range.lowerBound)]
        return !(before.isLetter || before.isNumber || before == "." || before == "_" || before == "-")
    }
}
