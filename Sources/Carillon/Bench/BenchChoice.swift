/// What `--only` chooses.
package struct BenchChoice {
    private let words: [String]
    private let groups: [(name: String, figures: [String])]

    /// - Parameter words: beginnings of names of groups or of figures; none: everything.
    package init(_ words: [String], among groups: [(name: String, figures: [String])]) {
        self.words = words
        self.groups = groups
    }

    /// The first word that chooses nothing; nil when each chooses something.
    package var idleWord: String? {
        words.first { word in !meansGroups(word) && !groups.contains { $0.figures.contains { $0.hasPrefix(word) } } }
    }

    /// Whether anything of a group is chosen.
    package func takes(group: String) -> Bool {
        words.isEmpty || words.contains { meansGroups($0) && group.hasPrefix($0) }
            || groups.contains { $0.name == group && $0.figures.contains { takes($0, of: group) } }
    }

    /// Whether a figure is. A word that begins a group's name means whole groups: `push` is the group, not also the
    /// figure `push-to-report` of another.
    package func takes(_ figure: String, of group: String) -> Bool {
        words.isEmpty || words.contains { meansGroups($0) ? group.hasPrefix($0) : figure.hasPrefix($0) }
    }

    private func meansGroups(_ word: String) -> Bool { groups.contains { $0.name.hasPrefix(word) } }
}
