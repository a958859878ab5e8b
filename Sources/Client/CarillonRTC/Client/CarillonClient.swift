import CallModel
public import MediaEngine
public import Redaction
public import Trace
import Verto
import WireJSON

/// A phone's connection to an exchange, and its calls.
///
/// Isolation: every method may be called from any thread. Releasing the last reference closes everything, and the peers
/// see their calls end as if the network had failed; call `disconnect()` to hang up properly.
public final class CarillonClient: Sendable {
    /// The configuration that the client was made with.
    public let configuration: ClientConfiguration
    let queue = ClientQueue()
    private let publicState = ClientPublicState()

    /// Creates a client that is not connected.
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
            settings: settings, configuration: configuration, ports: ports, queue: queue, publicState: publicState)
        Task { await shell.run() }
    }

    /// Creates a client that uses WebSocket and the system clock.
    ///
    /// - Parameters:
    ///   - configuration: the address, the credentials and the limits.
    ///   - media: makes the peer connections of calls.
    ///   - trace: receives every event and effect of the client, redacted; nil: no trace.
    ///   - actor: the client's name in the trace.
    /// - Throws: `ClientError` with code `.invalidArgument` when the configuration contradicts itself.
    public convenience init(
        configuration: ClientConfiguration, media: any MediaEngine, trace: (any TraceSink)? = nil,
        actor: String = "client"
    ) throws(ClientError) {
        try self.init(configuration, ports: ClientPorts(media: media, trace: trace, name: actor))
    }

    deinit { queue.finish() }

    /// The present state. ``states`` tells its changes.
    public var state: ClientState { publicState.state }

    /// All states from now on, the present one first.
    public var states: AsyncStream<ClientState> { publicState.states }

    /// Until when, on the clock of the ports, each unanswered login of this client may still reach the exchange. The next
    /// client with this session is told.
    package var lateLogins: [Duration] { publicState.lateLogins }

    /// Calls that have begun and not ended, oldest first.
    public var calls: [Call] { publicState.calls }

    /// Incoming calls, present ones first. Each access gives a stream of its own.
    public var incomingCalls: AsyncStream<Call> { publicState.incomingCalls }

    /// Connects and logs in; returns when calls can be made. From then on the client restores a lost connection by
    /// itself.
    ///
    /// - Throws: `ClientError` with code `.unreachable`, `.loginRefused`, `.loginTimedOut` or `.alreadyConnected`.
    public func connect() async throws(ClientError) { try await queue.outcome { .connect($0) } }

    /// Hangs up every call and closes the session. A call that rings here is not declined: it goes on ringing on the
    /// user's other devices, as long as the exchange allows. Returns when the exchange has been told, or could not be
    /// within a second. Harmless without a session.
    public func disconnect() async {
        // This fails only if the shell is gone, and then there is nothing to disconnect.
        try? await queue.outcome { .disconnect($0) }
    }

    /// Tells the client that the device is on another network. The client reconnects over it at once and keeps the
    /// calls; their media is restarted as soon as the exchange is reachable. Harmless without a connection.
    public func networkChanged() { queue.put(.networkChanged) }

    /// Places a call and returns it at once; its events tell its progress.
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

    /// The most bytes of a destination; SIP addresses in use are shorter.
    public static let destinationLengthMax = 256

    private func setup(_ destination: String, _ options: DialOptions) -> CallSetup {
        var setup = CallSetup(callID: UUIDValue.drawn().description, options: CallOptions(configuration))
        setup.destination = Redacted(destination)
        setup.callerName = (options.callerName ?? configuration.callerName).map { Redacted($0) }
        setup.callerNumber = (options.callerNumber ?? configuration.callerNumber).map { Redacted($0) }
        setup.headers = options.headers
        setup.clientState = options.clientState
        setup.preferredCodecs = options.preferredCodecs
        setup.replaces = options.replaces
        return setup
    }
}

extension UUIDValue {
    /// Generates a random UUID from the system's source.
    static func drawn() -> UUIDValue { .random(high: .random(in: 0 ... .max), low: .random(in: 0 ... .max)) }
}

