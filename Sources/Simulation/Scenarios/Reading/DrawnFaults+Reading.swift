extension DrawnFaults {
    static let keys = ["seed", "from", "until", "count", "kinds"]

    /// Reads `faults: {seed: 7, from: 1 min, until: 60 min, count: 40, kinds: [path, exchange]}`.
    init(_ section: ScenarioSection) throws(ScenarioError) {
        let seed = try section.integer("seed", in: 0...1_000_000)
        let count = try section.integer("count", in: 1...ScenarioLimits.faultsMax)
        guard let seed, let count, let until = try section.time("until") else {
            let example = "{seed: 7, count: 40, until: 60 min}"
            throw section.complaint("", "must say `seed`, `count` and `until`, such as `\(example)`")
        }
        let from = try section.time("from") ?? .zero
        guard from < until else { throw section.complaint("until", "must be later than `from`") }
        let kinds = try section.words("kinds", Kind.self) ?? Kind.allCases
        guard !kinds.isEmpty else {
            let known = Kind.allCases.map(\.rawValue).joined(separator: ", ")
            throw section.complaint("kinds", "is empty; it can be: \(known)")
        }
        self.init(seed: UInt64(seed), from: from, until: until, count: count, kinds: kinds)
    }
}
