import DeviceModel
import Foundation
import NaivePhones
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

    @Test func `every pitfall has a scenario`() {
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
            let mistake = note.faults.joined(separator: "; ")
            #expect(row?.hasSuffix("| `\(mistake)` |") == true, "\(name): \(row ?? "no row")")
        }
        #expect(rows.count { $0.contains(".yaml`") } == Self.names.count)
    }

    @Test(arguments: names) func `our phone keeps every promise`(of name: String) async throws {
        let scenario = try ScenarioReader.read(path: "\(Self.folder)/\(name)")
        let outcome = await ScenarioRunner.run(scenario)
        #expect(outcome.isPassed, "\(OutcomeText(outcome).lines.joined(separator: "\n"))")
    }

    @Test(arguments: names) func `the naive phone breaks one, for the right reason`(in name: String) async throws {
        let (scenario, note, faults) = try Self.naive(name)
        let outcome = await ScenarioRunner.run(scenario, on: NaivePhone(faults))
        let text = OutcomeText(outcome).lines.joined(separator: "\n")
        #expect(!outcome.isPassed, "\(text)")
        #expect(!note.shows.isEmpty)
        for words in note.shows { #expect(outcome.shows(words), "no broken promise says “\(words)”:\n\(text)") }
    }

    @Test(arguments: names)
    func `without the mistake the naive phone keeps every promise`(in name: String) async throws {
        let (scenario, _, _) = try Self.naive(name)
        let outcome = await ScenarioRunner.run(scenario, on: NaivePhone([]))
        #expect(outcome.isPassed, "\(OutcomeText(outcome).lines.joined(separator: "\n"))")
    }

    @Test func `each scenario names one mistake, and each mistake has a scenario`() throws {
        var unused = Set(NaiveFault.allCases)
        for name in Self.names {
            let (_, _, faults) = try Self.naive(name)
            #expect(faults.count == 1, "\(name) names \(faults.count)")
            unused.subtract(faults)
        }
        #expect(unused.isEmpty, "no scenario names: \(unused.map(\.rawValue).sorted().joined(separator: "; "))")
    }

    private static func naive(_ name: String) throws -> (Scenario, NaivePhoneResult, Set<NaiveFault>) {
        let scenario = try ScenarioReader.read(path: "\(folder)/\(name)")
        let note = try #require(scenario.naive, "the scenario names no mistake")
        let faults = note.faults.map { NaiveFault(rawValue: $0) }
        try #require(!faults.contains(nil), "no such mistakes: \(note.faults)")
        return (scenario, note, Set(faults.compactMap(\.self)))
    }
}

/// The same files once more, on each kind of iPhone: a suite of its own, which the inner loop leaves out.
@MainActor
@Suite struct EveryProfileTests {
    /// What every scenario promises does not depend on which iPhone it is; what the person sees of a call may.
    @Test(arguments: ScenarioFileTests.names, DeviceProfile.allCases)
    func `on every iPhone our phone keeps what all scenarios promise`(in name: String, profile: DeviceProfile)
        async throws
    {
        var scenario = try ScenarioReader.read(path: "\(ScenarioFileTests.folder)/\(name)")
        scenario.until = scenario.end
        scenario.expectations = []
        scenario.device.profile = profile
        let outcome = await ScenarioRunner.run(scenario)
        #expect(outcome.isPassed, "\(OutcomeText(outcome).lines.joined(separator: "\n"))")
    }
}
