import Foundation
import PhoneExchange
import WireJSON

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// `carillon serve` in a process of its own: killed as by `kill -9`, and started again with its files at its address.
@MainActor
final class ServedExchange {
    let port: Int
    let folder: URL
    private let program: URL
    private var process: Process?

    /// The command, which is built with the tests and beside them; nil where it was not.
    nonisolated static var program: URL? {
        let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        let program = tests.deletingLastPathComponent().appendingPathComponent("carillon")
        return FileManager.default.isExecutableFile(atPath: program.path) ? program : nil
    }

    /// Makes the folder, and chooses the port. Nothing runs yet.
    init(_ program: URL) throws {
        self.program = program
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("carillon-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        port = try Self.freePort()
    }

    /// Writes a file into the folder; its path.
    func write(_ text: String, as name: String) throws -> String {
        let file = folder.appendingPathComponent(name)
        try text.write(to: file, atomically: true, encoding: .utf8)
        return file.path
    }

    /// Starts it with the configuration of the folder; returns when it listens.
    func start() async throws {
        let next = Process()
        next.executableURL = program
        next.arguments = [
            "serve", "--config", folder.appendingPathComponent("exchange.yaml").path, "--port", "\(port)",
            "--database", folder.appendingPathComponent("exchange.sqlite").path,
        ]
        let output = Pipe()
        next.standardOutput = output
        next.standardError = FileHandle.nullDevice
        try next.run()
        process = next
        let reader = output.fileHandleForReading
        let wanted = "127.0.0.1:\(port)"
        // Reading waits for the process, so a thread of its own does it; it also empties the pipe later.
        let listens = await withCheckedContinuation { (listening: CheckedContinuation<Bool, Never>) in
            Thread.detachNewThread {
                var said = ""
                var waiting: CheckedContinuation<Bool, Never>? = listening
                while case let data = reader.availableData, !data.isEmpty {
                    guard waiting != nil else { continue }
                    said += String(decoding: data, as: UTF8.self)
                    guard said.contains(wanted) else { continue }
                    waiting?.resume(returning: true)
                    waiting = nil
                }
                waiting?.resume(returning: false)
            }
        }
        guard listens else { throw CocoaError(.executableLoad) }
    }

    /// The process ends between two of its steps, as by `kill -9`.
    func die() {
        guard let process else { return }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    func stop() {
        die()
        try? FileManager.default.removeItem(at: folder)
    }

    /// Asks the API as an operator; an empty object where it has no answer.
    func ask(_ method: String, _ path: String, _ body: String? = nil) async throws -> JSONObject {
        guard let url = URL(string: "http://127.0.0.1:\(port)/\(path)") else { return [:] }
        var request = URLRequest(url: url)
        request.httpMethod = method
        request.setValue("Bearer \(TestExchange.token)", forHTTPHeaderField: "Authorization")
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = body.map { Data($0.utf8) }
        let (bytes, _) = try await URLSession.shared.answer(to: request)
        return try JSONParser.parse([UInt8](bytes)).object ?? [:]
    }

    /// A port that was free a moment ago.
    private static func freePort() throws -> Int {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                bind(descriptor, generic, length) == 0 && getsockname(descriptor, generic, &length) == 0
            }
        }
        guard isBound else { throw CocoaError(.executableLoad) }
        return Int(UInt16(bigEndian: address.sin_port))
    }
}
