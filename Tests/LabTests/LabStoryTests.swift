import Foundation
import Lab
import Testing
import Trace
import WireJSON

@Suite("Stories and scenarios of the Lab", .timeLimit(.minutes(5)))
struct LabStoryTests {
    private static let library = LabLibrary(
        folder: URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Scenarios").path)

    @Test("A ring story's steps concern only phones of the Lab")
    func steps() {
        let phones = ["bob-iphone", "carol-iphone"]
        for story in LabStory.all(phones: phones, caller: "+15550177", company: "+15550100") {
            for step in story.steps {
                switch step.request {
                case .person(_, let phone), .fault(_, let phone): #expect(phones.contains(phone))
                case .party(_, let number): #expect(number == "+15550177")
                default: Issue.record("a story does what no person can: \(step.request)")
                }
            }
        }
        #expect(LabStory.all(phones: [], caller: "", company: "").isEmpty)
    }

    private static func rows(_ played: JSONObject) -> [JSONObject] {
        (played["rows"]?.array ?? []).compactMap(\.object)
    }

    private static func changes(_ played: JSONObject, of key: String) -> [JSONValue] {
        (played["changes"]?.array ?? []).compactMap(\.object).filter { $0["key"]?.string == key }
            .compactMap { $0["value"] }
    }

    @Test("The naive phone breaks the rule that a scenario is about, and ours keeps every promise")
    func played() async throws {
        let file = "pitfalls/01-await-before-report.yaml"
        let naive = try await Self.library.play(file, isNaive: true)
        #expect(naive["passed"] == false)
        #expect(Self.rows(naive).contains { $0["kind"] == "violation" && $0["rule"] == "C2" })
        let ours = try await Self.library.play(file, isNaive: false)
        #expect(ours["passed"] == true)
        #expect(!Self.rows(ours).contains { $0["kind"] == "violation" })
        let screens = (ours["changes"]?.array ?? []).compactMap { $0.object?["value"]?.object?["screen"]?.string }
        #expect(screens.contains("ring") || screens.contains("banner"))
        let pushes = Self.rows(ours).filter { $0["kind"] == "push" }
        #expect(!pushes.isEmpty)
        #expect(pushes.allSatisfy { $0["to"]?.string == ScenarioTimeline.phone })
        let calls = Self.changes(ours, of: "call:\(ScenarioTimeline.phone)")
        let progress = calls.compactMap { $0.object?["progress"]?.string }
        #expect(progress.first == "ringing")
        #expect(progress.contains("active"))
        #expect(calls.allSatisfy { $0 == .null || $0.object?["direction"] == "inbound" })
        #expect(calls.last == .null)
    }

    @Test("Every listed scenario has a name, and a file that is not listed is not read")
    func listed() async throws {
        let scenarios = try Self.library.list()["scenarios"]?.array?.compactMap(\.object) ?? []
        #expect(scenarios.count > 50)
        #expect(scenarios.allSatisfy { $0["name"]?.string?.isEmpty == false })
        await #expect(throws: LabError("There is no scenario “../Package.swift”.")) {
            try await Self.library.play("../Package.swift", isNaive: false)
        }
    }

    @Test("A trace is opened when its last part is there, whatever the order of the parts")
    func parts() throws {
        let library = LabLibrary(folder: "none")
        let text = [1, 2].map { number in
            LabEntry.lab(at: "bob-iphone", "row \(number)").record(at: .milliseconds(number)).json.jsonText
        }
        let second = try library.open(TracePart(name: "t", part: 1, parts: 2, text: text[1]))
        #expect(second == [:])
        let whole = try library.open(TracePart(name: "t", part: 0, parts: 2, text: text[0] + "\n"))
        #expect(Self.rows(whole).map { $0["what"]?.string } == ["row 1", "row 2"])
        #expect(throws: LabError.self) { try library.open(TracePart(name: "t", text: "no trace")) }
    }
}