/// Requests without waiting, for callers that carry out commands one after the other. Requests are carried out in
/// order; `then` is called once, on any thread, with nil on success.
extension CarillonClient {
    /// Connects like ``connect()``, without waiting.
    package func connect(then: @escaping @Sendable (ClientError?) -> Void) {
        queue.ask({ .connect($0) }, then: then)
    }

    /// Disconnects like ``disconnect()``, without waiting.
    package func disconnect(then: @escaping @Sendable () -> Void) {
        queue.ask({ .disconnect($0) }, then: { _ in then() })
    }

    /// Dials like ``dial(_:_:)``, without waiting. `prepared` gets the call before its first event, so a listener added
    /// there gets every state. If the call cannot be placed, its only event is its present state, and `then` gets the
    /// reason.
    package func dial(
        _ destination: String, _ options: DialOptions, prepared: (Call) -> Void,
        then: @escaping @Sendable (ClientError?) -> Void
    ) throws(ClientError) {
        let (call, setup) = try self.prepared(destination, options)
        prepared(call)
        queue.dial(call, setup, then: then)
    }
}

/// Options for placing a call.
public struct DialOptions: Sendable {
    /// Headers sent to the callee.
    public var headers: [CallHeader] = []
    /// Opaque state, Base64 by convention; Telnyx returns it in its webhooks.
    public var clientState: Redacted<String>?
    /// The codecs the callee is asked to prefer, first choice first; empty for no preference. The client's
    /// configuration determines which codecs this side offers, and in which order.
    public var preferredCodecs: [AudioCodec] = []
    /// The session id of an answered call that another device of the user has, which this client takes; nil for a new
    /// call. Only our own exchange knows it.
    public var replaces: String?
    /// The caller's name; overrides that of the client's configuration.
    public var callerName: String?
    /// The caller's number; overrides that of the client's configuration.
    public var callerNumber: String?
    /// The source of sent audio, from the first packet on; nil sends silence.
    public var source: (any AudioSource)?
    /// The sink of received audio, from the first packet on; nil discards it.
    public var sink: (any AudioSink)?

    /// No headers, no preference of codecs, the caller of the configuration, and silence.
    public init() {}
}

/// The state of a client's connection to its exchange.
public enum ClientState: Hashable, Sendable {
    /// Not connected, and no attempt is made. `error` gives the reason, and is nil if the app disconnected.
    case disconnected(error: ClientError?)
    /// The first connection is being made: socket, login, registration.
    case connecting
    /// Registered: calls can be made and received.
    case ready
    /// The connection was lost and is being restored; calls are kept. `attempt` counts failed attempts; it is 0 if the
    /// gateway was lost or the network changed.
    case reconnecting(attempt: Int)
}

/// Why an operation of the client failed. `description` is safe to log.
public struct ClientError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of error.
    public enum Code: String, Hashable, Sendable {
        /// The URL of the exchange cannot be used.
        case invalidURL
        /// A value of the configuration or of a request is missing or out of bounds.
        case invalidArgument
        /// The exchange could not be reached, or did not stay reachable.
        case unreachable
        /// The exchange refused the credentials.
        case loginRefused
        /// The login was not answered, or the gateway did not register in time.
        case loginTimedOut
        /// The client is not connected, or was disconnected meanwhile.
        case notConnected
        /// `connect` was called while connecting or connected.
        case alreadyConnected
        /// The call's state does not allow the operation.
        case refused
        /// The exchange answered with an error, or did not answer in time.
        case requestFailed
        /// Media could not be made or negotiated.
        case mediaFailed
        /// The call ended before the operation finished.
        case callEnded
        /// A limit of this client was reached.
        case limitReached
    }

    /// The kind of error, for the app to decide by.
    public let code: Code
    /// The detail of the error, without any number, name or SDP.
    public let context: String

    public init(_ code: Code, _ context: String) {
        self.code = code
        self.context = context
    }

    public var description: String { "\(code.rawValue): \(context)" }
}
