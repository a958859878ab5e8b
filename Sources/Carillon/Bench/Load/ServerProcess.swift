import Foundation

/// `carillon serve` as a process of its own, on a free loopback port, for as long as a benchmark lasts.
final class ServerProcess {
    let processID: Int32
    let port: Int
    private let process: Process
    private let folder: URL

    /// - Parameters:
    ///   - configuration: the YAML to serve.
    ///   - onCoreOfItsOwn: for who measures ``CoreSplit/besideServer(_:)``.
    /// - Throws: `BenchError` when the server does not come up; what it said is in the message.
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
            ? CoreSplit.process(program, arguments) : CoreSplit.anywhere(program, arguments)
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        processID = process.processIdentifier
        port = try ServerProcess.announcedPort(in: output.fileHandleForReading)
        // Nobody reads what it says later: it must not fill the pipe and stop.
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
