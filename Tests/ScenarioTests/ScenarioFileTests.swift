import Foundation
import Scenarios
import Testing

/// Every file of `Scenarios/`, played on our phone and on the naive one it describes.
@MainActor
@Suite struct ScenarioFileTests {
    nonisolated static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Scenarios").path

    /// The files' paths below the folder.
    nonisolated static let names = ((try? ScenarioFolder.files(under: folder)) ?? []).map {
        String($0.dropFirst(folder.count + 1))
    }

    @Test func `there is a scenario for every pitfall`() {
        for number in 1...25 {
            let prefix = "pitfalls/\(number < 10 ? "0" : "")\(number)-"
            #expect(Self.names.contains { $0.hasPrefix(prefix) }, "none begins with \(prefix)")
        }
    }

    @Test func `the documentation lists each, with the mistake by which the naive phone fails it`() throws {
        let path = "\(Self.folder)/../Documentation/Scenarios.md"
        let rows = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").filter {
            $0.hasPrefix("| ")
        }
        for name in Self.names {
            let note = try #require(try ScenarioReader.read(path: "\(Self.folder)/\(name)").naive)
            let row = rows.first { $0.contains("`\(name)`") }
            #expect(row?.hasSuffix("| \(note.faults.joined(separator: "; ")) |") == true, "\(name): \(row ?? "no row")")
        }
        #expect(rows.count { $0.contains(".yaml`") } == Self.names.count)
    }

    @Test(arguments: names) func `our phone keeps every promise`(of name: String) async throws {
        let scenario = try ScenarioReader.read(path: "\(Self.folder)/\(name)")
        let outcome = await ScenarioRunner.run(scenario)
        #expect(outcome.isPassed, "\(OutcomeText(outcome).lines.joined(separator: "\n"))")
    }

    @Test(arguments: names) func `the naive phone breaks one, for the right reason`(in name: String) async throws {
        let scenario = try ScenarioReader.read(path: "\(Self.folder)/\(name)")
        let note = try #require(scenario.naive, "the scenario names no mistake")
        let faults = note.faults.map { NaiveFault(rawValue: $0) }
        try #require(!faults.contains(nil), "no such mistakes: \(note.faults)")
        let outcome = await ScenarioRunner.run(scenario, on: NaivePhone(Set(faults.compactMap(\.self))))
        let text = OutcomeText(outcome).lines.joined(separator: "\n")
        #expect(!outcome.isPassed, "\(text)")
        #expect(!note.shows.isEmpty)
        for words in note.shows { #expect(outcome.shows(words), "nothing shows “\(words)”:\n\(text)") }
    }
}
