import ArgumentParser
import Foundation
import Standins
import WireJSON

/// `carillon standin …`: runs stand-ins for outside parties on this machine.
struct StandinCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "standin", abstract: "Run a stand-in for an outside party: strict, local, with faults on demand.",
        discussion: """
            Each prints its address, the authority to trust and the keys to use, then a line for every request and \
            every webhook. The control port changes faults, clocks and phones: POST /standin/faults, /standin/clock, \
            /standin/devices. Documentation/Standins.md lists all requests.
            """,
        subcommands: [
            StandinAPNsCommand.self, StandinAppleCommand.self, StandinFCMCommand.self, StandinTelnyxCommand.self,
        ])
}

/// Options that all stand-ins share.
struct StandinOptions: ParsableArguments {
    @Option(help: "The address to listen on.")
    var host = "127.0.0.1"

    @Option(help: "The port; 0: a free one, which is printed.")
    var port = 0

    @Option(help: "The port of the control, plain HTTP; 0: a free one, which is printed.")
    var controlPort = 0

    @Option(help: ArgumentHelp("The folder for the authority's certificate and the keys.", valueName: "folder"))
    var folder: String?

    @Option(help: ArgumentHelp("How many seconds of the stand-in pass in one real second.", valueName: "factor"))
    var clockScale = 1.0

    @Flag(help: "Write JSON lines.")
    var json = false

    @Flag(help: "Write no line for a request or a webhook.")
    var quiet = false

    func validate() throws {
        guard 0...65_535 ~= port, 0...65_535 ~= controlPort else {
            throw ValidationError("a port is a number from 0 to 65535")
        }
        guard clockScale.isFinite, clockScale > 0 else { throw ValidationError("--clock-scale must be positive") }
    }
}

extension StandinOptions {
    func place(isPlain: Bool) -> StandinAddress {
        StandinAddress(host: host, port: port, controlPort: controlPort, isPlain: isPlain)
    }
}

/// The output of a running stand-in: first its address and credentials, then a line for each request and webhook.
struct StandinReport: Sendable {
    private let folder: String?
    private let isJSON: Bool
    private let isQuiet: Bool
    private let terminal = Terminal()

    init(_ options: StandinOptions) {
        folder = options.folder
        isJSON = options.json
        isQuiet = options.quiet
    }

    /// Prints each request and webhook; nil with `--quiet`.
    var onLine: (@Sendable (StandinLogEntry) -> Void)? {
        isQuiet ? nil : { @Sendable in line($0) }
    }

    /// Writes a file into the folder and returns its path.
    func write(_ text: String, as name: String, of party: StandinKind) throws -> String {
        let folder =
            self.folder.map { URL(filePath: $0, directoryHint: .isDirectory) } ?? Self.folder(of: party)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appending(path: name)
        try Data(text.utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
        return file.path
    }

    private static func folder(of party: StandinKind) -> URL {
        FileManager.default.temporaryDirectory.appending(
            path: "carillon-standin-\(party.rawValue)-\(ProcessInfo.processInfo.processIdentifier)",
            directoryHint: .isDirectory)
    }

    /// Removes the written files, unless the user named the folder.
    func end(_ party: StandinKind) {
        if folder == nil { try? FileManager.default.removeItem(at: Self.folder(of: party)) }
    }

    /// Prints that the stand-in runs, with its facts.
    func announce(_ party: StandinKind, _ facts: JSONObject) {
        if isJSON {
            var line: JSONObject = ["standin": .string(party.rawValue), "event": "listening"]
            line.merge(facts)
            terminal.print(line.jsonText)
        } else {
            terminal.print("carillon standin \(party.rawValue): running")
            for member in facts.members {
                let name = member.key.replacing("_", with: " ")
                terminal.print("  \(name): \(member.value.string ?? member.value.jsonText)")
            }
        }
    }

    private func line(_ line: StandinLogEntry) {
        guard !isJSON else { return terminal.print(line.object.jsonText) }
        let color: TerminalColor = 1..<400 ~= line.status ? .green : .red
        terminal.print(
            "\(line.method) \(line.path) \(terminal.paint("\(line.status)", color)) \(line.note)")
    }
}
