internal import AsyncHTTPClient
internal import CallModel
internal import NIOCore
internal import NIOHTTP1
internal import NIOSSL
internal import Redaction
public import RingCore
internal import WireJSON

/// The carrier that controls calls by Telnyx Call Control.
///
/// Source: Telnyx's guides: a command is repeated after 500 ms without a reply and on 5xx, under the same `command_id`,
/// which Telnyx remembers for a minute.
public final class TelnyxCarrier: Carrier {
    /// The most attempts of one command; with the waits between them they take under three seconds, and the lease of
    /// the outbox is longer.
    static let attemptsMax = 4
    /// The most bytes of a reply that are read; a reply has a few hundred.
    static let replyBytesMax = 64 * 1024

    /// How long a file transfer may stall on either side: a player that pauses for longer requests the rest anew.
    static let fileStallMax = TimeAmount.seconds(60)
    /// The most files in transfer at once: as many listeners as the API admits, and the ones for mailboxes.
    static let filesMax = 24

    let settings: TelnyxSettings
    private let destinations: any TelnyxDestinations
    let client: HTTPClient
    /// The client for files, so that slow receivers occupy no connection that commands need.
    let files: HTTPClient

    /// - Throws: an error when the trusted certificates cannot be read.
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

    /// Closes the connections; afterward no order may be given.
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
            last = try? await sendOnce(request, wait: TimeAmount(settings.replyWait))
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

/// Telnyx's reply to a request.
package struct TelnyxResponse: Hashable, Sendable {
    package let status: Int
    package let body: [UInt8]
    /// The wait that the headers of a 429 name.
    package let wait: Duration?

    package init(status: Int, body: [UInt8], wait: Duration? = nil) {
        self.status = status
        self.body = body
        self.wait = wait
    }

    /// The wait after a 429 that names none: the account's dials are counted over five seconds.
    private static let waitDefault = Duration.seconds(1)
    /// The longest wait that is honored.
    private static let waitMax = Duration.seconds(60)

    /// Error codes of Telnyx that are more specific than the status. Source: its OpenAPI description, “errors”.
    private enum Code {
        static let callEnded = "90018"
        static let notAnswered = "90034"
        static let invalidLeg = "90015"
    }

    /// Whether a repetition may succeed: it is unknown whether the command was done.
    package var isTransient: Bool { status >= 500 || status == 408 }

    /// How long no request is to be sent after a 429.
    var patience: Duration { min(wait ?? Self.waitDefault, Self.waitMax) }

    /// The meaning of the reply for the command.
    package func reply(to command: CarrierCommand) -> CarrierReply {
        if case .look(let leg) = command { return looked(leg) }
        return CarrierReply(result(of: command))
    }

    private func result(of command: CarrierCommand) -> CommandResult {
        switch status {
        case 200..<300:
            if command.callsDevice { return .accepted(data?["call_control_id"]?.string.map { CarrierLegID($0) }) }
            return .accepted(nil)
        case 429: return .rateLimited(patience)
        case 408, 500...: return .unavailable
        default: return refusal(of: command)
        }
    }

    private func refusal(of command: CarrierCommand) -> CommandResult {
        let codes = codes
        if codes.contains(Code.callEnded) { return .alreadyOver }
        if codes.contains(Code.invalidLeg) {
            // A leg that was answered a moment ago is not known everywhere at Telnyx yet, so a bridge is tried again after
            // a pause. Of one that has ended, Telnyx says so for ten minutes.
            if case .bridge = command { return .conflict }
            return .alreadyOver
        }
        if codes.contains(Code.notAnswered) { return .notAnswered }
        switch (status, command) {
        case (404, .dial), (404, .barge): return .refused
        case (404, _): return .alreadyOver
        // Right after an answer, Telnyx may not know yet that both legs are up (observed by its users).
        case (422, .bridge), (422, .rebridge), (422, .consult), (409, _): return .conflict
        default: return .refused
        }
    }

    private func looked(_ leg: LegRef) -> CarrierReply {
        switch status {
        case 200:
            let isAlive = data?["is_alive"]?.bool
            return CarrierReply(
                .accepted(nil), events: [.looked(leg, isAlive.map { $0 ? .alive : .over } ?? .unknown)])
        case 404: return CarrierReply(.alreadyOver)
        // Telnyx forgets a leg ten minutes after its end; its name is invalid then.
        case 400..<500 where codes.contains(Code.callEnded) || codes.contains(Code.invalidLeg):
            return CarrierReply(.alreadyOver)
        default: return CarrierReply(.unavailable)
        }
    }

    /// The leg of ours that the reply describes, by the mark in its `client_state`.
    package func own(key: [UInt8]) -> OwnLeg? {
        guard status == 200, let text = data?["client_state"]?.string,
            let state = TelnyxState(base64: text, key: key), let leg = state.leg
        else { return nil }
        return OwnLeg(leg, of: state.session)
    }

    private var document: JSONObject? { (try? JSONParser.parse(body))?.object }
    private var data: JSONObject? { document?["data"]?.object }
    private var codes: [String] {
        (document?["errors"]?.array ?? []).compactMap { error in
            let code = error.object?["code"]
            return code?.string ?? code?.integer.map { "\($0)" }
        }
    }
}
