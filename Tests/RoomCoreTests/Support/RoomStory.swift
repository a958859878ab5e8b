import CallModel
import RoomCore

/// One room, told event by event: what happens is a line, and what follows is asked between the lines.
struct RoomStory {
    private(set) var room: RoomSession
    private(set) var now: Duration = Self.start
    /// What followed from the last event.
    private(set) var effects: [RoomEffect] = []
    /// What followed from all events.
    private(set) var everything: [RoomEffect] = []
    private(set) var promises = RoomPromises()

    static let start: Duration = .seconds(1000)
    static let call = CallSessionID(UUIDValue(high: 9, low: 1))
    static let ann = RoomDevice(DeviceID("a"), of: UserID("ann"))
    static let bob = RoomDevice(DeviceID("b"), of: UserID("bob"))
    static let bobsTablet = RoomDevice(DeviceID("t"), of: UserID("bob"))
    static let cid = RoomDevice(DeviceID("c"), of: UserID("cid"))
    static let eve = RoomDevice(DeviceID("e"), of: UserID("eve"))

    /// Ann begins a room and invites Bob and Cid.
    init(_ call: CallSessionID = RoomStory.call, inviting invited: [UserID] = [bob.user, cid.user]) {
        room = RoomSession.open(
            RoomOpening(call, by: Self.ann, inviting: invited), at: now, into: &effects)
        promises.watch(nil, effects, room, now)
        everything = effects
    }

    mutating func happens(_ event: RoomEvent) {
        let before = room
        effects = []
        room.handle(event, at: now, into: &effects)
        promises.watch(before, effects, room, now)
        everything += effects
    }

    /// Another process has handled the same room, and its answer is written.
    mutating func becomes(_ other: RoomSession, _ effects: [RoomEffect]) {
        promises.watch(room, effects, other, now)
        room = other
        self.effects = effects
        everything += effects
    }

    /// - Returns: what the device is told.
    @discardableResult
    mutating func joins(_ device: RoomDevice) -> RoomReply? { asks(.join(device)) }

    @discardableResult
    mutating func leaves(_ device: RoomDevice, _ reason: RoomLeaving = .userLeft) -> RoomReply? {
        asks(.leave(device, reason))
    }

    @discardableResult
    mutating func renews(_ device: RoomDevice) -> RoomReply? { asks(.renew(device)) }

    private mutating func asks(_ event: RoomEvent) -> RoomReply? {
        happens(event)
        for case .reply(let reply, _) in effects { return reply }
        return nil
    }

    /// Time passes; the room is woken whenever it asked to be.
    mutating func passes(_ time: Duration) {
        let end = now + time
        while let due = room.nextDue, due <= end {
            now = max(now, due)
            happens(.due)
        }
        now = end
    }

    /// Time passes while devices say every now and then that they are there.
    mutating func passes(_ time: Duration, hearingOf devices: [RoomDevice]) {
        let end = now + time
        while now < end {
            passes(min(RoomLimits.heartbeat, end - now))
            for device in devices where !room.isOver { renews(device) }
        }
    }

    var ending: RoomEnding? { room.status.ending }
    var versions: [UInt64] {
        everything.compactMap { if case .changed(let status) = $0 { status.version } else { nil } }
    }
    var ends: Int { everything.count { if case .ended = $0 { true } else { false } } }
    func standing(_ user: String) -> RoomStanding? { room.status.standing(of: UserID(user)) }
    /// Everything that must never happen and did; empty at the end of every story.
    var violations: [String] { promises.violations }
}
