internal import Crypto
internal import Foundation
internal import Verto
internal import WireJSON

/// Telnyx Call Control as a value: commands go in, legs move, news goes out.
package struct TelnyxParty: HTTPParty {
    package static let kind = StandinKind.telnyx
    /// A command with an identifier that was used so short a time ago is not done again. Source: Telnyx,
    /// "Receiving webhooks".
    static let commandMemory: Duration = .seconds(60)
    /// A call can be asked for so long after its end.
    static let callMemory: Duration = .seconds(600)
    /// Legs that are remembered; the oldest go first.
    static let legCountMax = 50_000

    /// What is due at a moment.
    struct Due: Hashable, Sendable {
        enum Kind: Hashable, Sendable {
            case farEndAnswers, farEndDeclines(String), farEndHangsUp
            case ringingEnds, timeEnds, firstCommandMissing
            case gatherEnds(wait: Int), playbackEnds, speakEnds, recordingSaved(TelnyxLeg.Recording)
            case sendAgain(news: Int)
            case edgeTimer(socket: Int, VertoServerTimer, start: Int), edgeNotices(socket: Int)
            case edgeSends(socket: Int, [UInt8]), edgeReceives(socket: Int, [UInt8])
            case phoneIsGone(call: String)
        }

        var at: Duration
        var leg: String
        var kind: Kind

        /// A phone had no time to answer while a clock was pushed forward: it counts from the end of the push.
        var isOfSocket: Bool { if case .edgeTimer = kind { true } else { false } }
    }

    /// A command that was done, and what was said.
    struct Done: Sendable {
        var at: Duration
        var response: StandinResponse
    }

    var configuration: TelnyxConfiguration
    package var faults = HTTPFaultPlan()
    let signer: TelnyxSigner
    var legs: [String: TelnyxLeg] = [:]
    var legOrder: [String] = []
    var farEnds: [String: TelnyxFarEnd] = [:]
    var identifiers: IdentifierSource
    var credentials: [TelnyxCredential] = []
    /// Oldest first.
    var recordings: [TelnyxRecording] = []
    var dials = RollingCount()
    /// What is on its way, by number.
    var open: [Int: (news: TelnyxNews, delivery: StandinDelivery)] = [:]
    /// What stays on its way until it is let go, oldest first; no more than legs have to tell.
    var kept: [(news: TelnyxNews, leg: TelnyxLeg)] = []
    var newsCount = 0
    /// Sockets of phones, their calls, and what waits for them.
    var edge = TelnyxEdge()
    /// The sound of legs that have any.
    var lines: [String: SoundLine] = [:]
    /// Legs that are listened to, in the order they were begun.
    var soundLegs: [String] = []
    var frameDue: Duration = .zero
    var frameCount = 0
    var hearings: [Hearing] = []
    var hearingCount = 0
    /// What the shell is to do.
    var effects: [TelnyxEffect] = []
    /// The newest pushes of its own, oldest first.
    var pushes: Newest<TelnyxPush>
    /// What Apple said to each that was sent; 0: nothing.
    var pushStatuses: Newest<Int>
    /// The newest reports of calls that phones uploaded, oldest first.
    var callReports = Newest<JSONObject>(kept: 100)
    /// The provider token in use.
    var providerTokenMade: (token: String, at: Duration)?
    /// How often a digit was awaited.
    var gatherWaits = 0
    /// The newest news that was sent, oldest first.
    var sent: Newest<TelnyxNews>
    private var requests = RollingCount()
    private var done: [String: Done] = [:]
    private var doneOrder: [String] = []
    private var due: [Due] = []
    private var deliveries: [StandinDelivery] = []

    package init(_ configuration: TelnyxConfiguration, signer: TelnyxSigner) {
        self.configuration = configuration
        self.signer = signer
        identifiers = IdentifierSource(seed: configuration.seed)
        sent = Newest(kept: configuration.keptCount)
        pushes = Newest(kept: configuration.keptCount)
        pushStatuses = Newest(kept: configuration.keptCount)
    }

    package mutating func handle(_ request: StandinRequest, at now: Duration) -> StandinResponse {
        if let file = file(request, at: now) { return file }
        if let taken = takeCallReport(request) { return taken }
        do throws(TelnyxError) {
            guard request.bearer == configuration.apiKey else { throw TelnyxError.unauthorized }
            if let rate = configuration.requestRate {
                guard requests.take(by: rate, at: now) else { throw TelnyxError.tooManyRequests }
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

    package mutating func takeDeliveries() -> [StandinDelivery] {
        defer { deliveries = [] }
        return deliveries
    }

    package mutating func takeEffects() -> [TelnyxEffect] {
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
            throw TelnyxError.request("10015", "The body is no JSON object.", at: "")
        }
        switch (request.method, path.first ?? "", path.count) {
        case ("POST", "calls", 1): return try dial(body, at: now)
        case ("GET", "calls", 2): return try status(of: path[1], at: now)
        case ("POST", "calls", 4) where path[2] == "actions":
            return try command(String(path[3]), on: path[1], body, at: now)
        case ("PUT", "calls", 4) where path[3] == "client_state_update":
            try TelnyxShape.clientState.check(body)
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

    /// A leg that lives; refused as Telnyx refuses it when it does not.
    func living(_ id: some StringProtocol) throws(TelnyxError) -> TelnyxLeg {
        guard let leg = legs[String(id).removingPercentEncoding ?? String(id)] else { throw TelnyxError.unknownCall }
        guard leg.isAlive else { throw TelnyxError.ended }
        return leg
    }

    /// What was said to the same command a short while ago.
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
