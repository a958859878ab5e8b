public import MediaEngine
internal import Redaction
public import WireJSON

/// A stand-in for Telnyx that runs: the API under `/v2` and the edge that phones log in to (WebSocket) on one port, the
/// world outside on the control port.
public final class TelnyxStandin: Sendable {
    public let port: Int
    public let controlPort: Int
    /// What a client has to trust, as PEM.
    public let authorityPEM: String
    /// What webhooks are verified with: base64 of 32 bytes.
    public let publicKey: String
    public let clock: StandinClock
    let server: PartyServer<TelnyxParty>
    let edge: EdgeShell
    private let address: String

    /// - Parameters:
    ///   - media: carries the sound of phones; nil: the stand-in makes its own engine with the first call of one.
    ///   - onLine: told of every request that was answered, those of phones at the edge among them.
    ///   - onDelivery: told whenever our server has replied to a webhook, or could not be reached.
    public static func start(
        _ configuration: TelnyxConfiguration = TelnyxConfiguration(), at place: StandinPlace = StandinPlace(),
        clock: StandinClock = StandinClock(), media: (any MediaEngine)? = nil,
        onLine: (@Sendable (StandinLine) -> Void)? = nil,
        onDelivery: (@Sendable () -> Void)? = nil
    ) async throws -> TelnyxStandin {
        let signer = TelnyxSigner()
        let edge = EdgeShell(host: place.host, engine: media, onLine: onLine)
        let server = try await PartyServer.start(
            TelnyxParty(configuration, signer: signer), at: place, clock: clock, onLine: onLine,
            onDelivery: onDelivery, sockets: edge)
        edge.attach(to: server.desk, on: server.loop)
        let address = "\(place.host):\(server.port)"
        server.desk.with { party, _ in
            party.configuration.address = "\(place.isPlain ? "http" : "https")://\(address)"
        }
        return TelnyxStandin(server, edge, "\(place.isPlain ? "ws" : "wss")://\(address)", signer.publicKey)
    }

    private init(_ server: PartyServer<TelnyxParty>, _ edge: EdgeShell, _ address: String, _ publicKey: String) {
        self.server = server
        self.edge = edge
        self.address = address
        self.publicKey = publicKey
        authorityPEM = server.authorityPEM
        clock = server.desk.clock
        port = server.port
        controlPort = server.controlPort
    }

    public func stop() async {
        await edge.stop()
        await server.stop()
    }

    /// Where phones log in.
    public var edgeURL: String { address }

    /// Something goes wrong from now on.
    public func plan(_ fault: HTTPFault) {
        server.desk.with { party, _ in _ = party.faults.add(fault) }
    }

    /// What answers at an address from now on.
    public func put(_ farEnd: TelnyxFarEnd, at address: String) {
        server.desk.with { party, _ in party.farEnds[address] = farEnd }
    }

    /// What is not known, either way.
    public func set(_ change: @Sendable (inout TelnyxSwitches) -> Void) {
        server.desk.with { party, _ in change(&party.configuration.switches) }
    }

    /// A call comes in; its `call_control_id`.
    @discardableResult
    public func callIn(from: String, to: String) -> String {
        server.desk.with { party, now in party.callIn(from: from, to: to, headers: [], at: now).id }
    }

    /// The newest news that was sent, oldest first.
    public var news: [TelnyxNews] { server.desk.with { party, _ in party.sent.all } }

    /// Whether our server has taken, or finally refused, everything it was told but what is kept.
    public var isQuiet: Bool { server.desk.with { party, _ in party.open.isEmpty } }

    /// For how long it has been at work in all: deciding, or waiting for its own media engine to make or take a description.
    public var workingTime: Duration { server.desk.work.total }

    /// The passwords it has made: what must be found nowhere.
    public var secrets: [String] { server.desk.with { party, _ in party.credentials.map(\.password.revealed) } }

    /// Asks the control without a socket.
    public func control(_ method: String, _ path: String, _ body: JSONObject = [:]) -> JSONObject {
        let request = StandinRequest(
            method: method, path: "/standin/\(path)", body: JSONWriter.bytes(of: .object(body)))
        return server.desk.control(request).object ?? [:]
    }
}
