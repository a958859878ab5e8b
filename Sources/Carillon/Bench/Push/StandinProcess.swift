import Foundation
import Redaction
import WireJSON

/// `carillon standin apns` as a process of its own, for as long as a benchmark lasts.
final class StandinProcess {
    let processID: Int32
    let port: Int
    let authorityPEM: String
    let keyPEM: Redacted<String>
    let keyID: String
    let teamID: String
    private let process: Process
    private let folder: URL

    /// - Throws: `BenchError` when the stand-in does not come up.
    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("carillon-bench-\(UUID().uuidString)")
        process = Process()
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = [
            "standin", "apns", "--any-device", "--device-rate", "0", "--json", "--quiet", "--folder", folder.path,
        ]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        processID = process.processIdentifier
        let facts = try StandinProcess.facts(in: output.fileHandleForReading)
        guard let port = facts["port"]?.integer, let authority = facts["ca_file"]?.string,
            let key = facts["key_file"]?.string, let keyID = facts["key_id"]?.string,
            let teamID = facts["team_id"]?.string
        else { throw BenchError("the stand-in did not say where it is") }
        self.port = Int(port)
        authorityPEM = try String(contentsOfFile: authority, encoding: .utf8)
        keyPEM = Redacted(try String(contentsOfFile: key, encoding: .utf8))
        self.keyID = keyID
        self.teamID = teamID
    }

    func stop() {
        process.terminate()
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: folder)
    }

    /// The first line it writes.
    private static func facts(in handle: FileHandle) throws -> JSONObject {
        var said: [UInt8] = []
        while !said.contains(UInt8(ascii: "\n")) {
            let data = handle.availableData
            guard !data.isEmpty else { throw BenchError("the stand-in did not come up") }
            said += data
        }
        guard let object = try JSONParser.parse(Array(said.prefix { $0 != UInt8(ascii: "\n") })).object else {
            throw BenchError("the stand-in said something unexpected")
        }
        return object
    }
}
