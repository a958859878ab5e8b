import Explorer
import Foundation
import Testing

/// Explores a model, tells what is broken, and compares the counts with those in `Vectors/phone-machines.json`.
///
/// To record a change on purpose: `CARILLON_RECORD=1 swift test --no-parallel --filter PhoneCoreTests`.
enum MachineExploration {
    private static let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Vectors/phone-machines.json").path

    static func check<M: Model>(_ name: String, _ model: M) throws {
        let result = Explorer(model).run()
        #expect(result.isComplete)
        for finding in result.broken {
            Issue.record("\(name): \(finding.property):\n\(finding.trace?.description ?? "never")")
        }
        if ProcessInfo.processInfo.environment["CARILLON_RECORD"] != nil {
            var recorded = (try? RecordedCounts(path: path)) ?? RecordedCounts()
            recorded.searches[name] = result.counts
            try recorded.text().write(toFile: path, atomically: true, encoding: .utf8)
        }
        let difference = try RecordedCounts(path: path).difference(for: name, from: result.counts)
        #expect(difference == nil, "\(difference ?? "")")
    }
}
