internal import Explorer
internal import Foundation
package import Scopes
internal import Testing

extension Scope {
    /// Searches the scope, and holds what it finds against its promises and against `Vectors/explored.json`.
    ///
    /// To record a change on purpose: `carillon explore --record`.
    package func prove() throws {
        let report = explore()
        for broken in report.broken {
            let way = (broken.trace ?? ["no way leads to it"]) + broken.remarks.map { "→ \($0)" }
            Issue.record("\(broken.property):\n\(way.joined(separator: "\n"))")
        }
        let difference = try RecordedCounts(path: Self.recordPath).difference(for: name, from: report.counts)
        #expect(difference == nil)
    }

    private static let recordPath = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Vectors/explored.json").path
}
