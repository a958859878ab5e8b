internal import AsyncHTTPClient
internal import Foundation
internal import NIOCore
internal import NIOHTTP1
internal import NIOSSL
internal import Redaction
public import RingCore

/// Telnyx Call Control as a carrier.
///
/// Source: Telnyx's guides: the same command again after 500 ms without a reply and on 5xx, under the same
/// `command_id`, which Telnyx knows for a minute.
public final class TelnyxCarrier: Carrier {
    /// Tries of one command; with the waits between them they take under three seconds, and the lease of the outbox is
    /// longer.
    static let attemptsMax = 4
    /// How long one try waits for its reply.
    static let replyWait = TimeAmount.milliseconds(500)
    /// Bytes of a reply that are read; one has some hundred.
    static let replyBytesMax = 64 * 1024

    /// How long a file may stand still, be it that none of it comes or that nobody takes it: a player that rests asks
    /// for the rest of it anew.
    static let fileStallMax = TimeAmount.seconds(60)
    /// Files under way at once: as many as the API lets be heard, and the ones for mailboxes.
    static let filesMax = 24

    let settings: TelnyxSettings
    private let destinations: any TelnyxDestinations
    let client: HTTPClient
    /// For files: whoever takes one slowly keeps no command waiting for a connection.
    let files: HTTPClient

    /// - Throws: when the certificates to trust are none.
    public init(settings: TelnyxSettings, destinations: any TelnyxDestinations) throws {
        self.settings = settings
        self.destinations = destinations
        var configuration = HTTPClient.Configuration()
        if let pem = settings.trustedPEM {
            var tls = TLSConfiguration.makeClientConfiguration()
            tls.trustRoots = .certificates(try NIOSSLCertificate.fromPEMBytes(Array(pem.utf8)))
            configuration.tlsConfiguration = tls
        }
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        configuration.timeout.read = Self.fileStallMax
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = Self.filesMax
        files = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    /// Closes the connections; no order may be given any more.
    public func stop() async {
        try? await client.shutdown()
        try? await files.shutdown()
    }

    public func perform(_ order: CarrierOrder) async -> CarrierReply {
        var destination: TelnyxDestination?
        if order.command.callsDevice, let leg = order.leg {
            destination = await destinations.destination(
                of: leg.device, in: order.organization, session: order.session)
        }
        guard let request = TelnyxRequest(order, destination: destination, settings: settings) else {
            return CarrierReply(.refused)
        }
        guard let response = await send(request) else { return CarrierReply(.unavailable) }
        return response.reply(to: order.command)
    }

    public func own(_ leg: CarrierLegID) async -> OwnLeg? {
        guard let request = TelnyxRequest(look: leg) else { return nil }
        return await send(request)?.own(key: settings.stateKey.revealed)
    }

    /// - Returns: nil when no reply came.
    func send(_ request: TelnyxRequest) async -> TelnyxResponse? {
        var last: TelnyxResponse?
        for attempt in 1...Self.attemptsMax {
            last = try? await sendOnce(request, wait: Self.replyWait)
            if let last, !last.isTransient { return last }
            if attempt < Self.attemptsMax { try? await Task.sleep(for: .milliseconds(50 << attempt)) }
        }
        return last
    }

    func sendOnce(_ request: TelnyxRequest, wait: TimeAmount) async throws -> TelnyxResponse {
        var outgoing = HTTPClientRequest(url: settings.address + request.path)
        outgoing.method = HTTPMethod(rawValue: request.method.rawValue)
        outgoing.headers.add(name: "authorization", value: "Bearer \(settings.key.revealed)")
        outgoing.headers.add(name: "accept", value: "application/json, text/plain")
        if !request.body.isEmpty {
            outgoing.headers.add(name: "content-type", value: "application/json")
            outgoing.body = .bytes(ByteBuffer(bytes: request.body))
        }
        let reply = try await client.execute(outgoing, timeout: wait)
        let body = try await reply.body.collect(upTo: Self.replyBytesMax)
        let pause = reply.headers.first(name: "x-ratelimit-reset") ?? reply.headers.first(name: "retry-after")
        return TelnyxResponse(
            status: Int(reply.status.code), body: Array(body.readableBytesView),
            wait: pause.flatMap { Int64($0) }.map { .seconds($0) })
    }
}
