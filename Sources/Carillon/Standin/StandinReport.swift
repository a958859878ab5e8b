import Foundation
import Standins
import WireJSON

/// What a running stand-in writes: first where it is and with what to reach it, then a line for each request.
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

    /// What a stand-in tells of its requests; nil when nobody wants to know.
    var onLine: (@Sendable (StandinLine) -> Void)? {
        isQuiet ? nil : { @Sendable in line($0) }
    }

    /// Writes a file into the folder and returns where it is.
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

    /// Removes what was written, unless it was asked for in a folder of the person's.
    func end(_ party: StandinKind) {
        if folder == nil { try? FileManager.default.removeItem(at: Self.folder(of: party)) }
    }

    /// Says that the stand-in runs.
    func announce(_ party: StandinKind, _ facts: JSONObject) {
        if isJSON {
            var line: JSONObject = ["standin": .string(party.rawValue), "event": "listening"]
            line.merge(facts)
            terminal.say(line.jsonText)
        } else {
            terminal.say("carillon standin \(party.rawValue): running")
            for member in facts.members {
                let name = member.key.replacing("_", with: " ")
                terminal.say("  \(name): \(member.value.string ?? member.value.jsonText)")
            }
        }
    }

    private func line(_ line: StandinLine) {
        guard !isJSON else { return terminal.say(line.object.jsonText) }
        let colour: Colour = line.status < 400 ? .green : .red
        terminal.say(
            "\(line.method) \(line.path) \(terminal.paint("\(line.status)", colour)) \(line.note)")
    }
}
