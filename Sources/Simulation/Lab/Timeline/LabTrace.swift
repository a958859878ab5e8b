package import Trace
import WireJSON

/// The newest lines of the Lab's trace, for saving.
package struct LabTrace: Sendable {
    /// The most lines, and the most bytes of them all.
    package static let linesMax = 100_000
    package static let bytesMax = 64 << 20

    private var lines: [[UInt8]] = []
    private var byteCount = 0

    package init() {}

    package var count: Int { lines.count }

    package mutating func append(_ record: TraceRecord) {
        let line = JSONWriter.bytes(of: record.json)
        lines.append(line)
        byteCount += line.count + 1
        guard lines.count > Self.linesMax || byteCount > Self.bytesMax else { return }
        let dropped = lines.count / 4
        byteCount -= lines[..<dropped].reduce(0) { $0 + $1.count + 1 }
        lines.removeFirst(dropped)
    }

    /// The file: one line each.
    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(byteCount)
        for line in lines {
            bytes += line
            bytes.append(UInt8(ascii: "\n"))
        }
        return bytes
    }
}

/// Reads the lines of a trace.
package enum LabTraceReader {
    /// The longest line that is read. The longest of a trace have some four kilobytes.
    package static let lineBytesMax = 64 << 10

    /// - Throws: `LabError` with the number of the first wrong line, and why it is wrong.
    package static func records(_ bytes: [UInt8]) throws(LabError) -> [TraceRecord] {
        var records: [TraceRecord] = []
        var number = 0
        for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            number += 1
            guard !line.isEmpty else { continue }
            guard records.count < LabTrace.linesMax else {
                throw LabError("The trace has more than \(LabTrace.linesMax) lines; open a part of it.")
            }
            records.append(try record(Array(line), number))
        }
        guard !records.isEmpty else { throw LabError("The trace is empty: it needs one JSON object a line.") }
        return records
    }

    private static func record(_ line: [UInt8], _ number: Int) throws(LabError) -> TraceRecord {
        guard line.count <= lineBytesMax else {
            throw LabError("Line \(number) has \(line.count) bytes; at most \(lineBytesMax) are read.")
        }
        let json: JSONValue
        do throws(JSONError) { json = try JSONParser.parse(line) } catch {
            throw LabError("Line \(number) is no JSON: \(error.code.rawValue) at byte \(error.offset).")
        }
        do throws(TraceError) { return try TraceRecord(json: json) } catch {
            throw LabError("Line \(number) is no line of a trace: \(error.context).")
        }
    }
}

/// Why the Lab refused a request: a sentence for the person.
package struct LabError: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    package init(_ sentence: String) {
        description = sentence
    }
}
