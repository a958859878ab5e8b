import ArgumentParser
import Carillon
import Foundation
import Scenarios
import Testing
import WireJSON

@Suite(.timeLimit(.minutes(5))) struct RunScenarioCommandTests {
    private func refusal(_ words: String...) -> String? {
        do {
            try RunScenarioCommand.parse(words).validate()
            return nil
        } catch {
            return RunScenarioCommand.message(for: error)
        }
    }

    @Test func `files or all, and one of them`() {
        #expect(refusal("a.yaml", "b.yaml") == nil)
        #expect(refusal("--all", "--folder", "Scenarios") == nil)
        #expect(refusal("--all", "a.yaml")?.contains("not both") == true)
        #expect(refusal()?.contains("name a scenario file") == true)
    }

    @Test func `a wrong file ends with 64`() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "scenario-\(UUID()).yaml")
        try Data("scenario: x\nstep: []\n".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let command = try RunScenarioCommand.parse([file.path])
        let error = await #expect(throws: WrongFile.self) { try await command.run() }
        let ending = try CommandEnding(#require(error), of: RunScenarioCommand.self, width: 80)
        #expect(ending.code == 64)
        #expect(ending.text.contains(file.lastPathComponent))
    }

    @Test func `an outcome for machines says each promise, and whether it was kept`() async throws {
        let scenario = try ScenarioReader.parse(
            "scenario: nothing\nsteps:\n  - {at: 1500 ms, phone: lock}\nexpect:\n  - {at: 2 s, rings: nothing}\n",
            file: "x")
        let json = await ScenarioRunner.run(scenario).json(of: "x")
        let promise = json.object?["promises"]?.array?.first?.object
        #expect(json.object?["passed"] == .bool(true))
        #expect(promise?["at"] == .integer(2_000))
        #expect(promise?["kept"] == .bool(true))
        #expect(json.object?["moments"]?.array?.first?.object?["words"] == "locks the phone")
    }
}
