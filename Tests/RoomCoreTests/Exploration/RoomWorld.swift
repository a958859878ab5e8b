import CallModel
import RoomCore

/// The stored room, the processes that work on it, and what each device was told. Time stands at zero; moments to come
/// are counted from there.
struct RoomWorld: Hashable, Sendable {
    /// A process between reading and writing.
    struct Work: Hashable, Sendable {
        let event: RoomEvent
        /// Whether the room was written since it was read: the revision is another.
        var isStale = false
        /// The state that was read, where it is not the present one; kept only for a planted bug that writes all the same.
        var read: RoomSession?
    }

    /// What a device was told last.
    struct Belief: Hashable, Sendable {
        let device: RoomDevice
        /// Until when it may think that it is in.
        var presentUntil: Duration?
    }

    var room: RoomSession
    var work: [Work] = []
    var asks: Int
    var beliefs: [Belief]
    var promises = RoomPromises()
    let tampering: RoomTampering?

    init(_ opening: RoomOpening, devices: [RoomDevice], asks: Int, tampering: RoomTampering?) {
        var effects: [RoomEffect] = []
        room = RoomSession.open(opening, at: .zero, into: &effects)
        self.asks = asks
        self.tampering = tampering
        beliefs = devices.map { Belief(device: $0) }
        promises.watch(nil, effects, room, .zero)
        pass(effects)
        room = room.relative(to: .zero)
    }

    mutating func begin(_ event: RoomEvent) {
        if event != .due { asks -= 1 }
        work.append(Work(event: event))
    }

    /// A store that compares refuses a decision about a room that has changed; the process reads it again.
    mutating func write(_ place: Int) {
        guard tampering == .writesWithoutComparing || !work[place].isStale else {
            work[place].isStale = false
            return
        }
        let done = work.remove(at: place)
        let before = done.read ?? room
        var after = before
        var effects: [RoomEffect] = []
        after.handle(done.event, at: .zero, into: &effects)
        promises.watch(before, effects, after, .zero)
        pass(effects)
        after = after.relative(to: .zero)
        if after != room { outdate() }
        room = after
    }

    private mutating func outdate() {
        for index in work.indices {
            if tampering == .writesWithoutComparing, work[index].read == nil { work[index].read = room }
            work[index].isStale = true
        }
    }

    private mutating func pass(_ effects: [RoomEffect]) {
        for case .reply(let reply, let device) in effects {
            guard let index = beliefs.firstIndex(where: { $0.device == device }) else { continue }
            if case .present(let until) = reply {
                beliefs[index].presentUntil = until
            } else {
                beliefs[index].presentUntil = nil
            }
        }
    }

    mutating func pass(_ time: Duration) {
        room = room.relative(to: time)
        for index in work.indices { work[index].read = work[index].read?.relative(to: time) }
        for index in beliefs.indices {
            beliefs[index].presentUntil = beliefs[index].presentUntil.map { max($0 - time, .zero) }
        }
    }

    /// Whether every device that was told that it is in, and whose time is not over, is in an open room.
    var areBeliefsTrue: Bool {
        beliefs.allSatisfy { belief in
            guard let until = belief.presentUntil, until > .zero else { return true }
            return !room.isOver && room.stays.contains { $0.device == belief.device && $0.isPresent }
        }
    }
}
