import Carillon
import Foundation
import Testing
import Trace

struct TraceFileWriterTests {
    private func record(_ number: Int) -> TraceRecord {
        TraceRecord(at: .milliseconds(number), actor: "alice", machine: "Test", kind: .note, name: "n\(number)")
    }

    @Test func `a file holds every line once it is finished`() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("carillon-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let file = try TraceFileWriter(path: path)
        for number in 1...50 { file.record(record(number)) }
        #expect(file.finish())
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        #expect(lines.count == 50)
        #expect(lines.last?.contains("n50") == true)
    }

    @Test func `a trace that a full disk cut short is distinguished from a whole one`() throws {
        let file = try TraceFileWriter(path: "/dev/full")
        for number in 1...50 { file.record(record(number)) }
        #expect(!file.finish())
    }
}
