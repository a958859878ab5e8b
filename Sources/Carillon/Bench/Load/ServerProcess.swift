import Foundation
import Redaction
import WireJSON

/// `carillon serve` in its own process on a free loopback port, for the duration of a benchmark.
final class ServerProcess {
    let processID: Int32
    let port: Int
    private let process: Process
    private let folder: URL

    /// - Parameters:
    ///   - configuration: the YAML to serve.
    ///   - onCoreOfItsOwn: whether the server gets its own core, for a benchmark inside ``CoreAffinity/besideServer(_:)``.
    /// - Throws: `BenchError` when the server does not come up; the message contains its output.
    init(configuration: String, onCoreOfItsOwn: Bool = false) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("carillon-bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appendingPathComponent("exchange.yaml")
        try configuration.write(to: file, atomically: true, encoding: .utf8)
        let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        let arguments = [
            "serve", "--config", file.path, "--port", "0", "--database",
            folder.appendingPathComponent("exchange.sqlite").path,
        ]
        process =
            onCoreOfItsOwn
            ? CoreAffinity.process(program, arguments) : CoreAffinity.anywhere(program, arguments)
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        processID = process.processIdentifier
        port = try ServerProcess.announcedPort(in: output.fileHandleForReading)
        // Later output is read and dropped, because a full pipe would stop the server.
        let rest = output.fileHandleForReading
        Thread.detachNewThread { while !rest.availableData.isEmpty {} }
    }

    func stop() {
        process.terminate()
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: folder)
    }

    private static func announcedPort(in handle: FileHandle) throws -> Int {
        var said = ""
        while true {
            let data = handle.availableData
            guard !data.isEmpty else { throw BenchError("the exchange did not come up: \(said)") }
            said += String(decoding: data, as: UTF8.self)
            for line in said.split(separator: "\n") {
                guard let range = line.range(of: "127.0.0.1:") else { continue }
                let digits = line[range.upperBound...].prefix { $0.isNumber }
                if let port = Int(digits), said.hasSuffix("\n") { return port }
            }
        }
    }
}

/// `carillon standin` in its own process, for the duration of a benchmark.
final class StandinProcess {
    let processID: Int32
    /// The first line of its output: its address and its trust anchors.
    let facts: JSONObject
    private let process: Process
    private let folder: URL

    /// - Parameter arguments: the stand-in's name and its further arguments.
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

    /// Reads the first line of its output.
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

/// The stand-in for Apple's push service, with the credential that it accepts.
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

/// The CPU time and memory of a process, read from the kernel's `/proc`.
struct ProcessUsage {
    /// User and system time together.
    var cpuSeconds: Double
    var residentBytes: Int

    /// - Throws: `BenchError` when the process is gone.
    init(of processID: Int32) throws {
        guard let stat = try? String(contentsOfFile: "/proc/\(processID)/stat", encoding: .utf8),
            let status = try? String(contentsOfFile: "/proc/\(processID)/status", encoding: .utf8),
            let afterName = stat.lastIndex(of: ")")
        else { throw BenchError("process \(processID) is gone, so nothing can be said of it") }
        // Fields are counted after the name, which may hold blanks: utime is the 12th, stime the 13th.
        let fields = stat[stat.index(after: afterName)...].split(separator: " ")
        guard fields.count > 13, let user = Double(fields[11]), let system = Double(fields[12]) else {
            throw BenchError("the kernel describes process \(processID) in an unknown way")
        }
        cpuSeconds = (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
        let resident = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }?
            .split(separator: " ").compactMap { Int($0) }.first
        residentBytes = (resident ?? 0) * 1024
    }
}
