import ExchangeCore
import Explorer
import Foundation
import Scopes
import Testing

/// Every state of every scope, compared with the counts recorded in `Vectors/explored.json`.
///
/// To record a change on purpose: `carillon explore --all --record`.
struct ScopeTests {
    private static let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Vectors/explored.json").path

    @Test(arguments: Scope.exchange)
    func `every reachable state keeps every promise`(scope: Scope) throws {
        let report = scope.explore()
        #expect(report.isComplete)
        for broken in report.broken {
            Issue.record("\(broken.property):\n\(broken.trace?.joined(separator: "\n") ?? "never")")
        }
        let difference = try RecordedCounts(path: Self.path).difference(for: scope.name, from: report.counts)
        #expect(difference == nil)
    }

    @Test func `no two scopes share a name`() {
        #expect(Set(Scope.exchange.map(\.name)).count == Scope.exchange.count)
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
