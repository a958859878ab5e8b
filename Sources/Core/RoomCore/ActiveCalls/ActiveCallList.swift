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
