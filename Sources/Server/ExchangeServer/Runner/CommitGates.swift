package import ExchangeCore

/// What waits for the journal: for each connection concerned, its effects in order, each behind a record's number.
package struct CommitGates {
    private struct Held {
        var number: UInt64
        var effect: ExchangeEffect
    }

    private var held: [ConnectionID: [Held]] = [:]
    /// Connections with something held, in the order they began to wait.
    private var waiting: [ConnectionID] = []

    package init() {}

    /// Keeps an effect if it stands behind a record, or behind another effect of its connection that does.
    package mutating func holds(_ effect: ExchangeEffect, for connection: ConnectionID, behind barrier: UInt64?) -> Bool
    {
        if barrier == nil, held.isEmpty { return false }
        let last = held[connection]?.last?.number
        guard let number = [barrier, last].compactMap({ $0 }).max() else { return false }
        if last == nil { waiting.append(connection) }
        held[connection, default: []].append(Held(number: number, effect: effect))
        return true
    }

    /// Everything that stands behind records up to a number, in order for each connection.
    package mutating func open(upTo number: UInt64) -> [(ConnectionID, ExchangeEffect)] {
        var opened: [(ConnectionID, ExchangeEffect)] = []
        var still: [ConnectionID] = []
        for connection in waiting {
            let effects = held[connection] ?? []
            let free = effects.prefix { $0.number <= number }
            opened.append(contentsOf: free.map { (connection, $0.effect) })
            if free.count == effects.count {
                held[connection] = nil
            } else {
                held[connection] = Array(effects.dropFirst(free.count))
                still.append(connection)
            }
        }
        waiting = still
        return opened
    }
}
