internal import Foundation
public import WireJSON

/// A stand-in for Sign in with Apple that runs: keys, token and revocation endpoints on one port, people on demand on
/// the control port.
public final class AppleStandin: Sendable {
    public let port: Int
    public let controlPort: Int
    /// What a client has to trust, as PEM.
    public let authorityPEM: String
    /// What a client signs its secret with, when the stand-in made it.
    public let credential: APNsCredential
    public let clock: StandinClock
    private let server: PartyServer<AppleParty>

    /// - Parameter configuration: when it names no key, one is made: `credential`.
    public static func start(
        _ configuration: AppleConfiguration = AppleConfiguration(), at place: StandinPlace = StandinPlace(),
        clock: StandinClock = StandinClock(), onLine: (@Sendable (StandinLine) -> Void)? = nil
    ) async throws -> AppleStandin {
        var configuration = configuration
        let credential = APNsCredential.make()
        if configuration.keys.isEmpty { configuration.keys = [credential.key] }
        let party = try AppleParty(configuration, key: StandinKeyPair(keyID: "STANDINKEY"))
        let server = try await PartyServer.start(party, at: place, clock: clock, onLine: onLine)
        return AppleStandin(server, credential)
    }

    private init(_ server: PartyServer<AppleParty>, _ credential: APNsCredential) {
        self.server = server
        self.credential = credential
        authorityPEM = server.authorityPEM
        clock = server.desk.clock
        port = server.port
        controlPort = server.controlPort
    }

    public func stop() async { await server.stop() }

    /// Something goes wrong from now on.
    public func plan(_ fault: HTTPFault) {
        server.desk.with { party, _ in _ = party.faults.add(fault) }
    }

    /// Asks the control without a socket: `authorize`, `notify`, `rotate`, `counts` as over HTTP.
    public func control(_ method: String, _ path: String, _ body: JSONObject = [:]) -> JSONObject {
        let request = StandinRequest(
            method: method, path: "/standin/\(path)", body: JSONWriter.bytes(of: .object(body)))
        return server.desk.control(request).object ?? [:]
    }
}
