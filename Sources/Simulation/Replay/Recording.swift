public import Trace
internal import WireJSON

/// A recording, by the app, of an iPhone's callbacks and of the app's requests, line by line.
public struct Recording: Hashable, Sendable {
    /// The maximum number of lines.
    public static let lineCountMax = 200_000
    /// The maximum length of a line, in bytes. The longest lines of a recorder have about two hundred.
    public static let lineByteCountMax = 2_048

    /// A line with its position.
    public struct Line: Hashable, Sendable {
        /// Its number in the file, counted from 1.
        public let number: Int
        /// The time since the recording process began.
        public let at: Duration
        /// The recorded callback or call.
        public let line: FrameworkRecord

        public init(number: Int, at: Duration, _ line: FrameworkRecord) {
            self.number = number
            self.at = at
            self.line = line
        }
    }

    /// The lines in the order of the file, which is that of time.
    public let lines: [Line]

    public init(_ lines: [Line]) {
        self.lines = lines
    }

    /// Reads a file's bytes.
    ///
    /// - Throws: `RecordingFault` for the first invalid line.
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
            return Line(number: number, at: record.at, try FrameworkRecord(record))
        } catch {
            throw RecordingFault(number, error.context)
        }
    }
}

/// An invalid line of a recording.
public struct RecordingFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// Its number in the file, counted from 1.
    public let line: Int
    /// Why the line is invalid.
    public let reason: String

    init(_ line: Int, _ reason: String) {
        self.line = line
        self.reason = reason
    }

    public var description: String { "line \(line): \(reason)" }
}
