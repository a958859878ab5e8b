import Foundation

/// A server somebody else wrote as a process of its own, on a free loopback port, for as long as a benchmark lasts.
final class PeerProcess {
    let processID: Int32
    let port: Int
    private let process: Process

    /// How long it may take to come up, looked at so often.
    private static let looks = 100
    private static let look = Duration.milliseconds(50)

    private init(_ process: Process, port: Int) {
        self.process = process
        processID = process.processIdentifier
        self.port = port
    }

    /// - Throws: `BenchError` when it does not come up.
    static func start(_ peer: BroadcastPeer, at program: URL) async throws -> PeerProcess {
        let port = try LoopbackSocket.freePort()
        let process = CoreSplit.process(program, peer.arguments(port))
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        let running = PeerProcess(process, port: port)
        for _ in 0..<looks where process.isRunning {
            if try LoopbackSocket.answers(port) { return running }
            try await Task.sleep(for: look)
        }
        running.stop()
        throw BenchError("\(peer.package) did not come up on port \(port)")
    }

    /// Not asked but ended: it keeps nothing, and inherits from this process's threads that signals wait.
    func stop() {
        _ = kill(processID, SIGKILL)
        process.waitUntilExit()
    }
}
