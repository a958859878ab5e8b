import ArgumentParser
import Carillon
import DeviceModel
import Foundation
import Replay
import Testing
import Trace
import WireJSON

struct ReplayCommandTests {
    private static let lines: [FrameworkRecord] = [
        FrameworkRecord(.launched), FrameworkRecord(.open), FrameworkRecord(.register), FrameworkRecord(.token),
        FrameworkRecord(.incoming, isOn: false), FrameworkRecord(.report, [.call: 1], words: [.word: "announce"]),
        FrameworkRecord(.returned), FrameworkRecord(.reported, [.call: 1]),
    ]

    private func inFile(_ text: String, _ body: (String) throws -> Void) throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "replay-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        try body(path)
    }

    private var text: String {
        Self.lines.enumerated().map { index, line in
            line.record(at: .milliseconds(10 * index), actor: "iphone").json.jsonText + "\n"
        }.joined()
    }

    @Test func `differences stand with line and rule above the verdict`() throws {
        try inFile(text) { path in
            let report = Replay.hold(try ReplayCommand.parse([path]).recording(), against: .ios26p4)
            let lines = ReplayText.lines(report, .ios26p4, on: Terminal(isColored: false))
            #expect(lines.contains { $0.hasPrefix("   5   C10  “incoming off”") })
            #expect(lines.contains("the model of ios26.4 does not hold: 8 lines, 1 difference"))
            #expect(lines.contains("contradicted  C10"))
        }
    }

    @Test func `with --json each difference is an object, and so is the verdict`() throws {
        try inFile(text) { path in
            let report = Replay.hold(try ReplayCommand.parse([path]).recording(), against: .ios26p4)
            let objects = ReplayText.json(report).map(\.jsonText)
            #expect(objects.count == 2)
            #expect(objects.first?.contains(#""line":5,"rule":"C10""#) == true)
            #expect(objects.last?.contains(#""holds":false"#) == true)
        }
    }

    @Test func `a file that is not a recording is named with its line`() throws {
        try inFile(text + "{}\n") { path in
            let fault = #expect(throws: WrongFile.self) { try ReplayCommand.parse([path]).recording() }
            #expect(fault?.description == "\(path), line 9: v is missing or of another kind")
        }
        #expect(throws: WrongFile.self) { try ReplayCommand.parse(["/no/such/file"]).recording() }
        #expect(throws: (any Error).self) { try ReplayCommand.parse(["a", "--tolerance", "0"]) }
    }

    @Test func `every question is listed, the least sure rules first`() {
        let lines = QuestionsCommand.lines(on: Terminal(isColored: false))
        #expect(QuestionsCommand.rules.first?.certainty == .assumed)
        for rule in QuestionsCommand.rules {
            #expect(lines.contains { $0.contains(" \(rule.id) ") || $0.hasPrefix("\(rule.id) ") }, "\(rule)")
            #expect(rule.questionJSON.jsonText.contains(#""doing":"#))
        }
        #expect(lines.last?.contains("questions: ") == true)
    }
}
