import CallModel
import RoomCore

/// Rooms a user is a member of, the list of them, and one listener whose connection comes and goes.
struct ActiveCallWorld: Hashable, Sendable {
    var rooms: [RoomSession]
    var list: ActiveCallList
    var view = ActiveCallReplica()
    /// Calls by what the listener was told of them, one change after the other.
    var told: [CallSessionID] = []
    /// News on their way to the listener, in order; nil: it is not connected.
    var wire: [ActiveCallChanges]?
    var breaks: Int
    var restarts: Int
    /// What went wrong.
    var faults: [String] = []
    let tampering: RoomTampering?

    init(rooms count: Int, endedMax: Int, breaks: Int, restarts: Int, tampering: RoomTampering?) {
        list = ActiveCallList(of: RoomStory.bob.user, origin: 0, endedMax: endedMax)
        self.breaks = breaks
        self.restarts = restarts
        self.tampering = tampering
        rooms = []
        for number in 1...count {
            let call = CallSessionID(UUIDValue(high: 9, low: UInt64(number)))
            var effects: [RoomEffect] = []
            rooms.append(
                RoomSession.open(
                    RoomOpening(call, by: RoomStory.ann, inviting: [RoomStory.bob.user]), at: .zero,
                    into: &effects))
            follow(effects)
        }
    }

    mutating func happens(_ event: RoomEvent, in room: Int) {
        var effects: [RoomEffect] = []
        rooms[room].handle(event, at: .zero, into: &effects)
        follow(effects)
    }

    private mutating func follow(_ effects: [RoomEffect]) {
        for case .changed(let status) in effects where list.apply(status) { push() }
    }

    /// Sends the connected listener the changes since its last update.
    private mutating func push() {
        guard let wire else { return }
        self.wire = wire + [changes(after: wire.last?.position ?? view.position)]
    }

    private func changes(after position: UInt64?) -> ActiveCallChanges {
        let update = list.changes(after: position)
        switch tampering {
        case .forgetsOldEnds where position != nil && update.after == nil:
            return ActiveCallChanges(after: position, changes: update.changes, position: update.position)
        case .forgetsOldEnds, .readsWholesAsChanges, .writesWithoutComparing, .neverSweeps, nil:
            return update
        }
    }

    mutating func listen() { wire = [changes(after: view.position)] }

    mutating func breakOff() {
        breaks -= 1
        wire = nil
    }

    mutating func receiveUpdate() {
        guard var update = wire?.removeFirst() else { return }
        if tampering == .readsWholesAsChanges, update.after == nil, let known = view.position {
            update.after = known
        }
        guard let changes = view.apply(update) else {
            return faults.append("an update that does not follow the known state")
        }
        for change in changes {
            switch change {
            case .active(let status): if !told.contains(status.call) { told.append(status.call) }
            case .over(let call):
                if !told.contains(call) { faults.append("an end of a call the listener was not told of") }
                told.removeAll { $0 == call }
            }
        }
    }

    /// The list is lost, and made anew from the rooms that are open. Everybody has to connect again.
    mutating func restart() {
        restarts -= 1
        wire = nil
        list = ActiveCallList(of: list.user, origin: list.position + 100, endedMax: 1)
        for room in rooms where !room.isOver { list.apply(room.status) }
    }

    /// The calls there are for the user.
    var truth: [CallSessionID] {
        rooms.filter { !$0.isOver && $0.status.standing(of: list.user) != .declined }.map(\.id).sorted()
    }

    /// Whether the listener, once it has heard everything, knows exactly what there is, and was told so in so many words.
    var isTrueWhenHeard: Bool {
        guard wire == [] else { return true }
        return view.calls.map(\.call).sorted() == truth && told.sorted() == truth
    }
}
