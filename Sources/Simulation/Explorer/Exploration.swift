internal import Foundation

/// The result of a search.
public struct Exploration<State: Sendable, Action: Sendable>: Sendable {
    /// How many states and transitions were seen.
    public let counts: ExplorationCounts
    /// Whether everything was seen: no bound was reached, and no property stopped the search early.
    public let isComplete: Bool
    /// One finding for each property, in the model's order.
    public let findings: [PropertyResult<State, Action>]

    /// The findings of properties that the machine does not have.
    public var broken: [PropertyResult<State, Action>] { findings.filter { !$0.isSatisfied } }

    /// The finding about a property, by its name.
    public subscript(_ property: String) -> PropertyResult<State, Action>? {
        findings.first { $0.property == property }
    }
}

/// The result of a search for one property.
public struct PropertyResult<State: Sendable, Action: Sendable>: Sendable {
    /// The property's name, which is a sentence about the machine.
    public let property: String
    /// The property's expectation.
    public let expectation: Property<State>.Expectation
    /// A shortest path to a state that breaks the property or, for `sometimes`, shows it.
    public let trace: Trace<State, Action>?

    /// Whether the machine has the property, as far as it was searched.
    public var isSatisfied: Bool {
        expectation == .sometimes ? trace != nil : trace == nil
    }
}

/// A shortest path from an initial state to a state that breaks or shows a property.
public struct Trace<State: Sendable, Action: Sendable>: Sendable {
    /// The initial state.
    public let initial: State
    /// Each action, and the state after it.
    public let steps: [(action: Action, state: State)]

    /// The last state.
    public var last: State { steps.last?.state ?? initial }

    /// The actions of all steps.
    public var actions: [Action] { steps.map(\.action) }
}

extension Trace: CustomStringConvertible {
    /// The numbered actions, one per line.
    public var description: String {
        steps.enumerated().map { "\($0.offset + 1). \($0.element.action)" }.joined(separator: "\n")
    }
}

/// The bounds at which a search stops.
public struct ExplorationBounds: Hashable, Sendable {
    /// The maximum number of remembered states. Each costs about 30 bytes, in addition to the states that wait to be
    /// visited.
    public var statesMax: Int
    /// The maximum number of actions from an initial state.
    public var depthMax: Int

    /// Makes bounds. The defaults are beyond any search of a test: ten million states take minutes and some hundred
    /// megabytes.
    public init(statesMax: Int = 10_000_000, depthMax: Int = .max) {
        self.statesMax = statesMax
        self.depthMax = depthMax
    }
}

/// How much a search has seen. The counts are equal for equal machines, so they can be recorded and compared.
public struct ExplorationCounts: Hashable, Sendable, Codable {
    /// The number of distinct states.
    public var states: Int
    /// The number of possible steps, to known or new states.
    public var transitions: Int
    /// The greatest distance of a state from an initial one, in steps.
    public var depth: Int
    /// The number of states without possible actions.
    public var terminal: Int

    /// Makes counts.
    public init(states: Int, transitions: Int, depth: Int, terminal: Int) {
        self.states = states
        self.transitions = transitions
        self.depth = depth
        self.terminal = terminal
    }
}

extension ExplorationCounts: CustomStringConvertible {
    /// The counts as a sentence.
    public var description: String {
        "\(states) states, \(transitions) transitions, depth \(depth), \(terminal) terminal"
    }
}

/// The recorded counts of searches in a file, by the name of the search.
///
/// When a change of the machine changes its reachable states, the counts differ from the record, which must then be
/// updated deliberately.
public struct RecordedCounts: Hashable, Sendable {
    /// The counts of each search.
    public var searches: [String: ExplorationCounts]

    /// Makes a record.
    public init(_ searches: [String: ExplorationCounts] = [:]) {
        self.searches = searches
    }

    /// Reads a record from JSON text.
    ///
    /// - Throws: `DecodingError` when the text is no record.
    public init(parsing text: String) throws {
        searches = try JSONDecoder().decode([String: ExplorationCounts].self, from: Data(text.utf8))
    }

    /// Reads a record from a file.
    public init(path: String) throws {
        try self.init(parsing: String(contentsOfFile: path, encoding: .utf8))
    }

    /// The record as JSON text, sorted by the names of the searches.
    public func text() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        return String(decoding: try encoder.encode(searches), as: UTF8.self) + "\n"
    }

    /// The difference between the record and the counts of one search, as a sentence; `nil` if there is none.
    public func difference(for search: String, from counts: ExplorationCounts) -> String? {
        guard let recorded = searches[search] else { return "“\(search)” is not recorded; it has \(counts)" }
        guard recorded != counts else { return nil }
        return "“\(search)” has \(counts); recorded are \(recorded)"
    }
}
