package import ExchangeCore

/// What waits to be stored: for each recipient concerned, its effects in order, each behind a record of the journal, news of a call to a
/// number, or both.
package struct CommitGates<Recipient: Hashable> {
    private struct Held {
        var number: UInt64
        var news: UInt64?
        var effect: ExchangeEffect
        /// When it began to wait.
        var since: Duration

        var isReply: Bool {
            if case .reply = effect { true } else { false }
        }
    }

    private var held: [Recipient: [Held]] = [:]
    /// Recipients with something held, in the order they began to wait.
    private var waiting: [Recipient] = []
    private var committed: UInt64 = 0
    /// News that are on their way to the store.
    private var news: Set<UInt64> = []

    package init() {}

    /// Keeps an effect if it stands behind a record or news, or behind another effect for its recipient that does.
    package mutating func holds(
        _ effect: ExchangeEffect, for recipient: Recipient, behind barrier: UInt64?, news: UInt64? = nil,
        at now: Duration = .zero
    ) -> Bool {
        if barrier == nil, news == nil, held.isEmpty { return false }
        let last = held[recipient]?.last?.number
        if barrier == nil, news == nil, last == nil { return false }
        if last == nil { waiting.append(recipient) }
        if let news { self.news.insert(news) }
        held[recipient, default: []].append(
            Held(number: max(barrier ?? 0, last ?? 0), news: news, effect: effect, since: now))
        return true
    }

    /// Since when the reply is held that waits longest; nil when none is.
    package var oldestReply: Duration? {
        held.values.lazy.flatMap(\.self).filter(\.isReply).map(\.since).min()
    }

    /// Takes out the replies that are held since a moment or longer, in order for each recipient; what else is held stays.
    package mutating func takeReplies(heldSince moment: Duration) -> [ExchangeEffect] {
        var taken: [ExchangeEffect] = []
        for recipient in waiting {
            let effects = held[recipient] ?? []
            let isDue = { (held: Held) in held.isReply && held.since <= moment }
            taken += effects.filter(isDue).map(\.effect)
            let rest = effects.filter { !isDue($0) }
            held[recipient] = rest.isEmpty ? nil : rest
        }
        waiting.removeAll { held[$0] == nil }
        return taken
    }

    /// Everything that stands behind records up to a number, and no news, in order for each recipient.
    package mutating func open(upTo number: UInt64) -> [(Recipient, ExchangeEffect)] {
        committed = number
        return open()
    }

    /// Everything that stood behind news alone which are stored now, in order for each recipient.
    package mutating func open(news number: UInt64) -> [(Recipient, ExchangeEffect)] {
        news.remove(number) == nil ? [] : open()
    }

    /// Forgets everything that is for whoever waits for news that are lost.
    ///
    /// - Returns: who they are.
    package mutating func drop(news number: UInt64) -> [Recipient] {
        guard news.remove(number) != nil else { return [] }
        let losers = waiting.filter { held[$0]?.contains { $0.news == number } == true }
        for loser in losers { held[loser] = nil }
        waiting.removeAll { held[$0] == nil }
        return losers
    }

    private mutating func open() -> [(Recipient, ExchangeEffect)] {
        var opened: [(Recipient, ExchangeEffect)] = []
        var still: [Recipient] = []
        for recipient in waiting {
            let effects = held[recipient] ?? []
            let free = effects.prefix { held in
                held.number <= committed && held.news.map { !news.contains($0) } != false
            }
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
