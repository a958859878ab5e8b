package import ArgumentParser
package import DeviceModel
import Foundation
package import Replay
package import WireJSON

/// `carillon models replay`: compares a recording of an iPhone with the model.
package struct ReplayCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Compare a recording of an iPhone with the model.",
        discussion: """
            The app's recorder (Examples/iOSApp) writes the file. Each difference is printed with its line and the rule \
            that it contradicts. Fails when the recording contradicts the model.
            """)

    /// The largest file that is read, in bytes.
    static let byteCountMax = 64 << 20

    @Argument(help: ArgumentHelp("The recording.", valueName: "file"))
    var path: String

    @Option(help: ArgumentHelp("The modeled iPhone to compare with.", valueName: "profile"))
    var profile: DeviceProfile = .ios26p4

    @Option(help: ArgumentHelp("The largest difference of times that is accepted.", valueName: "milliseconds"))
    var tolerance = 500

    @Flag(help: "One JSON object a difference, and one for the verdict.")
    var json = false

    package init() {}

    package func validate() throws {
        guard (1...60_000).contains(tolerance) else {
            throw ValidationError("--tolerance: from 1 to 60000 milliseconds")
        }
    }

    package func run() async throws {
        let terminal = Terminal()
        let report = Replay.hold(try recording(), against: profile, tolerance: .milliseconds(tolerance))
        let lines = json ? ReplayText.json(report).map(\.jsonText) : ReplayText.lines(report, profile, on: terminal)
        for line in lines { terminal.print(line) }
        if !report.holds { throw ExitCode.failure }
    }

    /// Reads the recording.
    ///
    /// - Throws: `WrongFile` when the file cannot be read, is too large, or is no recording.
    package func recording() throws -> Recording {
        guard let handle = FileHandle(forReadingAtPath: path) else { throw WrongFile("\(path) cannot be read") }
        let bytes: Data
        do { bytes = try handle.read(upToCount: Self.byteCountMax + 1) ?? Data() } catch {
            throw WrongFile("\(path) cannot be read")
        }
        guard bytes.count <= Self.byteCountMax else {
            throw WrongFile("\(path) has more than \(Self.byteCountMax >> 20) megabytes")
        }
        do throws(RecordingFault) {
            return try Recording(bytes: [UInt8](bytes))
        } catch {
            throw WrongFile("\(path), \(error)")
        }
    }
}

/// The report of a replay, as text and as JSON.
package enum ReplayText {
    package static func lines(_ report: ReplayReport, _ profile: DeviceProfile, on terminal: Terminal) -> [String] {
        var table = TextTable(
            columns: [
                .init(heading: "line", alignsRight: true), .init(heading: "rule", alignsRight: true),
                .init(heading: "difference"),
            ])
        for finding in report.findings { table.add(["\(finding.line)", finding.rule.id, finding.words]) }
        var lines = report.findings.isEmpty ? [] : table.lines(on: terminal) + [""]
        let verdict = report.holds ? terminal.paint("holds", .green) : terminal.paint("does not hold", .red)
        let counts = "\(report.lineCount) lines, \(count(report.findings.count))"
        lines.append("the model of \(profile.rawValue) \(verdict): \(counts)")
        if report.droppedCount > 0 {
            lines.append("the recorder had no room for \(report.droppedCount) more, which may be why they differ")
        }
        lines.append("confirmed     \(names(report.confirmed, report))")
        lines.append("contradicted  \(names(report.contradicted, report))")
        lines.append("not touched   \(report.untouched.count) of the rules the model enacts")
        lines.append("answered      \(names(report.answered, nil)), of what `carillon models questions` lists")
        return lines
    }

    /// One object per difference, and one for the verdict.
    package static func json(_ report: ReplayReport) -> [JSONValue] {
        let findings: [JSONValue] = report.findings.map {
            ["line": .integer(Int64($0.line)), "rule": .string($0.rule.id), "difference": .string($0.words)]
        }
        return findings + [
            [
                "holds": .bool(report.holds), "lines": .integer(Int64(report.lineCount)),
                "dropped": .integer(Int64(report.droppedCount)), "confirmed": ids(report.confirmed),
                "contradicted": ids(report.contradicted), "untouched": ids(report.untouched),
                "answered": ids(report.answered),
            ]
        ]
    }

    private static func ids(_ rules: [DeviceRule]) -> JSONValue { .array(rules.map { .string($0.id) }) }

    private static func names(_ rules: [DeviceRule], _ report: ReplayReport?) -> String {
        guard !rules.isEmpty else { return "none" }
        return rules.map { rule in
            let times = report?.confirmations[rule] ?? 0
            return times > 1 ? "\(rule.id) (\(times) times)" : rule.id
        }.joined(separator: ", ")
    }

    private static func count(_ differences: Int) -> String {
        differences == 0 ? "no difference" : differences == 1 ? "1 difference" : "\(differences) differences"
    }
}
