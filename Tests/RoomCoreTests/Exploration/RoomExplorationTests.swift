import Explorer
import Foundation
import RoomCore
import Testing

/// Every state a small room, or a small list of active calls, can reach, compared with the counts recorded here.
///
/// To record a change on purpose: `CARILLON_RECORD=1 swift test -c release --filter RoomExplorationTests`.
@Suite(.serialized) struct RoomExplorationTests {
    static let recordPath = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("explored.json").path

    @Test(arguments: [
        (
            "room: 2 devices, 5 requests, 2 processes",
            RoomModel(devices: [RoomStory.ann, RoomStory.bob], asks: 5)
        ),
        (
            "room: 3 devices of 2 people, 3 requests, 2 processes",
            RoomModel(devices: [RoomStory.ann, RoomStory.bob, RoomStory.bobsTablet], asks: 3)
        ),
    ])
    func `a room keeps every promise in every state`(name: String, model: RoomModel) throws {
        try search(name, model)
    }

    @Test(arguments: [
        ("active calls: 2 rooms, every end kept, 2 breaks", ActiveCallModel(rooms: 2, endedMax: 2)),
        ("active calls: 2 rooms, no end kept, 2 breaks", ActiveCallModel(rooms: 2, endedMax: 0)),
        (
            "active calls: 2 rooms, 1 end kept, 1 break, the list made anew",
            ActiveCallModel(rooms: 2, endedMax: 1, breaks: 1, restarts: 1)
        ),
    ])
    func `a listener misses no end in any state`(name: String, model: ActiveCallModel) throws {
        try search(name, model)
    }

    private func search<M: Model>(_ name: String, _ model: M) throws {
        let result = Explorer(model, bounds: ExplorationBounds(statesMax: 300_000)).run()
        try #require(result.isComplete)
        for finding in result.broken {
            Issue.record(
                "\(finding.property)\n\(finding.trace.map(\.description) ?? "no way leads to it")")
        }
        var record = try RecordedCounts(path: Self.recordPath)
        if ProcessInfo.processInfo.environment["CARILLON_RECORD"] != nil {
            record.searches[name] = result.counts
            try record.text().write(toFile: Self.recordPath, atomically: true, encoding: .utf8)
        }
        let difference = record.difference(for: name, from: result.counts)
        #expect(difference == nil)
    }
}
