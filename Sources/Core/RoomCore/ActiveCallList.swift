public import CallModel

/// The calls one user may be in, for all that listen for them: what changed after any position, the ends too.
///
/// A call that is over stays in the list as long as it may have to be told to somebody who was away. Of those that
/// waited too long for that the list remembers only that there were some: who comes from before is given the whole.
/// So nobody misses an end, and the list does not grow.
public struct ActiveCallList: Hashable, Sendable, Codable {
    struct Entry: Hashable, Sendable, Codable {
        let call: CallSessionID
        let position: UInt64
        var version: UInt64
        /// Nil once it is over for the user.
        let status: RoomStatus?
    }

    /// Whose.
    public let user: UserID
    /// The position of the newest change.
    public private(set) var position: UInt64
    /// Ends up to here are forgotten.
    private(set) var floor: UInt64
    /// In the order of their newest changes.
    private(set) var entries: [Entry] = []
    private let endedMax: Int

    /// An empty list.
    ///
    /// - Parameters:
    ///   - origin: its first position: greater than any of a list the same user had before, so that what was remembered
    ///     of that one is not taken for this one's. Microseconds of the clock will do.
    ///   - endedMax: calls that are over and still told of one by one.
    public init(of user: UserID, origin: UInt64, endedMax: Int = RoomLimits.endedCallsMax) {
        self.user = user
        position = origin
        floor = origin
        self.endedMax = endedMax
    }

    /// Takes what became of a room: in order, as it follows from the room's own transactions. What comes twice changes
    /// nothing.
    ///
    /// - Returns: whether those who listen are to be told.
    @discardableResult
    public mutating func take(_ status: RoomStatus) -> Bool {
        let known = entries.firstIndex { $0.call == status.call }
        if let known, entries[known].version >= status.version { return false }
        let mine = isActive(status) ? status : nil
        if mine == nil, known.map({ entries[$0].status == nil }) ?? true {
            if let known { entries[known].version = status.version }
            return false
        }
        if let known { entries.remove(at: known) }
        position += 1
        entries.append(
            Entry(call: status.call, position: position, version: status.version, status: mine))
        forget()
        return true
    }

    /// What has changed since a position.
    ///
    /// - Parameter position: what the last news said; nil: nothing is known.
    public func news(after position: UInt64?) -> ActiveCallNews {
        guard let position, floor <= position, position <= self.position else {
            let active = entries.compactMap(\.status).map { ActiveCallNews.Change.active($0) }
            return ActiveCallNews(after: nil, changes: active, position: self.position)
        }
        let changes = entries.filter { $0.position > position }.map { entry in
            entry.status.map { ActiveCallNews.Change.active($0) } ?? .over(entry.call)
        }
        return ActiveCallNews(after: position, changes: changes, position: self.position)
    }

    /// A call is there for a member as long as somebody is in it, and until the member declines.
    private func isActive(_ status: RoomStatus) -> Bool {
        guard status.ending == nil else { return false }
        return switch status.standing(of: user) {
        case .invited, .present, .left, .missed: true
        case .declined, nil: false
        }
    }

    private mutating func forget() {
        let ended = entries.filter { $0.status == nil }
        guard ended.count > endedMax, let oldest = ended.first else { return }
        floor = oldest.position
        entries.removeAll { $0.call == oldest.call }
    }
}

/// What somebody who listens for active calls is told, at once or after a while.
public struct ActiveCallNews: Hashable, Sendable, Codable {
    /// One call, as it is now for that user.
    public enum Change: Hashable, Sendable, Codable {
        /// It goes on, and the user may be in it.
        case active(RoomStatus)
        /// It is over for the user.
        case over(CallSessionID)
    }

    /// The position these changes follow; nil: these are all calls there are, and whatever is not here is over.
    public var after: UInt64?
    /// Calls that changed, each once, as they are now.
    public var changes: [Change]
    /// The position to listen from next.
    public var position: UInt64

    /// Describes news.
    public init(after: UInt64?, changes: [Change], position: UInt64) {
        self.after = after
        self.changes = changes
        self.position = position
    }
}

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
