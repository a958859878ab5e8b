import CallModel
import RoomCore
import Testing

/// Scenario 85: who is in a room, and when it is over.
struct Rooms {
    private static let present = RoomReply.present(until: RoomStory.start + RoomLimits.lease)

    @Test func `scenario 85: a device that comes after the last one left is told that the call is over`()
        throws
    {
        var room = RoomStory()
        room.joins(RoomStory.bob)
        room.leaves(RoomStory.ann)
        #expect(room.ending == nil && room.standing("ann") == .left)
        room.leaves(RoomStory.bob)
        let ending = try #require(room.ending)
        #expect(ending.reason == .everybodyLeft && ending.by == RoomStory.bob.user)
        for device in [RoomStory.cid, RoomStory.bob] { #expect(room.joins(device) == .over(ending)) }
        #expect(room.renews(RoomStory.bob) == .over(ending) && room.ends == 1 && room.violations == [])
    }

    @Test func `scenario 85: a device that joins twice is in the room once, and no member is told twice`() {
        var room = RoomStory()
        #expect(room.joins(RoomStory.bob) == Self.present)
        let version = room.room.version
        #expect(room.joins(RoomStory.bob) == Self.present)
        #expect(room.room.version == version && room.room.presentCount == 2)
        #expect(room.standing("bob") == .present(devices: 1) && room.violations == [])
    }

    @Test func `scenario 85: two devices of one person are two, and one may go`() {
        var room = RoomStory()
        room.joins(RoomStory.bob)
        room.joins(RoomStory.bobsTablet)
        #expect(room.standing("bob") == .present(devices: 2))
        #expect(room.leaves(RoomStory.bob) == .absent(isOver: false))
        #expect(room.standing("bob") == .present(devices: 1) && room.violations == [])
    }

    @Test func `scenario 85: a device that leaves twice is told the same twice`() {
        var room = RoomStory()
        room.joins(RoomStory.bob)
        #expect(room.leaves(RoomStory.bob) == .absent(isOver: false))
        let revision = room.room.revision
        #expect(room.leaves(RoomStory.bob) == .absent(isOver: false) && room.room.revision == revision)
        for _ in 1...2 { #expect(room.leaves(RoomStory.ann) == .absent(isOver: true)) }
        #expect(room.leaves(RoomStory.bob) == .absent(isOver: false), "as it was told then")
        #expect(room.ends == 1 && room.violations == [])
    }

    /// Two processes have read the same room. The second write is a decision about a state that has passed.
    @Test(arguments: [true, false])
    func `scenario 85: of the last one's leaving and another's coming the second is decided anew`(
        isLeavingFirst: Bool
    ) {
        var room = RoomStory()
        let events: [RoomEvent] = [.leave(RoomStory.ann, .userLeft), .join(RoomStory.bob)]
        let decided = events.map { event in
            var copy = room.room
            var effects: [RoomEffect] = []
            copy.handle(event, at: room.now, into: &effects)
            return (copy, effects)
        }
        let read = room.room.revision
        let first = isLeavingFirst ? 0 : 1
        room.becomes(decided[first].0, decided[first].1)
        #expect(
            room.room.revision != read && decided[1 - first].0.revision != read,
            "so the store refuses the second")
        room.happens(events[1 - first])
        #expect(
            room.room.isOver == isLeavingFirst && room.room.presentCount == (isLeavingFirst ? 0 : 1))
        #expect(room.violations == [])
    }

    @Test func `scenario 85: a room whose last device is not heard of any more ends with its lease`() {
        var room = RoomStory()
        room.joins(RoomStory.bob)
        room.leaves(RoomStory.ann)
        room.passes(RoomLimits.lease - .milliseconds(1))
        #expect(room.ending == nil)
        room.passes(.milliseconds(1))
        #expect(room.ending?.reason == .lastOneLost && room.ending?.by == RoomStory.bob.user)
        #expect(room.leaves(RoomStory.bob) == .absent(isOver: true) && room.violations == [])
    }

    @Test func `scenario 85: a device that is heard of stays, and the one that is not goes alone`() {
        var room = RoomStory()
        room.joins(RoomStory.bob)
        room.passes(.seconds(60), hearingOf: [RoomStory.ann])
        #expect(room.standing("bob") == .left && room.standing("ann") == .present(devices: 1))
        #expect(room.renews(RoomStory.bob) == .lapsed)
        room.joins(RoomStory.bob)
        #expect(
            room.standing("bob") == .present(devices: 1) && room.ending == nil && room.violations == [])
    }

    @Test func `no client keeps a room open for ever`() {
        var room = RoomStory()
        room.passes(RoomLimits.roomTimeMax, hearingOf: [RoomStory.ann])
        #expect(room.ending?.reason == .timeLimit && room.ends == 1 && room.violations == [])
    }

    @Test func `a person who was not invited does not join, and does not learn of the room`() {
        var room = RoomStory()
        #expect(room.joins(RoomStory.eve) == .notInvited && room.renews(RoomStory.eve) == .notInvited)
        room.leaves(RoomStory.ann)
        #expect(room.joins(RoomStory.eve) == .notInvited && room.leaves(RoomStory.eve) == .notInvited)
        #expect(room.violations == [])
    }

    @Test func `a member who declines or does not answer leaves the others alone, and may come all the same`() {
        var room = RoomStory()
        #expect(room.leaves(RoomStory.bob, .rejected) == .absent(isOver: false))
        room.leaves(RoomStory.cid, .timedOut)
        #expect(
            room.standing("bob") == .declined && room.standing("cid") == .missed && room.ending == nil)
        room.leaves(RoomStory.bob, .timedOut)
        #expect(room.standing("bob") == .declined)
        room.joins(RoomStory.bob)
        #expect(room.standing("bob") == .present(devices: 1))
        room.leaves(RoomStory.bobsTablet, .rejected)
        #expect(room.standing("bob") == .present(devices: 1) && room.violations == [])
    }

    @Test func `a room takes so many people and so many devices`() {
        let people = (0..<200).map { UserID("user \($0)") }
        var room = RoomStory(inviting: people + people)
        #expect(room.room.members.count == RoomLimits.membersMax)
        for number in 1..<RoomLimits.devicesMax {
            room.joins(RoomDevice(DeviceID("\(number)"), of: people[0]))
        }
        #expect(room.joins(RoomDevice(DeviceID("one more"), of: people[0])) == .full)
        #expect(
            room.joins(RoomDevice(DeviceID("1"), of: people[0])) == Self.present && room.violations == [])
    }

    @Test func `versions have no gap`() {
        var room = RoomStory()
        room.joins(RoomStory.bob)
        room.leaves(RoomStory.cid, .rejected)
        room.passes(RoomLimits.lease)
        #expect(room.versions == [1, 2, 3, 4] && room.violations == [])
    }
}
