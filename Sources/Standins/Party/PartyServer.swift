internal import NIOCore
internal import NIOPosix

/// A party that runs: its own port, with TLS unless asked otherwise, and a port for its control.
struct PartyServer<Party: HTTPParty>: Sendable {
    let desk: PartyDesk<Party>
    let authorityPEM: String
    let port: Int
    let controlPort: Int
    private let group: MultiThreadedEventLoopGroup
    private let sender: DeliverySender
    private let listener: HTTPListener
    private let control: HTTPListener

    static func start(
        _ party: Party, at place: StandinPlace, clock: StandinClock, onLine: (@Sendable (StandinLine) -> Void)?,
        onDelivery: (@Sendable () -> Void)? = nil,
        sockets: (any WebSocketOwner)? = nil
    ) async throws -> PartyServer {
        let authority = try StandinAuthority()
        let authorityPEM = try authority.certificatePEM
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let sender = DeliverySender(on: group)
        let desk = PartyDesk(
            party, clock: clock, loop: group.any(), sender: sender, onLine: onLine, onDelivery: onDelivery)
        do {
            let tls = place.isPlain ? nil : try authority.serverContext(protocols: ["http/1.1"])
            let listener = try await HTTPListener.start(
                host: place.host, port: place.port, tls: tls, on: group, clock: clock,
                sockets: sockets
            ) { desk.serve($0) }
            let control = try await HTTPListener.start(
                host: place.host, port: place.controlPort, tls: nil, on: group, clock: clock
            ) { StandinAnswer(desk.control($0)) }
            return PartyServer(
                desk: desk, authorityPEM: authorityPEM, port: listener.port, controlPort: control.port,
                group: group,
                sender: sender, listener: listener, control: control)
        } catch {
            await sender.stop()
            try? await group.shutdownGracefully()
            throw error
        }
    }

    /// The one on which everything runs.
    var loop: any EventLoop { group.any() }

    func stop() async {
        await listener.stop()
        await control.stop()
        await sender.stop()
        try? await group.shutdownGracefully()
    }
}
