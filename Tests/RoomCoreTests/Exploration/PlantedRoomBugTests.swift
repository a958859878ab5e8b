import Explorer
import RoomCore
import Testing

/// Bugs planted around rooms: a search that does not find them would prove nothing.
struct PlantedRoomBugTests {
    private func broken<M: Model>(_ model: M) -> [String] {
        Explorer(model, bounds: ExplorationBounds(statesMax: 500_000)).run()
            .findings.filter { $0.expectation != .sometimes && $0.trace != nil }.map(\.property)
    }

    private func room(_ tampering: RoomTampering) -> RoomModel {
        RoomModel(devices: [RoomStory.ann, RoomStory.bob], asks: 3, tampering: tampering)
    }

    @Test func `a room that is written without comparing is found: a device is in one that is over`() {
        let found = broken(room(.writesWithoutComparing))
        #expect(found.contains("who was told to be in is in, in a room that is open"))
    }

    @Test func `a lease that is never checked is found: the room stays open forever`() {
        #expect(broken(room(.neverSweeps)) == ["the room is over"])
    }

    @Test(arguments: [RoomTampering.forgetsOldEnds, .readsWholesAsChanges])
    func `an old end that is not published is found`(tampering: RoomTampering) {
        let found = broken(ActiveCallModel(rooms: 2, endedMax: 0, breaks: 1, tampering: tampering))
        #expect(found.first == "who has heard everything knows what there is, and was told of every end")
    }
}
