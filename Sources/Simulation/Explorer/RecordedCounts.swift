internal import Foundation

/// The counts of searches as they are kept in a file, by the name of the search.
///
/// A change of the machine that changes what it can reach shows as a difference, and is recorded on purpose.
public struct RecordedCounts: Hashable, Sendable {
    /// The counts of each search.
    public var searches: [String: ExplorationCounts]

    /// Makes a record.
    public init(_ searches: [String: ExplorationCounts] = [:]) {
        self.searches = searches
    }

    /// Reads a record; throws what is wrong with the text.
    public init(parsing text: String) throws {
        searches = try JSONDecoder().decode([String: ExplorationCounts].self, from: Data(text.utf8))
    }

    /// Reads a record from a file.
    public init(path: String) throws {
        try self.init(parsing: String(contentsOfFile: path, encoding: .utf8))
    }

    /// The record as it is kept: sorted, one search a paragraph.
    public func text() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        return String(decoding: try encoder.encode(searches), as: UTF8.self) + "\n"
    }

    /// What differs from the record for one search, as a sentence; `nil` if nothing does.
    public func difference(for search: String, from counts: ExplorationCounts) -> String? {
        guard let recorded = searches[search] else { return "“\(search)” is not recorded; it has \(counts)" }
        guard recorded != counts else { return nil }
        return "“\(search)” has \(counts); recorded are \(recorded)"
    }
}
