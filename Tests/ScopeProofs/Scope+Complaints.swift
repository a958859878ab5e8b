internal import Explorer
internal import Foundation
package import Scopes

extension Scope {
    /// Searches the scope, and says which promises it breaks and how it differs from `Vectors/explored.json`.
    ///
    /// To record a change on purpose: `carillon explore --record`.
    package func complaints() throws -> [String] {
        let report = explore()
        let broken = report.broken.map { broken in
            let way = (broken.trace ?? ["no way leads to it"]) + broken.remarks.map { "→ \($0)" }
            return "\(broken.property):\n\(way.joined(separator: "\n"))"
        }
        let difference = try RecordedCounts(path: Self.recordPath).difference(for: name, from: report.counts)
        return broken + (difference.map { [$0] } ?? [])
    }

    private static let recordPath = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Vectors/explored.json").path
}
