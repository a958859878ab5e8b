internal import AsyncHTTPClient
internal import Foundation
internal import NIOCore
internal import NIOHTTP1
package import NIOPosix

/// A running party with its own port, over TLS unless configured otherwise, and a port for its control.
struct PartyServer<Party: HTTPParty>: Sendable {
    let partyHost: PartyHost<Party>
    let authorityPEM: String
    let port: Int
    let controlPort: Int
    private let group: MultiThreadedEventLoopGroup
    private let sender: DeliverySender
    private let listener: HTTPListener
    private let control: HTTPListener

    static func start(
        _ party: Party, at place: StandinAddress, clock: StandinClock, onLine: (@Sendable (StandinLogEntry) -> Void)?,
        onDelivery: (@Sendable (StandinLogEntry) -> Void)? = nil,
        sockets: [any WebSocketOwner] = []
    ) async throws -> PartyServer {
        let authority = try StandinAuthority()
        let authorityPEM = try authority.certificatePEM
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let sender = DeliverySender(on: group)
        let partyHost = PartyHost(
            party, clock: clock, loop: group.any(), sender: sender, onLine: onLine, onDelivery: onDelivery)
        do {
            let tls = place.isPlain ? nil : try authority.serverContext(protocols: ["http/1.1"])
            let listener = try await HTTPListener.start(
                host: place.host, port: place.port, tls: tls, on: group, clock: clock,
                sockets: sockets
            ) { partyHost.serve($0) }
            let control = try await HTTPListener.start(
                host: place.host, port: place.controlPort, tls: nil, on: group, clock: clock
            ) { StandinAnswer(partyHost.control($0)) }
            return PartyServer(
                partyHost: partyHost, authorityPEM: authorityPEM, port: listener.port, controlPort: control.port,
                group: group,
                sender: sender, listener: listener, control: control)
        } catch {
            await sender.stop()
            try? await group.shutdownGracefully()
            throw error
        }
    }

    /// The event loop on which everything runs.
    var loop: any EventLoop { group.any() }

    func stop() async {
        await listener.stop()
        await control.stop()
        await sender.stop()
        try? await group.shutdownGracefully()
    }
}

/// The addresses on which a stand-in listens.
public struct StandinAddress: Hashable, Sendable {
    /// The address to listen on; the control has the same.
    public var host = "127.0.0.1"
    /// The port; 0 for a free one.
    public var port = 0
    /// The port; 0 for a free one.
    public var controlPort = 0
    /// Whether the port is without TLS, for clients whose trusted authorities cannot be configured.
    public var isPlain = false

    public init(host: String = "127.0.0.1", port: Int = 0, controlPort: Int = 0, isPlain: Bool = false) {
        self.host = host
        self.port = port
        self.controlPort = controlPort
        self.isPlain = isPlain
    }
}

/// An error that prevents a stand-in from starting, with a text for people.
struct StandinFailure: Error, CustomStringConvertible {
    let description: String

    /// Describes a failure to listen on a port.
    init(listening host: String, _ port: Int, _ error: any Error) {
        let reason = (error as? IOError).map { String(cString: strerror($0.errnoCode)) } ?? "\(error)"
        description =
            "\(host):\(port) cannot be listened on: \(reason). Is another server there? Port 0 finds a free one."
    }
}

/// Posts the deliveries of a party concurrently. After `stop` none is under way, so that the event loop can end.
package final class DeliverySender: Sendable {
    /// How long an answer is awaited. Source: the general webhook guide of Telnyx, 10 s.
    private static let answerTime: TimeAmount = .seconds(10)

    private let client: HTTPClient
    private let postings: AsyncStream<Posting>.Continuation
    private let worker: Task<Void, Never>

    private struct Posting: Sendable {
        var delivery: StandinDelivery
        var answered: @Sendable (Int?) -> Void
    }

    package init(on group: MultiThreadedEventLoopGroup) {
        let client = HTTPClient(eventLoopGroupProvider: .shared(group))
        let (incoming, postings) = AsyncStream<Posting>.makeStream()
        self.client = client
        self.postings = postings
        worker = Task {
            await withDiscardingTaskGroup { tasks in
                for await posting in incoming {
                    tasks.addTask { posting.answered(await Self.post(posting.delivery, by: client)) }
                }
            }
        }
    }

    /// - Parameter answered: called with the status of the answer; nil if none arrived.
    func send(_ delivery: StandinDelivery, answered: @escaping @Sendable (Int?) -> Void) {
        postings.yield(Posting(delivery: delivery, answered: answered))
    }

    /// Cancels all deliveries under way, and waits for their end.
    package func stop() async {
        postings.finish()
        worker.cancel()
        await worker.value
        try? await client.shutdown()
    }

    private static func post(_ delivery: StandinDelivery, by client: HTTPClient) async -> Int? {
        var request = HTTPClientRequest(url: delivery.url)
        request.method = .POST
        request.headers = HTTPHeaders(delivery.headers.map { ($0.name, $0.value) })
        request.body = .bytes(ByteBuffer(bytes: delivery.body))
        return (try? await client.execute(request, timeout: answerTime)).map { Int($0.status.code) }
    }
}
