internal import Crypto
internal import Foundation
internal import Verto
internal import WireJSON

/// The state machine of Telnyx Call Control. It takes commands, moves legs, and produces webhooks.
package struct TelnyxParty: HTTPParty {
    package static let kind = StandinKind.telnyx
    /// How long a command with the same identifier is not repeated. Source: Telnyx, "Receiving webhooks".
    static let commandMemory: Duration = .seconds(60)
    /// How long a call can be queried after its end.
    static let callMemory: Duration = .seconds(600)
    /// The most legs remembered; the oldest are dropped first.
    static let legCountMax = 50_000

    /// An event that is due at a time.
    struct Due: Hashable, Sendable {
        enum Kind: Hashable, Sendable {
            case farEndAnswers, farEndDeclines(String), farEndHangsUp
            case ringingEnds, timeEnds, firstCommandMissing
            case gatherEnds(wait: Int), playbackEnds, speakEnds, recordingSaved(TelnyxLeg.Recording)
            case sendAgain(webhook: Int)
            case edgeTimer(socket: Int, VertoServerTimer, start: Int), edgeNotices(socket: Int),
                tokenEnds(socket: Int)
            case edgeSends(socket: Int, [UInt8]), edgeReceives(socket: Int, [UInt8])
            case phoneIsGone(call: String)
        }

        var at: Duration
        var leg: String
        var kind: Kind

        /// Whether it is a timer of a socket. After the clock was advanced, it fires at the new time, because the phone
        /// had no time to answer meanwhile.
        var isOfSocket: Bool { if case .edgeTimer = kind { true } else { false } }
    }

    /// An executed command with its response.
    struct Done: Sendable {
        var at: Duration
        var response: StandinResponse
    }

    var configuration: TelnyxConfiguration
    package var faults = HTTPFaultPlan()
    let signer: TelnyxSigner
    var legs: [String: TelnyxLeg] = [:]
    var legOrder: [String] = []
    /// The legs that are not over, oldest first: few, however many there were.
    package var liveOrder: [String] = []
    var farEnds: [String: TelnyxFarEnd] = [:]
    var identifiers: IdentifierSource
    var credentials: [TelnyxCredential] = []
    /// The recordings, oldest first.
    var recordings: [TelnyxRecording] = []
    var dials = SlidingWindowCounter()
    /// The webhooks under way, by number.
    var open: [Int: (webhook: StandinWebhook, delivery: StandinDelivery)] = [:]
    /// The webhooks held back until they are released, oldest first; bounded by the events of legs.
    var kept: [(webhook: StandinWebhook, leg: TelnyxLeg)] = []
    var webhookCount = 0
    /// The sockets of phones, their calls, and calls that wait for them.
    var edge = TelnyxEdge()
    /// The audio of legs that have any.
    var lines: [String: LegAudio] = [:]
    /// The legs whose audio is processed, in the order of their begin.
    var soundLegs: [String] = []
    var frameDue: Duration = .zero
    var frameCount = 0
    var expectations: [Expectation] = []
    var expectationCount = 0
    /// The effects for the shell.
    var effects: [TelnyxEffect] = []
    /// The newest pushes by Telnyx itself, oldest first.
    var pushes: BoundedHistory<TelnyxPush>
    /// The statuses of Apple's answers to sent pushes; 0 if none arrived.
    var pushStatuses: BoundedHistory<Int>
    /// The newest reports of calls that phones uploaded, oldest first.
    var callReports = BoundedHistory<JSONObject>(kept: 100)
    /// The provider token in use.
    var providerTokenMade: (token: String, at: Duration)?
    /// The number of waits for digits so far.
    var gatherWaits = 0
    /// The newest webhooks sent, oldest first.
    var sent: BoundedHistory<StandinWebhook>
    private var requests = SlidingWindowCounter()
    private var done: [String: Done] = [:]
    private var doneOrder: [String] = []
    private var due: [Due] = []
    private var deliveries: [StandinDelivery] = []

    package init(_ configuration: TelnyxConfiguration, signer: TelnyxSigner) {
        self.configuration = configuration
        self.signer = signer
        identifiers = IdentifierSource(seed: configuration.seed)
        sent = BoundedHistory(kept: configuration.keptCount)
        pushes = BoundedHistory(kept: configuration.keptCount)
        pushStatuses = BoundedHistory(kept: configuration.keptCount)
    }

    package mutating func handle(_ request: StandinRequest, at now: Duration) -> StandinResponse {
        if let file = file(request, at: now) { return file }
        if let taken = handleCallReport(request) { return taken }
        do throws(TelnyxError) {
            guard request.bearer == configuration.apiKey else { throw TelnyxError.unauthorized }
            if let rate = configuration.requestRate {
                guard requests.admit(by: rate, at: now) else { throw TelnyxError.tooManyRequests }
            }
            return limited(try route(request, at: now), at: now)
        } catch {
            return limited(error.response, at: now)
        }
    }

    package func failure(_ status: Int) -> StandinResponse {
        TelnyxError(status, "10007", "Unexpected error", "An unexpected error occurred.").response
    }

    package func note(_ request: StandinRequest, _ response: StandinResponse) -> String {
        response.object?["errors"]?.array?.first?.object?["code"]?.string ?? ""
    }

    package mutating func removeDeliveries() -> [StandinDelivery] {
        defer { deliveries = [] }
        return deliveries
    }

    package mutating func removeEffects() -> [TelnyxEffect] {
        defer { effects = [] }
        return effects
    }

    mutating func hand(over delivery: StandinDelivery) { deliveries.append(delivery) }

    private func limited(_ response: StandinResponse, at now: Duration) -> StandinResponse {
        guard let rate = configuration.requestRate else { return response }
        var response = response
        var requests = requests
        let left = rate.count - requests.count(within: rate.window, at: now)
        let reset = requests.roomAt(by: rate).map { max(($0 - now).wholeSeconds, 1) } ?? 0
        response.headers += [
            StandinHeader("x-ratelimit-limit", "\(rate.count)"), StandinHeader("x-ratelimit-remaining", "\(left)"),
            StandinHeader("x-ratelimit-reset", "\(reset)"),
        ]
        return response
    }

    private mutating func route(_ request: StandinRequest, at now: Duration) throws(TelnyxError) -> StandinResponse {
        var path = request.segments
        if path.first == "v2" { path.removeFirst() }
        guard let body = request.object else {
            throw TelnyxError.request("10015", "The body is not a JSON object.", at: "")
        }
        switch (request.method, path.first ?? "", path.count) {
        case ("POST", "calls", 1): return try dial(body, at: now)
        case ("GET", "calls", 2): return try status(of: path[1], at: now)
        case ("POST", "calls", 4) where path[2] == "actions":
            return try command(String(path[3]), on: path[1], body, at: now)
        case ("PUT", "calls", 4) where path[3] == "client_state_update":
            try TelnyxCommandSchema.clientState.check(body)
            try Self.checkClientState(body["client_state"])
            let leg = try living(path[1])
            legs[leg.id]?.clientState = body["client_state"]?.string
            legs[leg.id]?.hadCommand = true
            return Self.ok
        case (_, "recordings", _): return try recordings(request, Array(path.dropFirst()), body, at: now)
        case (_, "telephony_credentials", _): return try credentials(request, Array(path.dropFirst()), body, at: now)
        default: throw TelnyxError(404, "10005", "Resource not found", "The stand-in has no such resource.")
        }
    }

    static let ok = StandinResponse.json(["data": ["result": "ok"]])

    static func checkClientState(_ value: JSONValue?) throws(TelnyxError) {
        guard let text = value?.string else { return }
        guard Data(base64Encoded: text) != nil else {
            throw TelnyxError.request("10015", "client_state is base64.", at: "client_state")
        }
    }

    /// The live leg with this id.
    ///
    /// - Throws: the error of Telnyx if there is none.
    func living(_ id: some StringProtocol) throws(TelnyxError) -> TelnyxLeg {
        guard let leg = legs[String(id).removingPercentEncoding ?? String(id)] else { throw TelnyxError.unknownCall }
        guard leg.isAlive else { throw TelnyxError.ended }
        return leg
    }

    /// The response to the same command within `commandMemory`; nil if there was none.
    func remembered(_ key: String, at now: Duration) -> StandinResponse? {
        done[key].flatMap { now - $0.at < Self.commandMemory ? $0.response : nil }
    }

    mutating func remember(_ key: String, _ response: StandinResponse, at now: Duration) {
        done[key] = Done(at: now, response: response)
        doneOrder.append(key)
        if doneOrder.count > Self.legCountMax { done[doneOrder.removeFirst()] = nil }
    }

    package var nextMoment: Duration? { [due.first?.at, nextFrame].compactMap(\.self).min() }

    mutating func schedule(_ kind: Due.Kind, for leg: String, at moment: Duration) {
        let place = due.firstIndex { $0.at > moment } ?? due.endIndex
        due.insert(Due(at: moment, leg: leg, kind: kind), at: place)
    }

    package mutating func pass(to now: Duration) {
        skipFrames(to: now)
        while let moment = nextMoment, moment <= now {
            guard let next = due.first, next.at <= moment else {
                passFrame(at: moment)
                continue
            }
            due.removeFirst()
            happen(next.kind, to: next.leg, at: next.isOfSocket ? now : next.at)
        }
    }

    private func status(of id: Substring, at now: Duration) throws(TelnyxError) -> StandinResponse {
        guard let leg = legs[String(id).removingPercentEncoding ?? String(id)] else { throw TelnyxError.unknownCall }
        if let ended = leg.endedAt, now - ended > Self.callMemory { throw TelnyxError.unknownCall }
        return .json(["data": .object(leg.object(at: now, isAlive: leg.isAlive))])
    }
}

