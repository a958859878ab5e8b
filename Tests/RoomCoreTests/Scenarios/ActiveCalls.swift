import CallModel
import RoomCore
import Testing

/// Scenario 85: a user listens for active calls, goes away and listens again.
struct ActiveCalls {
    private static let other = CallSessionID(UUIDValue(high: 9, low: 2))

    private static func feed(_ list: inout ActiveCallList, _ room: RoomStory) {
        for case .changed(let status) in room.everything { list.apply(status) }
    }

    @Test func `scenario 85: who listens again is told of the end that came meanwhile`() {
        var list = ActiveCallList(of: RoomStory.bob.user, origin: 7)
        var view = ActiveCallReplica()
        var room = RoomStory()
        Self.feed(&list, room)
        #expect(view.apply(list.changes(after: view.position)) == [.active(room.room.status)])
        room.leaves(RoomStory.ann)
        Self.feed(&list, room)
        let update = list.changes(after: view.position)
        #expect(update.after != nil && view.apply(update) == [.over(RoomStory.call)])
        #expect(view.calls == [] && view.apply(update) == [])
    }

    @Test func `scenario 85: who was away for longer than ends are kept is given the whole, and concludes the ends`() {
        var list = ActiveCallList(of: RoomStory.bob.user, origin: 7, endedMax: 1)
        var view = ActiveCallReplica()
        var rooms = [RoomStory(), RoomStory(Self.other)]
        for room in rooms { Self.feed(&list, room) }
        _ = view.apply(list.changes(after: view.position))
        #expect(view.calls.count == 2)
        for index in rooms.indices {
            rooms[index].leaves(RoomStory.ann)
            Self.feed(&list, rooms[index])
        }
        let update = list.changes(after: view.position)
        #expect(update.after == nil && update.changes == [])
        #expect(view.apply(update) == [.over(RoomStory.call), .over(Self.other)] && view.calls == [])
    }

    @Test func `scenario 85: a list that was made anew is sent whole to a listener that knows the old one`() {
        var room = RoomStory()
        var old = ActiveCallList(of: RoomStory.bob.user, origin: 7)
        var view = ActiveCallReplica()
        Self.feed(&old, room)
        _ = view.apply(old.changes(after: nil))
        room.leaves(RoomStory.ann)
        let new = ActiveCallList(of: RoomStory.bob.user, origin: 1_000)
        #expect(view.apply(new.changes(after: view.position)) == [.over(RoomStory.call)])
    }

    @Test func `a declined call leaves the member's list until they join, and one that they left stays`() {
        var room = RoomStory()
        var list = ActiveCallList(of: RoomStory.bob.user, origin: 0)
        var view = ActiveCallReplica()
        room.leaves(RoomStory.bob, .rejected)
        Self.feed(&list, room)
        _ = view.apply(list.changes(after: nil))
        #expect(view.calls == [])
        room.leaves(RoomStory.cid, .rejected)
        Self.feed(&list, room)
        #expect(view.apply(list.changes(after: view.position)) == [])
        room.joins(RoomStory.bob)
        room.leaves(RoomStory.bob)
        Self.feed(&list, room)
        _ = view.apply(list.changes(after: view.position))
        #expect(view.calls.map { $0.standing(of: RoomStory.bob.user) } == [.left])
    }

    @Test func `a call that a user was not invited to is not in the user's list`() {
        var list = ActiveCallList(of: RoomStory.eve.user, origin: 0)
        Self.feed(&list, RoomStory())
        #expect(list.changes(after: nil).changes == [] && list.position == 0)
    }

    @Test func `an update that does not follow the known state is refused, and the state is requested again`() {
        var list = ActiveCallList(of: RoomStory.bob.user, origin: 0)
        var room = RoomStory()
        Self.feed(&list, room)
        var view = ActiveCallReplica()
        #expect(view.apply(list.changes(after: 0)) == nil && view.position == nil)
        _ = view.apply(list.changes(after: nil))
        let known = view
        room.joins(RoomStory.bob)
        Self.feed(&list, room)
        let overtaken = list.changes(after: list.position)
        #expect(overtaken.changes == [] && view.apply(overtaken) == nil && view == known)
        #expect(view.apply(list.changes(after: view.position))?.count == 1)
    }
}
