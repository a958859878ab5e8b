import Foundation
import Redaction
import WireJSON

/// `carillon standin` as a process of its own, for as long as a benchmark lasts.
final class StandinProcess {
    let processID: Int32
    /// The first line it wrote: where it is, and what it is trusted by.
    let facts: JSONObject
    private let process: Process
    private let folder: URL

    /// - Parameter arguments: the stand-in's name and what else it is to be told.
    /// - Throws: `BenchError` when the stand-in does not come up.
    init(_ arguments: [String]) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("carillon-bench-\(UUID().uuidString)")
        process = Process()
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = ["standin"] + arguments + ["--json", "--quiet", "--folder", folder.path]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        processID = process.processIdentifier
        facts = try StandinProcess.facts(in: output.fileHandleForReading)
    }

    func text(_ fact: String) throws -> String {
        guard let text = facts[fact]?.string else { throw BenchError("the stand-in did not say its \(fact)") }
        return text
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

/// Apple's push service.
struct APNsProcess {
    let standin: StandinProcess
    let port: Int
    let authorityPEM: String
    let keyPEM: Redacted<String>
    let keyID: String
    let teamID: String

    /// - Throws: `BenchError` when the stand-in does not come up.
    init() throws {
        standin = try StandinProcess(["apns", "--any-device", "--device-rate", "0"])
        guard let port = standin.facts["port"]?.integer else { throw BenchError("the stand-in did not say its port") }
        self.port = Int(port)
        authorityPEM = try String(contentsOfFile: standin.text("ca_file"), encoding: .utf8)
        keyPEM = Redacted(try String(contentsOfFile: standin.text("key_file"), encoding: .utf8))
        keyID = try standin.text("key_id")
        teamID = try standin.text("team_id")
    }

    var processID: Int32 { standin.processID }

    func stop() { standin.stop() }
}
