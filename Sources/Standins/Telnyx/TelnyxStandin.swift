public import MediaEngine
internal import Redaction
public import WireJSON

/// A running stand-in for Telnyx: the API under `/v2` and the edge for phones (WebSocket) on one port, and the control
/// of the public network on another.
public final class TelnyxStandin: Sendable {
    /// The port of API and edge on loopback. Its certificate covers `localhost` and `127.0.0.1`.
    public let port: Int
    /// The port of the control, over plain HTTP.
    public let controlPort: Int
    /// The authority that a client has to trust, as PEM.
    public let authorityPEM: String
    /// The key with which webhooks are verified: base64 of 32 bytes.
    public let publicKey: String
    /// The clock by which calls ring, tokens expire and webhooks are repeated.
    public let clock: StandinClock
    let server: PartyServer<TelnyxParty>
    let edge: EdgeShell
    private let address: String

    /// - Parameters:
    ///   - configuration: the account, its limits and the choices where Telnyx documents nothing.
    ///   - place: where it listens; by default on free ports of loopback.
    ///   - clock: the clock of the stand-in, which a test may advance.
    ///   - media: the media engine for phones; nil to create one with the first call.
    ///   - onLine: called for every answered request, including those of phones at the edge.
    ///   - onDelivery: called when our server has replied to a webhook, or the request failed.
    public static func start(
        _ configuration: TelnyxConfiguration = TelnyxConfiguration(), at place: StandinAddress = StandinAddress(),
        clock: StandinClock = StandinClock(), media: (any MediaEngine)? = nil,
        onLine: (@Sendable (StandinLogEntry) -> Void)? = nil,
        onDelivery: (@Sendable (StandinLogEntry) -> Void)? = nil
    ) async throws -> TelnyxStandin {
        let signer = TelnyxSigner()
        let edge = EdgeShell(host: place.host, engine: media, onLine: onLine)
        let server = try await PartyServer.start(
            TelnyxParty(configuration, signer: signer), at: place, clock: clock, onLine: onLine,
            onDelivery: onDelivery, sockets: [edge])
        edge.attach(to: server.partyHost, on: server.loop)
        let address = "\(place.host):\(server.port)"
        server.partyHost.with { party, _ in
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
        clock = server.partyHost.clock
        port = server.port
        controlPort = server.controlPort
    }

    /// Ends all calls without a word to the phones, closes both ports and returns when they are closed.
    public func stop() async {
        await edge.stop()
        await server.stop()
    }

    /// The address at which phones log in.
    public var edgeURL: String { address }

    /// Plans a fault.
    public func plan(_ fault: HTTPFault) {
        server.partyHost.with { party, _ in _ = party.faults.add(fault) }
    }

    /// Configures the behavior of an address.
    public func put(_ farEnd: TelnyxFarEnd, at address: String) {
        server.partyHost.with { party, _ in party.farEnds[address] = farEnd }
    }

    /// Changes switches for unknown behaviors.
    public func set(_ change: @Sendable (inout TelnyxAssumptions) -> Void) {
        server.partyHost.with { party, _ in change(&party.configuration.switches) }
    }

    /// Makes an incoming call; returns its `call_control_id`.
    @discardableResult
    public func callIn(from: String, to: String) -> String {
        server.partyHost.with { party, now in party.callIn(from: from, to: to, headers: [], at: now).id }
    }

    /// The newest webhooks sent, oldest first.
    public var webhooks: [StandinWebhook] { server.partyHost.with { party, _ in party.sent.all } }

    /// Whether our server has accepted or finally refused every webhook, except those held back.
    public var isQuiet: Bool { server.partyHost.with { party, _ in party.open.isEmpty } }

    /// The total time spent on decisions, or on waiting for its media engine to create or apply a description.
    public var workingTime: Duration { server.partyHost.work.total }

    /// The passwords it created, which must not appear anywhere.
    public var secrets: [String] { server.partyHost.with { party, _ in party.credentials.map(\.password.revealed) } }

    /// Calls the control without a socket.
    public func control(_ method: String, _ path: String, _ body: JSONObject = [:]) -> JSONObject {
        let request = StandinRequest(
            method: method, path: "/standin/\(path)", body: JSONWriter.bytes(of: .object(body)))
        return server.partyHost.control(request).object ?? [:]
    }
}

/// The configuration of a stand-in for Telnyx Call Control.
public struct TelnyxConfiguration: Hashable, Sendable {
    /// The bearer key that requests of the API have to carry.
    public var apiKey = "KEYSTANDIN0123456789"
    /// The Call Control application: the `connection_id` of its calls.
    public var connectionID = "1000000000000000001"
    /// The connection of its credentials; nil for any.
    public var credentialConnectionID: String?
    /// The default webhook address; nil to send no webhooks.
    public var webhookURL: String?
    /// The address of the stand-in without a path; `TelnyxStandin.start` sets it.
    public var address = "https://recordings.invalid"
    /// The choices where Telnyx documents no behavior.
    public var switches = TelnyxAssumptions()
    /// The rate of dials of the account. Source: Telnyx, "Dials per second limit": 30 a second as a sum over 5 seconds.
    public var dialRate = StandinRate(150, per: .seconds(5))
    /// The rate of requests of the account; nil for no limit.
    public var requestRate: StandinRate?
    /// The waits before a webhook that was not accepted is sent again. At most five, with a sum of at most a minute.
    public var retries: [Duration] = [.milliseconds(500), .seconds(1), .seconds(2), .seconds(5)]
    /// How long an incoming call waits for its first command before it ends. Source: `first_command_timeout_secs`.
    public var firstCommandLimit: Duration = .seconds(30)
    /// The duration of a file that cannot be fetched, and of speech.
    public var playbackTime: Duration = .seconds(2)
    /// The time between the end of a recording and its `call.recording.saved`.
    public var recordingTime: Duration = .milliseconds(300)
    /// How many of the newest webhooks are kept.
    public var keptCount = 10_000
    /// The users of the credential connection with their passwords, who may log in at the edge like credentials.
    public var connectionUsers: [String: String] = [:]
    /// The domain in the SIP addresses of phones.
    public var sipDomain = "sip.telnyx.com"
    /// Telnyx's setting "park outbound calls": whether calls from phones wait for commands, as opposed to being
    /// connected.
    public var parksOutboundCalls = true
    /// How long an answered call waits for its phone to return (assumed from the time for which Telnyx's clients try).
    public var reattachTime: Duration = .seconds(60)
    /// The settings of its own pushes; nil to send none.
    public var push: TelnyxPushSettings?
    /// The seed of all generated identifiers.
    public var seed: UInt64 = 1

