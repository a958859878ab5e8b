public import CallModel

/// The active calls of one user, for all clients that listen for them. It tells what changed after any position,
/// including the ends.
///
/// An ended call stays in the list while a client that was away may have to be told of it. If there are too many, the
/// oldest ends are forgotten, and a client with an older position is sent the whole list. So no client misses an end,
/// and the list does not grow.
public struct ActiveCallList: Hashable, Sendable, Codable {
    struct Entry: Hashable, Sendable, Codable {
        let call: CallSessionID
        let position: UInt64
        var version: UInt64
        /// Nil once it is over for the user.
        let status: RoomStatus?
    }

    /// The user whose calls these are.
    public let user: UserID
    /// The position of the newest change.
    public private(set) var position: UInt64
    /// Ends up to this position are forgotten.
    private(set) var floor: UInt64
    /// The calls in the order of their newest changes.
    private(set) var entries: [Entry] = []
    private let endedMax: Int

    /// An empty list.
    ///
    /// - Parameters:
    ///   - origin: the first position. It must be greater than any position of an earlier list of the same user, so
    ///     that a client's old position is not taken for one of this list. Microseconds of the clock are suitable.
    ///   - endedMax: the most ended calls that are told one by one.
    public init(of user: UserID, origin: UInt64, endedMax: Int = RoomLimits.endedCallsMax) {
        self.user = user
        position = origin
        floor = origin
        self.endedMax = endedMax
    }

    /// Takes a status of a room. They have to come in the order of the room's own transactions; a repeated one changes
    /// nothing.
    ///
    /// - Returns: whether the listeners have to be told.
    @discardableResult
    public mutating func apply(_ status: RoomStatus) -> Bool {
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

    /// The changes since a position.
    ///
    /// - Parameter position: the position of the client's last news; nil: it has none.
    public func changes(after position: UInt64?) -> ActiveCallChanges {
        guard let position, floor <= position, position <= self.position else {
            let active = entries.compactMap(\.status).map { ActiveCallChanges.Change.active($0) }
            return ActiveCallChanges(after: nil, changes: active, position: self.position)
        }
        let changes = entries.filter { $0.position > position }.map { entry in
            entry.status.map { ActiveCallChanges.Change.active($0) } ?? .over(entry.call)
        }
        return ActiveCallChanges(after: position, changes: changes, position: self.position)
    }

    /// Whether a call is active for the user: it is until the room ends or the user declines.
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

/// The news for a client that listens for active calls, at once or after a while.
public struct ActiveCallChanges: Hashable, Sendable, Codable {
    /// One call, as it is now for the user.
    public enum Change: Hashable, Sendable, Codable {
        /// The call goes on, and the user may be in it.
        case active(RoomStatus)
        /// The call is over for the user.
        case over(CallSessionID)
    }

    /// The position that these changes follow; nil: these are all active calls, and every other call is over.
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

/// One listener's knowledge of a user's active calls.
public struct ActiveCallReplica: Hashable, Sendable, Codable {
    /// The calls, in the order in which the listener heard of them.
    public private(set) var calls: [RoomStatus] = []
    /// The position to listen from; nil before the first news.
    public private(set) var position: UInt64?

    /// Begins without any news.
    public init() {}

    /// Applies news.
    ///
    /// - Returns: the changes that are new, with the end of each call that complete news no longer lists; nil: news in
    ///   between is missing, so the listener has to ask again from ``position``.
    public mutating func apply(_ update: ActiveCallChanges) -> [ActiveCallChanges.Change]? {
        if let position, update.position <= position, update.after != nil || update.position < position {
            return []
        }
        guard let after = update.after else { return applyWhole(update) }
        guard let position, after <= position else { return nil }
        self.position = update.position
        return update.changes.filter { apply($0) }
    }

    private mutating func applyWhole(_ update: ActiveCallChanges) -> [ActiveCallChanges.Change] {
        var there: [CallSessionID] = []
        for case .active(let status) in update.changes { there.append(status.call) }
        let gone = calls.map(\.call).filter { !there.contains($0) }.map {
            ActiveCallChanges.Change.over($0)
        }
        position = update.position
        return (gone + update.changes).filter { apply($0) }
    }

    /// - Returns: whether the change was new.
    private mutating func apply(_ change: ActiveCallChanges.Change) -> Bool {
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
