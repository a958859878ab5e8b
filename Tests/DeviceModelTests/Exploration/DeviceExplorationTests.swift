import DeviceModel
import Explorer
import Foundation
import Testing

/// Every state a small world can bring a device into, compared with the counts recorded beside this folder.
///
/// To record a change on purpose: `CARILLON_RECORD=1 swift test -c release --filter DeviceExplorationTests`.
@Suite(.serialized) struct DeviceExplorationTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let scope: DeviceScope
        var testDescription: String { scope.name }
    }

    static let cases = [
        DeviceScope(name: "one push, careless app, two deaths", profile: .ios26, app: .careless, deaths: 2),
        DeviceScope(
            name: "one call, held, muted, failing", profile: .ios26, hasHold: true, hasMute: true, hasFailures: true),
        DeviceScope(
            name: "one call, slow daemon that restarts, careless app", profile: .strict, app: .careless,
            hasSlowDaemon: true, hasReset: true),
        DeviceScope(name: "one call and the telephone", profile: .ios18, hasTelephone: true, hasHold: true),
        DeviceScope(name: "two pushes of one call", profile: .ios26p4, pushes: 2, lastPushRepeats: true, deaths: 1),
        DeviceScope(name: "one call, on the screen and off", profile: .ios26p4, deaths: 1, hasScreen: true),
        DeviceScope(name: "one call in, one out", profile: .ios27, dials: 1),
        DeviceScope(name: "two calls, failing", profile: .ios26, pushes: 2, deaths: 1, hasFailures: true),
        DeviceScope(name: "two pushes, careless app", profile: .ios26, app: .careless, pushes: 2, deaths: 1),
    ].map(Case.init)

    private static let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Recorded/explored.json").path

    @Test(arguments: cases)
    func `every reachable state of the device is in order`(example: Case) throws {
        let name = example.scope.name
        let result = Explorer(DeviceScopeModel(scope: example.scope)).run()
        #expect(result.isComplete)
        for finding in result.broken {
            let fault = finding.trace?.last.watch.fault ?? ""
            Issue.record("\(finding.property): \(fault)\n\(finding.trace?.description ?? "never")")
        }
        if ProcessInfo.processInfo.environment["CARILLON_RECORD"] != nil { try record(name, result.counts) }
        let difference = try RecordedCounts(path: Self.path).difference(for: name, from: result.counts)
        #expect(difference == nil)
    }

    private func record(_ name: String, _ counts: ExplorationCounts) throws {
        var recorded = (try? RecordedCounts(path: Self.path)) ?? RecordedCounts()
        recorded.searches[name] = counts
        try recorded.text().write(toFile: Self.path, atomically: true, encoding: .utf8)
    }

    @Test func `a driver that does not stop timers is found out`() throws {
        var scope = DeviceScope(name: "timers go on", profile: .ios26)
        scope.stopsTimers = false
        let result = Explorer(DeviceScopeModel(scope: scope), stopsWhenBroken: true).run()
        let trace = try #require(result[DeviceScopeModel.neverWrong]?.trace)
        #expect(trace.last.watch.fault?.hasPrefix("a timer runs without a cause") == true)
    }
}
