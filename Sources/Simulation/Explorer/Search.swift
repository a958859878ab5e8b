/// What a search knows at one moment.
struct Search<M: Model> {
    let properties: [Property<M.State>]
    private let progress: ((ExplorationCounts) -> Void)?
    var table = StateTable()
    var counts = ExplorationCounts(states: 0, transitions: 0, depth: 0, terminal: 0)
    /// For each property the first state that breaks it, or shows it.
    private(set) var witnesses: [Int?]
    private(set) var isBroken = false
    var isCutOff = false

    init(properties: [Property<M.State>], progress: ((ExplorationCounts) -> Void)?) {
        self.properties = properties
        self.progress = progress
        witnesses = Array(repeating: nil, count: properties.count)
    }

    /// The properties nothing is known of yet, with their places.
    var openProperties: [(index: Int, property: Property<M.State>)] {
        properties.indices.filter { witnesses[$0] == nil }.map { ($0, properties[$0]) }
    }

    mutating func tellProgress() {
        counts.states = table.count
        progress?(counts)
    }

    /// Takes down what a state breaks or shows, unless another did before.
    mutating func note(_ indices: [Int], row: Int) {
        for index in indices where witnesses[index] == nil {
            witnesses[index] = row
            if properties[index].expectation != .sometimes { isBroken = true }
        }
    }
}
