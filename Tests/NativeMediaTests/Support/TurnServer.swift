import Foundation
import MediaEngine
import NativeMedia
import Redaction
import Synchronization

/// A coturn of our own on a free loopback port; ends with the value that holds it.
final class TurnServer: Sendable {
    private static let path = "/usr/bin/turnserver"
    /// Why relay tests cannot run here; nil when they can.
    static var missing: String? {
        FileManager.default.isExecutableFile(atPath: path) ? nil : "coturn is not installed: no \(path)"
    }

    /// It listens before it can check a password; until then an allocation is neither granted nor refused.
    private static let signsOfReadiness = ["UDP listener opened on", "TCP listener opened on", "(auth thread)"]

    /// More than it says until it is ready, in bytes.
    private static let outputMax = 1 << 16

    let port: UInt16
    /// A PEM file with the authority of its certificate, which names `localhost` and 127.0.0.1.
    let authorityPath: String
    private let folder: URL
    private let process: Mutex<Process>

    /// A port that is free for datagrams may be a neighbour's for connections, or be taken before the server has it.
    private static let attemptsMax = 8

    /// Returns when it listens.
    init() async throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "turn-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        authorityPath = folder.appending(path: "certificate.pem").path
        try Self.certify(in: folder)
        // on purpose: another process may take a free port first
        for _ in 0..<Self.attemptsMax {
            let port = try Self.freePort()
            guard let process = try await Self.launch(at: port, folder) else { continue }
            self.port = port
            self.process = Mutex(process)
            return
        }
        throw CocoaError(.executableLoad)
    }

    /// The server, ready; nil when it ended instead.
    private static func launch(at port: UInt16, _ folder: URL) async throws -> sending Process? {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = [
            "-n", "--no-dtls", "--no-cli", "--lt-cred-mech", "--cert=\(folder.path)/certificate.pem",
            "--pkey=\(folder.path)/key.pem", "--user=carillon:secret", "--realm=test",
            "--listening-ip=127.0.0.1", "--relay-ip=127.0.0.1", "--listening-port=\(port)", "--allow-loopback-peers",
            "--log-file=stdout", "--simple-log", "--verbose", "--pidfile=", "--relay-threads=1",
        ]
        process.standardOutput = output
        process.standardError = output
        try process.run()
        for await said in Self.output(of: output.fileHandleForReading) {
            if signsOfReadiness.allSatisfy(said.contains) { return process }
        }
        return nil
    }

    private static func certify(in folder: URL) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.currentDirectoryURL = folder
        process.arguments =
            "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout key.pem -out certificate.pem -days 2"
            .split(separator: " ").map(String.init)
            + ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"]
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
    }

    /// All it has said so far, again whenever it says more.
    ///
    /// Read by a thread of its own: a dispatch source on the handle may outlive the descriptor, and then crashes. It
    /// reads on without a listener, so that the server never waits for a full pipe.
    private static func output(of handle: FileHandle) -> AsyncStream<String> {
        let (stream, continuation) = AsyncStream<String>.makeStream()
        Thread.detachNewThread {
            var said = ""
            while case let data = handle.availableData, !data.isEmpty {
                if said.utf8.count < outputMax { said += String(decoding: data, as: UTF8.self) }
                continuation.yield(said)
            }
            continuation.finish()
        }
        return stream
    }

    deinit {
        // It takes SIGTERM for a request to drain first, which lasts.
        process.withLock { _ = kill($0.processIdentifier, SIGKILL) }
        try? FileManager.default.removeItem(at: folder)
    }

    /// Whose connections take the server's certificate.
    func trustingEngine() throws -> NativeMediaEngine {
        var options = NativeMediaOptions()
        options.trustRootsPath = authorityPath
        return try NativeMediaEngine(options)
    }

    /// It takes TLS at the same port as plain TCP.
    func server(_ transport: IceServer.Transport) -> IceServer {
        let relay = IceServer.Relay(transport: transport, username: "carillon", password: Redacted("secret"))
        return IceServer(host: "127.0.0.1", port: port, relay: relay)
    }

    private static func freePort() throws -> UInt16 {
        let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, size) == 0 ? getsockname(descriptor, address, &size) : -1
            }
        }
        guard result == 0 else { throw CocoaError(.fileReadUnknown) }
        return UInt16(bigEndian: address.sin_port)
    }
}
