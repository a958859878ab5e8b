public import Trace
internal import WireJSON

/// What an iPhone told its app and was asked by it, as the app wrote it down, line by line.
public struct Recording: Hashable, Sendable {
    /// The most lines that are read.
    public static let lineCountMax = 200_000
    /// The most bytes of a line. The longest that a recorder writes has some two hundred.
    public static let lineByteCountMax = 2_048

    /// A line, and where it stands.
    public struct Line: Hashable, Sendable {
        /// Its number in the file, from 1 on.
        public let number: Int
        /// Since the recording process began.
        public let at: Duration
        public let line: FrameworkLine

        public init(number: Int, at: Duration, _ line: FrameworkLine) {
            self.number = number
            self.at = at
            self.line = line
        }
    }

    public let lines: [Line]

    public init(_ lines: [Line]) {
        self.lines = lines
    }

    /// Reads a file's bytes.
    ///
    /// - Throws: `RecordingFault` naming the first line that no recorder writes, and what is wrong with it.
    public init(bytes: [UInt8]) throws(RecordingFault) {
        var lines: [Line] = []
        var number = 0
        for text in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            number += 1
            guard !text.isEmpty else { continue }
            guard lines.count < Self.lineCountMax else {
                throw RecordingFault(number, "more than \(Self.lineCountMax) lines; cut the file in two")
            }
            lines.append(try Self.line(number, text))
        }
        guard !lines.isEmpty else {
            throw RecordingFault(1, "no line in it; a recorder writes JSON objects, one a line")
        }
        self.lines = lines
    }

    private static func line(_ number: Int, _ text: ArraySlice<UInt8>) throws(RecordingFault) -> Line {
        guard text.count <= lineByteCountMax else {
            throw RecordingFault(number, "\(text.count) bytes; at most \(lineByteCountMax) are read")
        }
        let json: JSONValue
        do throws(JSONError) {
            json = try JSONParser.parse(Array(text))
        } catch {
            throw RecordingFault(number, "no JSON: \(error); each line is one object, such as {\"v\":1,\"at\":0,…}")
        }
        do throws(TraceError) {
            let record = try TraceRecord(json: json)
            return Line(number: number, at: record.at, try FrameworkLine(record))
        } catch {
            throw RecordingFault(number, error.context)
        }
    }
}

/// A line that no recorder writes.
public struct RecordingFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// Its number in the file, from 1 on.
    public let line: Int
    /// What is wrong with it.
    public let reason: String

    init(_ line: Int, _ reason: String) {
        self.line = line
        self.reason = reason
    }

    public var description: String { "line \(line): \(reason)" }
}
