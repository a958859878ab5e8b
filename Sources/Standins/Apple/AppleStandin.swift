internal import Foundation
public import WireJSON

/// A running stand-in for Sign in with Apple: keys, token and revocation endpoints on one port, and simulated sign-ins
/// on the control port.
public final class AppleStandin: Sendable {
    /// The port of Apple's endpoints on loopback. Its certificate covers `localhost` and `127.0.0.1`.
    public let port: Int
    /// The port of the control, over plain HTTP.
    public let controlPort: Int
    /// The authority that a client has to trust, as PEM.
    public let authorityPEM: String
    /// The credential with which a client signs its secret, if the stand-in created it.
    public let credential: APNsCredential
    /// The clock by which tokens and codes expire.
    public let clock: StandinClock
    private let server: PartyServer<AppleParty>

    /// - Parameters:
    ///   - configuration: if it has no key, one is created: `credential`.
    ///   - place: where it listens; by default on free ports of loopback.
    ///   - clock: the clock of the stand-in, which a test may advance.
    ///   - onLine: called for every request.
    ///   - onDelivery: called when our server has replied to a notification, or the request failed.
    public static func start(
        _ configuration: AppleConfiguration = AppleConfiguration(), at place: StandinAddress = StandinAddress(),
        clock: StandinClock = StandinClock(), onLine: (@Sendable (StandinLogEntry) -> Void)? = nil,
        onDelivery: (@Sendable (StandinLogEntry) -> Void)? = nil
    ) async throws -> AppleStandin {
        var configuration = configuration
        let credential = APNsCredential.make()
        if configuration.keys.isEmpty { configuration.keys = [credential.key] }
        let party = try AppleParty(configuration, key: StandinKeyPair(keyID: "STANDINKEY"))
        let server = try await PartyServer.start(party, at: place, clock: clock, onLine: onLine, onDelivery: onDelivery)
        return AppleStandin(server, credential)
    }

    private init(_ server: PartyServer<AppleParty>, _ credential: APNsCredential) {
        self.server = server
        self.credential = credential
        authorityPEM = server.authorityPEM
        clock = server.partyHost.clock
        port = server.port
        controlPort = server.controlPort
    }

    /// Closes both ports and all connections, and returns when they are closed.
    public func stop() async { await server.stop() }

    /// Plans a fault.
    public func plan(_ fault: HTTPFault) {
        server.partyHost.with { party, _ in _ = party.faults.add(fault) }
    }

    /// Calls the control without a socket: `authorize`, `notify`, `rotate`, `counts` as over HTTP.
    public func control(_ method: String, _ path: String, _ body: JSONObject = [:]) -> JSONObject {
        let request = StandinRequest(
            method: method, path: "/standin/\(path)", body: JSONWriter.bytes(of: .object(body)))
        return server.partyHost.control(request).object ?? [:]
    }
}

/// The configuration of a stand-in for Sign in with Apple.
public struct AppleConfiguration: Hashable, Sendable {
    /// The `iss` of Apple's tokens, and the `aud` of a client's.
    public static let issuer = "https://appleid.apple.com"

    /// The bundle or service identifiers that may sign in.
    public var clientIDs = ["com.example.phone"]
    /// The keys with which client secrets may be signed.
    public var keys: [APNsKey] = []
    /// The lifetime of an identity token.
    public var tokenLife: Duration = .seconds(86_400)
    /// The address for server-to-server notifications; nil to post only to addresses from the control.
    public var notificationURL: String?
    /// The seed of all generated identifiers.
    public var seed: UInt64 = 1

    public init() {}
}
