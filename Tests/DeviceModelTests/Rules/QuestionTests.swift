import DeviceModel
import Foundation
import Testing
import Trace

struct QuestionTests {
    @Test func `a rule that no device has confirmed has a question`() {
        for rule in DeviceRule.allCases where [.assumed, .reverseEngineered].contains(rule.certainty) {
            #expect(rule.question != nil, "\(rule)")
        }
    }

    @Test func `a question has a sentence with the experiment, and the answer it expects`() {
        for rule in DeviceRule.allCases {
            guard let question = rule.question else { continue }
            #expect(question.doing.hasSuffix("."), "\(rule)")
            switch question.answer {
            case .recorded(let lines):
                #expect(!lines.isEmpty)
                for line in lines {
                    #expect(FrameworkRecord.Name(rawValue: line) != nil, "\(rule): no recorder writes \(line)")
                }
            case .noticed(let words): #expect(!words.isEmpty)
            }
        }
    }

    private static func mayAssume(_ line: Substring) -> Bool {
        let word = "ssumed".utf8
        return line.utf8.indices.contains { line.utf8[$0...].starts(with: word) }
    }

    @Test func `every assumption about an iPhone names a rule that has a question`() throws {
        let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources")
        var found = 0
        for folder in ["AppleModels", "Core/PhoneCore", "Client/PhoneKit"] {
            let files = FileManager.default.enumerator(
                at: sources.appending(path: folder), includingPropertiesForKeys: nil)
            for case let file as URL in files ?? .init() where file.pathExtension == "swift" {
                let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter {
                    // Of thousands of lines few can match, and the expression takes long to fail.
                    Self.mayAssume($0) && $0.contains(/\/\/.*(\bis assumed|\bassumed[,;.:)]|\bassumed \(|\bAssumed\b)/)
                }
                found += lines.count
                for line in lines {
                    let numbers = line.matches(of: /C(\d+)/).compactMap { Int($0.output.1) }
                    let asked = DeviceRule.allCases.filter { numbers.contains($0.number) && $0.question != nil }
                    #expect(!asked.isEmpty, "\(file.lastPathComponent): \(line)")
                }
            }
        }
        #expect(found >= 15)
    }
}
