import ExchangeCore
import Explorer
import Foundation
import Testing

/// Every state a small exchange can reach, compared with the counts recorded beside this folder.
///
/// To record a change on purpose: `CARILLON_RECORD=1 swift test -c release --filter ExplorationTests`.
@Suite(.serialized) struct ExplorationTests {
    struct Scope: Sendable, CustomTestStringConvertible {
        let name: String
        let model: RingModel
        var testDescription: String { name }
    }

    static let scopes = [
        Scope(name: "1 device, 1 drop, 1 double", model: RingModel(devices: 1, faults: .init(drops: 1, doubles: 1))),
        Scope(name: "2 devices, 1 drop, 1 double", model: RingModel(devices: 2, faults: .init(drops: 1, doubles: 1))),
        Scope(name: "3 devices, 1 drop, 1 double", model: RingModel(devices: 3, faults: .init(drops: 1, doubles: 1))),
        Scope(name: "1 device, 2 breaks", model: RingModel(devices: 1, faults: .init(breaks: 2))),
        Scope(name: "2 devices, 1 break", model: RingModel(devices: 2, faults: .init(breaks: 1))),
    ]

    private static let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Recorded/explored.json").path

    @Test(arguments: scopes)
    func `every reachable state keeps every promise`(scope: Scope) throws {
        let start = ContinuousClock().now
        let result = Explorer(scope.model).run()
        print(scope.name, result.counts, ContinuousClock().now - start)
        #expect(result.isComplete)
        for finding in result.broken {
            Issue.record("\(finding.property):\n\(finding.trace?.description ?? "never")")
        }
        if ProcessInfo.processInfo.environment["CARILLON_RECORD"] != nil { try record(scope.name, result.counts) }
        let difference = try RecordedCounts(path: Self.path).difference(for: scope.name, from: result.counts)
        #expect(difference == nil)
    }

    private func record(_ name: String, _ counts: ExplorationCounts) throws {
        var recorded = (try? RecordedCounts(path: Self.path)) ?? RecordedCounts()
        recorded.searches[name] = counts
        try recorded.text().write(toFile: Self.path, atomically: true, encoding: .utf8)
    }

    @Test func `an exchange in which a second answer also wins is found out`() throws {
        let model = RingModel(devices: 2, faults: .init(), rule: .everyAnswerWins)
        let result = Explorer(model, stopsWhenBroken: true).run()
        let trace = try #require(result["nothing happens that must never happen"]?.trace)
        #expect(
            trace.actions.map(\.description) == [
                "0 does dial", "dial arrives for 0", "invite arrives for 1", "1 does answer", "answer arrives for 1",
                "invite arrives for 2", "2 does answer", "answer arrives for 2",
            ])
        #expect(trace.last.checker.violations.contains("a second leg claimed the call"))
    }
}
