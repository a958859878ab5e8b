import NIOCore
import NIOPosix

/// The broadcast benchmark's loads at servers somebody else wrote, as far as they are installed: with the same generator,
/// on the same machine, in the same minutes.
struct PeerBenchmark: Benchmark {
    let name = "peers"
    let activity = "broadcasting from \(BroadcastPeer.all.map(\.package).joined(separator: " and "))"
    let splitsCores = true

    private static var installed: [BroadcastPeer] { BroadcastPeer.all.filter { $0.program != nil } }

    var figures: [String] {
        PeerBenchmark.installed.flatMap { peer in FanOut.loads.flatMap { $0.figures(of: peer.name) } }
    }

    var missing: String? {
        let packages = BroadcastPeer.all.filter { $0.program == nil }.map(\.package)
        return packages.isEmpty ? nil : "not installed: apt-get install \(packages.joined(separator: " "))"
    }

    func measure() async throws -> [Measurement] {
        try DescriptorLimit.raise(toAtLeast: BroadcastBenchmark.manyListeners + 256)
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let loop = group.next()
        var measurements: [Measurement] = []
        for peer in PeerBenchmark.installed {
            guard let program = peer.program else { continue }
            for load in FanOut.loads {
                let server = try await PeerProcess.start(peer, at: program)
                defer { server.stop() }
                measurements += try await FanOut(
                    name: peer.name, processID: server.processID, port: server.port,
                    listener: { PeerListener(at: peer, of: $0, isSampled: $1, ready: $2) },
                    publisher: { PeerPublisher(at: peer) }, publishing: "TCP in its own protocol"
                ).run(load, on: loop)
            }
        }
        try await group.shutdownGracefully()
        return measurements
    }
}