/// The refusal of a command by Telnyx.
struct TelnyxError: Error, Hashable, Sendable {
    var status: Int
    var code: String
    var title: String
    var detail: String
    var pointer: String?

    init(_ status: Int, _ code: String, _ title: String, _ detail: String, at pointer: String? = nil) {
        self.status = status
        self.code = code
        self.title = title
        self.detail = detail
        self.pointer = pointer
    }

    static let ended = TelnyxError(
        422, "90018", "Call has already ended", "This call is no longer active and can't receive commands.")
    static let notAnswered = TelnyxError(
        422, "90034", "Call not answered yet",
        "This call can't receive this command because it has not been answered yet.")
    static let unknownCall = TelnyxError(
        422, "90015", "Invalid Call Control ID", "The call_control_id provided is not valid.")
    /// A temporary refusal right after an answer (observed). The code is assumed.
    static let passing = TelnyxError(422, "90015", "Call not ready", "The call is not ready to be bridged. Try again.")
    static let tooManyRequests = TelnyxError(
        429, "10011", "Too many requests", "You have exceeded the maximum number of allowed requests.")
    static let tooManyDials = TelnyxError(
        429, "90103", "Dials per second limit exceeded", "The account's limit of dials per second was exceeded.")
    static let unauthorized = TelnyxError(
        401, "10009", "Authentication failed",
        "The required authentication headers were either invalid or not included.")

    /// An error at a key of the request.
    static func request(_ code: String, _ detail: String, at key: String) -> TelnyxError {
        let titles = [
            "10004": "Missing required parameter", "10015": "Bad Request",
            "10016": "Phone number must be in +E164 format",
            "10032": "Invalid enumerated value", "10033": "Value outside of range",
        ]
        return TelnyxError(422, code, titles[code] ?? "Bad Request", detail, at: "/\(key)")
    }

    var response: StandinResponse {
        var error: JSONObject = ["code": .string(code), "title": .string(title), "detail": .string(detail)]
        if let pointer { error["source"] = ["pointer": .string(pointer)] }
        return .json(["errors": [.object(error)]], status: status)
    }
}
