package import WireJSON

/// Everything that happened in the Lab, in order, and the state of its parties at each moment.
///
/// Rows are numbered without gaps. Every 500 rows begin a chunk with a snapshot of the state, so that the state before
/// any row is found without a walk from the beginning. The oldest chunk is dropped when there are too many.
package struct LabTimeline: Sendable {
    /// The bounds of the memory that a timeline takes.
    package struct Limits: Hashable, Sendable {
        /// The most rows, changes or samples of a chunk.
        package var chunkRows = 500
        package var chunkChanges = 2_000
        package var chunkSamples = 4_000
        /// The most chunks, so that at most 100,000 rows are kept.
        package var chunks = 200

        package init() {}
    }

    private struct Chunk: Sendable {
        let first: Int
        let begin: [String: JSONValue]
        var rows: [LabRow] = []
        var changes: [LabChange] = []
        var samples: [LabSample] = []
    }

    /// The current state by key.
    package private(set) var state: [String: JSONValue] = [:]
    private let limits: Limits
    private var chunks: [Chunk] = [Chunk(first: 0, begin: [:])]
    private var update = LabUpdate()

    package init(_ limits: Limits = Limits()) {
        self.limits = limits
    }

    /// The number of the oldest row.
    package var first: Int { chunks[0].first }
    /// The number of the next row.
    package var next: Int { last.first + last.rows.count }
    /// The time of the newest row.
    package var end: Duration { chunks.last { !$0.rows.isEmpty }?.rows.last?.at ?? .zero }

    private var last: Chunk { chunks[chunks.count - 1] }

    /// Adds a row. Its time is that of the row before if it is earlier, because rows are in the order of events.
    package mutating func append(_ row: LabRow) {
        var row = row
        row.at = max(row.at, end)
        makeRoom()
        update.rows.append(row)
        chunks[chunks.count - 1].rows.append(row)
    }

    /// Sets a value of the state.
    ///
    /// - Returns: whether it changed.
    @discardableResult
    package mutating func set(_ key: String, to value: JSONValue?, at: Duration) -> Bool {
        guard state[key] != value else { return false }
        makeRoom()
        state[key] = value
        let change = LabChange(row: next, at: at, key: key, value: value)
        update.changes.append(change)
        chunks[chunks.count - 1].changes.append(change)
        return true
    }

    /// Adds a measurement.
    package mutating func add(_ sample: LabSample) {
        makeRoom()
        update.samples.append(sample)
        chunks[chunks.count - 1].samples.append(sample)
    }

    private mutating func makeRoom() {
        let chunk = last
        guard
            chunk.rows.count >= limits.chunkRows || chunk.changes.count >= limits.chunkChanges
                || chunk.samples.count >= limits.chunkSamples
        else { return }
        chunks.append(Chunk(first: next, begin: state))
        if chunks.count > limits.chunks { chunks.removeFirst(chunks.count - limits.chunks) }
    }

    /// Removes and returns the additions since the last call; nil if there were none.
    package mutating func removeUpdate() -> LabUpdate? {
        guard !update.isEmpty else { return nil }
        var removed = LabUpdate(first: next - update.rows.count)
        swap(&removed, &update)
        removed.first = next - removed.rows.count
        return removed
    }
}

extension LabTimeline {
    /// Rows with the state before the first of them, and what changed until after the last.
    ///
    /// - Parameters:
    ///   - start: the number of the first row; rows that are gone are left out.
    ///   - count: the most rows.
    package func range(from start: Int, count: Int) -> LabRange {
        let start = min(max(start, first), next)
        let end = min(start + max(count, 0), next)
        let index = chunks.lastIndex { $0.first <= start } ?? 0
        var state = chunks[index].begin
        var range = LabRange(first: start)
        for chunk in chunks[index...] where chunk.first <= end {
            for change in chunk.changes {
                if change.row <= start { state[change.key] = change.value }
                if change.row > start, change.row <= end { range.changes.append(change) }
            }
            let rows = chunk.rows.indices.filter { (start..<end).contains(chunk.first + $0) }
            range.rows += rows.map { chunk.rows[$0] }
        }
        range.state = state
        range.samples = samples(of: range, isNewest: end == next)
        return range
    }

    /// The samples between the first row of a range and the row after it.
    private func samples(of range: LabRange, isNewest: Bool) -> [LabSample] {
        guard let begin = range.rows.first?.at, let end = range.rows.last?.at else { return [] }
        let reach = chunks.filter { $0.first <= range.first + range.rows.count }
        return reach.flatMap(\.samples).filter { $0.at >= begin && (isNewest || $0.at <= end) }
    }

    /// The number of the first row at this time or later.
    package func row(at time: Duration) -> Int {
        guard let index = chunks.lastIndex(where: { $0.rows.first.map { $0.at < time } ?? false }) else { return first }
        let chunk = chunks[index]
        return chunk.first + (chunk.rows.firstIndex { $0.at >= time } ?? chunk.rows.count)
    }
}

/// The additions to a timeline.
package struct LabUpdate: Hashable, Sendable {
    /// The number of the first row.
    package var first = 0
    package var rows: [LabRow] = []
    package var changes: [LabChange] = []
    package var samples: [LabSample] = []

    var isEmpty: Bool { rows.isEmpty && changes.isEmpty && samples.isEmpty }

    /// The members that a message to the page has of it.
    package var members: JSONObject {
        [
            "rows": .array(rows.enumerated().map { $1.json(first + $0) }), "changes": .array(changes.map(\.json)),
            "quality": .array(samples.map(\.json)),
        ]
    }
}

/// Rows of a timeline, with the state before the first of them.
package struct LabRange: Hashable, Sendable {
    /// The number of the first row.
    package var first: Int
    package var state: [String: JSONValue] = [:]
    package var rows: [LabRow] = []
    package var changes: [LabChange] = []
    package var samples: [LabSample] = []

    /// The members that an answer to the page has of it.
    package var members: JSONObject {
        var update = LabUpdate()
        update.first = first
        update.rows = rows
        update.changes = changes
        update.samples = samples
        var members: JSONObject = ["from": .integer(Int64(first)), "state": .object(state.labJSON)]
        members.merge(update.members)
        return members
    }
}

extension [String: JSONValue] {
    /// The values in the order of their keys.
    package var labJSON: JSONObject { JSONObject(sorted { $0.key < $1.key }.map { ($0.key, $0.value) }) }
}
