/// Faults that wait for the requests they are meant for.
struct FaultPlan<Fault: Sendable>: Sendable {
    /// Faults that may wait. A test plans a handful.
    private static var countMax: Int { 1_000 }

    private struct Entry: Sendable {
        var fault: Fault
        var after: Int
        var count: Int?
        var target: String?
    }

    private var entries: [Entry] = []

    /// How many wait.
    var count: Int { entries.count }

    /// False when too many wait already.
    @discardableResult
    mutating func add(_ fault: Fault, after: Int, count: Int?, target: String?) -> Bool {
        guard entries.count < Self.countMax else { return false }
        entries.append(Entry(fault: fault, after: max(after, 0), count: count, target: target))
        return true
    }

    mutating func clear() { entries.removeAll() }

    /// The fault for a request: the first that is meant for it and due.
    mutating func take(for target: String?) -> Fault? {
        for index in entries.indices where entries[index].target == nil || entries[index].target == target {
            if entries[index].after > 0 {
                entries[index].after -= 1
                continue
            }
            let fault = entries[index].fault
            if let count = entries[index].count {
                entries[index].count = count - 1
                if count <= 1 { entries.remove(at: index) }
            }
            return fault
        }
        return nil
    }
}
