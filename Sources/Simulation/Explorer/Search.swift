/// What a search knows at one moment.
@usableFromInline struct Search<M: Model> {
    @usableFromInline let properties: [Property<M.State>]
    @usableFromInline let progress: ((ExplorationCounts) -> Void)?
    @usableFromInline var table = StateTable()
    @usableFromInline var counts = ExplorationCounts(states: 0, transitions: 0, depth: 0, terminal: 0)
    /// For each property the first state that breaks it, or shows it.
    @usableFromInline var witnesses: [Int?]
    @usableFromInline var isBroken = false
    @usableFromInline var isCutOff = false

    @inlinable init(properties: [Property<M.State>], progress: ((ExplorationCounts) -> Void)?) {
        self.properties = properties
        self.progress = progress
        witnesses = Array(repeating: nil, count: properties.count)
    }

    /// The properties nothing is known of yet, with their places.
    @inlinable var openProperties: [(index: Int, property: Property<M.State>)] {
        properties.indices.filter { witnesses[$0] == nil }.map { ($0, properties[$0]) }
    }

    @inlinable mutating func tellProgress() {
        counts.states = table.count
        progress?(counts)
    }

    /// Takes down what a state breaks or shows, unless another did before.
    @inlinable mutating func note(_ indices: [Int], row: Int) {
        for index in indices where witnesses[index] == nil {
            witnesses[index] = row
            if properties[index].expectation != .sometimes { isBroken = true }
        }
    }
}
