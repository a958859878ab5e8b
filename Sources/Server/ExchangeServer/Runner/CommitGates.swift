package import ExchangeCore

/// What waits for the journal: for each recipient concerned, its effects in order, each behind a record's number.
package struct CommitGates<Recipient: Hashable> {
    private struct Held {
        var number: UInt64
        var effect: ExchangeEffect
    }

    private var held: [Recipient: [Held]] = [:]
    /// Recipients with something held, in the order they began to wait.
    private var waiting: [Recipient] = []

    package init() {}

    /// Keeps an effect if it stands behind a record, or behind another effect for its recipient that does.
    package mutating func holds(_ effect: ExchangeEffect, for recipient: Recipient, behind barrier: UInt64?) -> Bool {
        if barrier == nil, held.isEmpty { return false }
        let last = held[recipient]?.last?.number
        guard let number = [barrier, last].compactMap({ $0 }).max() else { return false }
        if last == nil { waiting.append(recipient) }
        held[recipient, default: []].append(Held(number: number, effect: effect))
        return true
    }

    /// Everything that stands behind records up to a number, in order for each recipient.
    package mutating func open(upTo number: UInt64) -> [(Recipient, ExchangeEffect)] {
        var opened: [(Recipient, ExchangeEffect)] = []
        var still: [Recipient] = []
        for recipient in waiting {
            let effects = held[recipient] ?? []
            let free = effects.prefix { $0.number <= number }
            opened.append(contentsOf: free.map { (recipient, $0.effect) })
            if free.count == effects.count {
                held[recipient] = nil
            } else {
                held[recipient] = Array(effects.dropFirst(free.count))
                still.append(recipient)
            }
        }
        waiting = still
        return opened
    }
}
