internal import AsyncHTTPClient
public import CallModel
internal import Crypto
internal import Foundation
internal import NIOCore
internal import NIOHTTP1
internal import NIOSSL
public import Redaction
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

/// Where a leg to a device leads: its SIP address at Telnyx, or a number.
public protocol TelnyxDestinations: Sendable {
    /// - Returns: nil when the device cannot be rung there: no credential, or a revoked one.
    func destination(
        of device: DeviceID, in organization: OrganizationID, session: CallSessionID
    ) async -> TelnyxDestination?
}

/// Where a leg leads.
public struct TelnyxDestination: Hashable, Sendable {
    public let address: Redacted<String>
    /// The number it comes from; nil: the account's usual one.
    public let from: Redacted<String>?

    public init(_ address: Redacted<String>, from: Redacted<String>? = nil) {
        self.address = address
        self.from = from
    }
}

/// What the exchange needs to know of an account at Telnyx.
public struct TelnyxSettings: Hashable, Sendable {
    /// Where the API is: Telnyx's own, or that of a stand-in.
    public var address = "https://api.telnyx.com/v2"
    /// The certificates to trust instead of the system's, as PEM: those of a stand-in.
    public var trustedPEM: String?
    /// The bearer key of the account.
    public var key: Redacted<String>
    /// The account's public key for webhooks: base64 of 32 bytes.
    public var webhookKey: String
    /// The Call Control application our legs are dialled with.
    public var connection: String
    /// The credential connection devices of accounts register with; nil: none does.
    public var credentialConnection: String?
    /// Where their SIP addresses are: Telnyx's own.
    public var sipDomain = "sip.telnyx.com"
    /// Where they register: Telnyx's own WebRTC edge, or that of a stand-in; a `wss` or `ws` address.
    public var webRTCAddress = "wss://rtc.telnyx.com"
    /// The number our legs come from.
    public var from: Redacted<String>
    /// A recorded greeting; without one it is spoken.
    public var greetingAddress: String?
    /// What is said where no recorded greeting can be played.
    public var greeting = "Nobody can take your call. Please leave a message after the tone."
    /// What is said before a call is ended that we lost.
    public var apology = "We are sorry, the connection was lost. Please call again."
    /// The sound of ringing for a caller whose winner was lost and for whom others ring.
    public var ringbackAddress: String?
    /// The sound for a caller who is kept: parked, or waiting for a transfer. Without one they are told ``waiting``.
    public var holdAddress: String?
    /// What such a caller is told again and again where there is no such sound.
    public var waiting = "One moment, please."
    /// The recorded announcement that a conversation will be recorded; without one it is spoken.
    public var announcementAddress: String?
    /// What is said to both who talk before they are recorded.
    public var announcement = "This call is being recorded."
    /// What is asked of whoever answers a number.
    public var confirmation = "You have a call. Press 1 to take it."
    /// What `client_state` is signed with: 32 random bytes of the exchange's own.
    public var stateKey: Redacted<[UInt8]>

    public init(
        key: Redacted<String>, webhookKey: String, connection: String, from: Redacted<String>,
        stateKey: Redacted<[UInt8]>
    ) {
        self.key = key
        self.webhookKey = webhookKey
        self.connection = connection
        self.from = from
        self.stateKey = stateKey
    }

    /// A key for `client_state` that follows from the account's, so that a restart knows the marks of the run before.
    public static func stateKey(from key: Redacted<String>) -> Redacted<[UInt8]> {
        let code = HMAC<SHA256>.authenticationCode(
            for: Array("carillon client_state".utf8), using: SymmetricKey(data: Array(key.revealed.utf8)))
        return Redacted(Array(code))
    }

    /// The SIP address of a device that registers by a credential.
    public func address(of username: String) -> Redacted<String> { Redacted("sip:\(username)@\(sipDomain)") }

    /// Whether a text is a public key for webhooks.
    public static func isWebhookKey(_ text: String) -> Bool {
        Data(base64Encoded: text).flatMap { try? Curve25519.Signing.PublicKey(rawRepresentation: $0) } != nil
    }
}
