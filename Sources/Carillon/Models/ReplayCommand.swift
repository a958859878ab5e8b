package import ArgumentParser
import DeviceModel
import Foundation
package import Replay
import WireJSON

/// `carillon models replay`: holds what an iPhone recorded against the model.
package struct ReplayCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Hold a recording of an iPhone against the model.",
        discussion: """
            The app's recorder (Examples/iOSApp) writes the file. Each difference is printed with its line and the rule it \
            speaks against. Fails when the recording speaks against the model.
            """)

    /// The most bytes of a file.
    static let byteCountMax = 64 << 20

    @Argument(help: ArgumentHelp("The recording.", valueName: "file"))
    var path: String

    @Option(help: ArgumentHelp("Which iPhone's model.", valueName: "profile"))
    var profile: DeviceProfile = .ios26p4

    @Option(help: ArgumentHelp("How far apart times may lie, in milliseconds.", valueName: "milliseconds"))
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
        for line in lines { terminal.say(line) }
        if !report.holds { throw ExitCode.failure }
    }

    /// What the file has.
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
