import NIOCore
import NIOPosix

/// The broadcast benchmark's loads at servers somebody else wrote, as far as they are installed: with the same generator,
/// on the same machine, in the same minutes.
struct PeerBenchmark: Benchmark {
    let name = "peers"
    let activity = "broadcasting from \(BroadcastPeer.all.map(\.package).joined(separator: " and "))"
    let splitsCores = true

    private let installed = BroadcastPeer.all.filter { $0.program != nil }

    var figures: [Figure<[String: FanOut.Runs]>] {
        installed.flatMap { peer in
            FanOut.figures(of: peer.name).map { figure in
                figure.of { (runs: [String: FanOut.Runs]) in runs[peer.name] ?? FanOut.Runs() }
            }
        }
    }

    var missing: String? {
        let packages = BroadcastPeer.all.filter { $0.program == nil }.map(\.package)
        return packages.isEmpty ? nil : "left out, not installed: apt-get install \(packages.joined(separator: " "))"
    }

    func take(_ size: BenchSize) async throws -> [String: FanOut.Runs] {
        try DescriptorLimit.raise(toAtLeast: size.of(BroadcastBenchmark.manyListeners) + 256)
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let loop = group.next()
        var runs: [String: FanOut.Runs] = [:]
        for peer in installed {
            guard let program = peer.program else { continue }
            runs[peer.name] = try await FanOut.Runs(size) { load in
                let server = try await PeerProcess.start(peer, at: program)
                defer { server.stop() }
                return try await FanOut(
                    processID: server.processID, port: server.port,
                    listener: { PeerListener(at: peer, of: $0, isSampled: $1, ready: $2) },
                    publisher: { PeerPublisher(at: peer) }, publishing: "TCP in its own protocol"
                ).run(load, on: loop)
            }
        }
        try await group.shutdownGracefully()
        return runs
    }
}