    public init() {}
}

/// Switches between possible behaviors of Telnyx that are not documented, so that both can be tested.
public struct TelnyxAssumptions: Hashable, Sendable {
    /// The order of the webhooks of a bridge.
    public enum BridgeOrder: String, Hashable, Sendable, CaseIterable {
        /// The commanded leg, then the other.
        case commandedFirst = "commanded_first"
        case otherFirst = "other_first"
    }

    /// Whether a dial to several addresses counts once against the rate of dials, as opposed to once per address.
    public var countsListAsOneDial = false
    /// Whether `bridge_on_answer` answers a parent that is still parked; otherwise no bridge is made.
    public var bridgeOnAnswerAnswersParent = true
    /// Whether a repeated webhook is signed again with the present time; otherwise it keeps the old signature.
    public var signsRetriesAnew = true
    /// The order of the two webhooks of a bridge.
    public var bridgeOrder = BridgeOrder.commandedFirst
    /// Whether the webhook of an answer follows that of the resulting bridge.
    public var reportsAnswerAfterBridge = false
    /// The number of bridge commands that are refused with a temporary 422.
    public var passingBridgeRefusals = 0
    /// Whether a dial to a deleted or expired credential is refused (422); otherwise its leg ends at once with
    /// `not_found`.
    public var refusesDeadCredentials = false
    /// Event types whose webhooks are not sent, each with a count.
    public var lostEvents: [String: Int] = [:]
    /// Event types whose webhooks are sent twice, each with a count.
    public var doubledEvents: [String: Int] = [:]
    /// Event types whose webhooks are held back until they are released, each with a count.
    public var keptEvents: [String: Int] = [:]

    /// Whether a parked call is offered at the login of a pushed phone, as opposed to its `attachCalls`.
    public var offersParkedAtLogin = false
    /// Whether a parked call is reached only by an address that names its edge (`voice_sdk_id`); otherwise also by one
    /// that names none.
    public var parkedNeedsEdge = false
    /// Whether the INVITE to a phone without a socket waits for its login even if no device is registered for pushes.
    public var parksWithoutDevice = true
    /// Whether any login of a credential gets its answered calls back, as opposed to one with their session.
    public var reattachesAnySession = false
    /// Whether a registration ends with its token, and with a deleted credential, by a punt; otherwise only with its
    /// socket.
    public var endsRegistrations = false
    /// Whether webhooks omit `client_state`; queries of a leg still return it.
    public var leavesStateOut = false

    public init() {}
}
