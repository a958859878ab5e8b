import Foundation

/// The walks of `Documentation/Walks.md`: ways through the code as lists of files, and how many files each has.
package struct Walks {
    static let path = "Documentation/Walks.md"

    /// A section with a numbered table of files.
    package struct Walk: Equatable {
        package var title: String
        /// The line of the title, counted from 1.
        package var line: Int
        /// The files in order, below `Sources`.
        package var files: [String] = []
        /// How many of them a reader has to open; the others are marked, because their names say enough.
        package var openedCount = 0

        /// The count, for the report.
        package var summary: String { "\(files.count) files, \(openedCount) to open" }
    }

    /// All walks, in the document's order.
    package private(set) var all: [Walk] = []
    /// The numbers that the document's own overview gives for a walk, with their line.
    private var stated: [(line: Int, title: String, fileCount: Int, openedCount: Int)] = []
    /// The lines of files whose number is not the next one.
    private var misnumbered: [Int] = []

    /// - Parameter lines: the document.
    package init(_ lines: [Substring]) {
        let row = #/\| (?<number>\d+) \| (?<mark>\* )?`(?<file>[^`]+)` \|.*/#
        let overview = #/\| \[(?<title>.+)\]\(#.*\) \| (?<files>\d+) \| (?<opened>\d+) \|/#
        var current = Walk(title: "", line: 0)
        for (index, line) in lines.enumerated() {
            if line.hasPrefix("## ") {
                add(current)
                current = Walk(title: String(line.dropFirst(3)), line: index + 1)
            } else if let found = try? row.wholeMatch(in: line) {
                current.files.append(String(found.file))
                if found.mark == nil { current.openedCount += 1 }
                if Int(found.number) != current.files.count { misnumbered.append(index + 1) }
            } else if let found = try? overview.wholeMatch(in: line) {
                stated.append((index + 1, String(found.title), Int(found.files) ?? 0, Int(found.opened) ?? 0))
            }
        }
        add(current)
    }

    private mutating func add(_ walk: Walk) {
        if !walk.files.isEmpty { all.append(walk) }
    }

    /// Where the document contradicts itself.
    package func complaints() -> [(line: Int, text: String)] {
        let numbers = misnumbered.map { (line: $0, text: "has another number than its place in the walk") }
        let overview = stated.compactMap { stated -> (line: Int, text: String)? in
            guard let walk = all.first(where: { $0.title == stated.title }) else {
                return (stated.line, "there is no walk of this title")
            }
            guard walk.files.count != stated.fileCount || walk.openedCount != stated.openedCount else { return nil }
            return (stated.line, "the walk has \(walk.summary)")
        }
        let missing = all.filter { walk in !stated.contains { $0.title == walk.title } }
            .map { (line: $0.line, text: "the overview has not this walk") }
        return (numbers + overview + missing).sorted { $0.line < $1.line }
    }
}

extension Rule {
    /// The overview of the walks has the figures of the walks.
    static let walks = Rule(name: "the walks have as many files as their overview says") { checkout in
        texts(of: checkout) { $0 == Walks.path }.flatMap { path, lines in
            Walks(lines).complaints().map { Finding(path: path, line: $0.line, message: $0.text) }
        }
    }
}
