import CallModel

/// What one listener knows of a user's active calls.
public struct ActiveCallView: Hashable, Sendable, Codable {
    /// The calls, in the order they were heard of.
    public private(set) var calls: [RoomStatus] = []
    /// Where to listen from; nil before the first news.
    public private(set) var position: UInt64?

    /// Knows nothing.
    public init() {}

    /// Takes news.
    ///
    /// - Returns: what is new, with the end of each call the news no longer speaks of; nil where something between is
    ///   missing, so that one has to ask again from ``position``.
    public mutating func take(_ news: ActiveCallNews) -> [ActiveCallNews.Change]? {
        if let position, news.position <= position, news.after != nil || news.position < position {
            return []
        }
        guard let after = news.after else { return takeWhole(news) }
        guard let position, after <= position else { return nil }
        self.position = news.position
        return news.changes.filter { apply($0) }
    }

    private mutating func takeWhole(_ news: ActiveCallNews) -> [ActiveCallNews.Change] {
        var there: [CallSessionID] = []
        for case .active(let status) in news.changes { there.append(status.call) }
        let gone = calls.map(\.call).filter { !there.contains($0) }.map {
            ActiveCallNews.Change.over($0)
        }
        position = news.position
        return (gone + news.changes).filter { apply($0) }
    }

    /// - Returns: whether it was new.
    private mutating func apply(_ change: ActiveCallNews.Change) -> Bool {
        switch change {
        case .active(let status):
            guard let index = calls.firstIndex(where: { $0.call == status.call }) else {
                calls.append(status)
                return true
            }
            guard calls[index].version < status.version else { return false }
            calls[index] = status
            return true
        case .over(let call):
            let count = calls.count
            calls.removeAll { $0.call == call }
            return calls.count < count
        }
    }
}
