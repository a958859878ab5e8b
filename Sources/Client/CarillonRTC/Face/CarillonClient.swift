import CallModel
public import MediaEngine
import Redaction
public import Trace
import Verto
import WireJSON

/// A phone's connection to an exchange, and its calls.
///
/// Every method may be called from anywhere. When the last reference goes, everything is closed: calls end for the peer
/// as if the network had gone; call `disconnect()` to hang up properly.
public final class CarillonClient: Sendable {
    public let configuration: ClientConfiguration
    let queue = ClientQueue()
    private let board = ClientBoard()

    /// A client that is not connected.
    ///
    /// - Throws: `ClientError` with code `.invalidArgument` when the configuration contradicts itself.
    public init(_ configuration: ClientConfiguration, ports: ClientPorts) throws(ClientError) {
        try configuration.validate()
        self.configuration = configuration
        var settings = ClientSettings(
            configuration, sessionID: configuration.sessionID ?? UUIDValue.drawn().description,
            seed: .random(in: 0 ... .max))
        settings.fetchesIceServers = ports.iceServers != nil && configuration.media.iceServers.isEmpty
        let shell = ClientShell(
            settings: settings, configuration: configuration, ports: ports, queue: queue, board: board)
        Task { await shell.run() }
    }

    /// A client over WebSocket and the machine's own clock.
    ///
    /// - Parameter actor: its name in the trace.
    /// - Throws: `ClientError` with code `.invalidArgument` when the configuration contradicts itself.
    public convenience init(
        configuration: ClientConfiguration, media: any MediaEngine, trace: (any TraceSink)? = nil,
        actor: String = "client"
    ) throws(ClientError) {
        try self.init(configuration, ports: ClientPorts(media: media, trace: trace, name: actor))
    }

    deinit { queue.finish() }

    public var state: ClientState { board.state }

    /// Every state from now on, the present one first.
    public var states: AsyncStream<ClientState> { board.states }

    /// Calls that have begun and not ended, the oldest first.
    public var calls: [Call] { board.calls }

    /// Calls that come in, those that are there already first. Each listener has its own.
    public var incomingCalls: AsyncStream<Call> { board.incomingCalls }

    /// Connects and logs in; returns when calls can be made. From then on a lost connection is made again by itself.
    ///
    /// - Throws: `ClientError` with code `.unreachable`, `.loginRefused`, `.loginTimedOut` or `.alreadyConnected`.
    public func connect() async throws(ClientError) { try await queue.outcome { .connect($0) } }

    /// Hangs up every call and closes the session; one that rings here is not declined by it: it rings on the user's other
    /// devices, or for as long as the exchange lets it. Harmless when there is no session.
    public func disconnect() async {
        // It fails only when the shell is gone, and then there is nothing to disconnect.
        try? await queue.outcome { .disconnect($0) }
    }

    /// Says that the device is on another network. The connection is made again over it at once, and keeps its calls;
    /// their media is restarted as soon as the exchange can be heard. Harmless when there is no connection.
    public func networkChanged() { queue.put(.networkChanged) }

    /// Places a call and returns it at once; what becomes of it are its events.
    ///
    /// - Throws: `ClientError` with code `.invalidArgument`, `.notConnected` or `.limitReached`.
    public func dial(_ destination: String, _ options: DialOptions = DialOptions()) async throws(ClientError) -> Call {
        let (call, setup) = try prepared(destination, options)
        try await queue.dial(call, setup)
        return call
    }

    func prepared(
        _ destination: String, _ options: DialOptions
    ) throws(ClientError) -> (call: Call, setup: CallSetup) {
        guard !destination.isEmpty, destination.utf8.count <= Self.destinationLengthMax else {
            throw ClientError(.invalidArgument, "a destination has 1 to \(Self.destinationLengthMax) bytes")
        }
        guard options.headers.count <= CallSetup.headersMax else {
            throw ClientError(.invalidArgument, "a call has at most \(CallSetup.headersMax) headers")
        }
        let setup = setup(destination, options)
        let call = Call(
            id: setup.callID, state: CallState(idle: .outbound), peerNumber: setup.destination, peerName: nil,
            media: CallMedia(source: options.source, sink: options.sink), queue: queue)
        return (call, setup)
    }

    /// Longer than any SIP address in use.
    public static let destinationLengthMax = 256

    private func setup(_ destination: String, _ options: DialOptions) -> CallSetup {
        var setup = CallSetup(callID: UUIDValue.drawn().description, options: CallOptions(configuration))
        setup.destination = Redacted(destination)
        setup.callerName = (options.callerName ?? configuration.callerName).map { Redacted($0) }
        setup.callerNumber = (options.callerNumber ?? configuration.callerNumber).map { Redacted($0) }
        setup.headers = options.headers
        setup.clientState = options.clientState
        setup.preferredCodecs = options.preferredCodecs
        return setup
    }
}

extension UUIDValue {
    /// From the system's source.
    static func drawn() -> UUIDValue { .random(high: .random(in: 0 ... .max), low: .random(in: 0 ... .max)) }
}
