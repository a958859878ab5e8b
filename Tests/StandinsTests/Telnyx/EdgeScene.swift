import Redaction
import Standins
import Testing
import Verto
import WireJSON

/// Telnyx as a value with its clock, and phones at its edge whose peer connections agree at once.
struct EdgeScene {
    static let connection = "1000000000000000002"
    private static let key = "KEYSTANDIN0123456789"

    var party: TelnyxParty
    private(set) var now: Duration = .seconds(1_800_000_000)
    /// What each socket was told and no test has looked at yet.
    private var inbox: [Int: [VertoFrame]] = [:]
    /// Sockets that were closed.
    private(set) var closed: Set<Int> = []
    private(set) var pushes: [EdgePush] = []
    /// What those who watch the stand-in are told of the edge.
    private(set) var lines: [String] = []
    /// What each peer connection was sent, at 8 kHz.
    private(set) var sound: [Int: [Int16]] = [:]
    private var socketCount = 0
    private var frameCount = 0

    init(_ change: (inout TelnyxConfiguration) -> Void = { _ in }) {
        var configuration = TelnyxConfiguration()
        configuration.webhookURL = "http://127.0.0.1:1/hook"
        change(&configuration)
        party = TelnyxParty(configuration, signer: TelnyxSigner())
    }

    // MARK: - The account

    @discardableResult
    mutating func api(_ method: String, _ path: String, _ body: JSONObject = [:]) -> StandinResponse {
        let request = StandinRequest(
            method: method, path: "/v2/\(path)", headers: [StandinHeader("authorization", "Bearer \(Self.key)")],
            body: JSONWriter.bytes(of: .object(body)))
        let response = party.handle(request, at: now)
        settle()
        return response
    }

    @discardableResult
    mutating func command(_ name: String, _ leg: String, _ body: JSONObject = [:]) -> StandinResponse {
        api("POST", "calls/\(leg)/actions/\(name)", body)
    }

    @discardableResult
    mutating func control(_ method: String, _ path: String, _ body: JSONObject = [:]) -> JSONObject {
        let request = StandinRequest(
            method: method, path: "/standin/\(path)", body: JSONWriter.bytes(of: .object(body)))
        let response = party.control(request, path.split(separator: "/"), at: now)
        settle()
        return response?.object ?? [:]
    }

    mutating func credential(_ more: JSONObject = [:]) throws -> SceneLogin {
        var body: JSONObject = ["connection_id": .string(Self.connection)]
        body.merge(more)
        let made = try #require(api("POST", "telephony_credentials", body).object?["data"]?.object)
        return SceneLogin(
            id: made["id"]?.string ?? "", user: made["sip_username"]?.string ?? "",
            password: made["sip_password"]?.string ?? "")
    }

    mutating func token(of login: SceneLogin) -> String {
        String(decoding: api("POST", "telephony_credentials/\(login.id)/token").body, as: UTF8.self)
    }

    /// A leg that rings an address, linked to another.
    mutating func dial(_ address: String, _ more: JSONObject = [:]) -> String {
        var body: JSONObject = [
            "connection_id": "1000000000000000001", "from": "+15550100001", "to": .string(address),
        ]
        body.merge(more)
        return api("POST", "calls", body).object?["data"]?.object?["call_control_id"]?.string ?? ""
    }

    mutating func callIn(_ more: JSONObject = [:]) -> String {
        var body: JSONObject = ["from": "+15550100001", "to": "+15550100002"]
        body.merge(more)
        return control("POST", "calls", body)["call_control_id"]?.string ?? ""
    }

    /// Events that were told of a leg, oldest first.
    mutating func news(of leg: String) -> [String] {
        let all = control("GET", "news")["news"]?.array ?? []
        return all.compactMap { $0.object?["data"]?.object }
            .filter { $0["payload"]?.object?["call_control_id"]?.string == leg }
            .compactMap { $0["event_type"]?.string }
    }

    /// The last event of a kind, with its content.
    mutating func payload(_ event: String) -> JSONObject? {
        (control("GET", "news")["news"]?.array ?? []).compactMap { $0.object?["data"]?.object }
            .last { $0["event_type"]?.string == event }?["payload"]?.object
    }

    mutating func leg(_ id: String) -> JSONObject? {
        (control("GET", "legs")["legs"]?.array ?? []).compactMap(\.object)
            .first { $0["call_control_id"]?.string == id }
    }

    // MARK: - Time

    mutating func pass(_ time: Duration) {
        now += time
        party.pass(to: now)
        settle()
    }

    /// Peer connections do at once what they are told.
    private mutating func settle() {
        while true {
            let effects = party.removeEffects()
            guard !effects.isEmpty else { return }
            for effect in effects { perform(effect) }
        }
    }

    private mutating func perform(_ effect: TelnyxEffect) {
        switch effect {
        case .send(let socket, let bytes):
            guard case .frame(let frame)? = try? VertoCodec.decode(bytes, of: .server) else { return }
            inbox[socket, default: []].append(frame)
        case .close(let socket, _): closed.insert(socket)
        case .media(let number, .offer(let request)):
            party.edgeMedia(number, .described(request: request, Redacted("offer \(number)")), at: now)
        case .media(let number, .acceptOffer(let request, let sdp)):
            let event: EdgeMediaEvent =
                sdp.revealed.contains("strange")
                ? .failed(request: request) : .described(request: request, Redacted("answer \(number)"))
            party.edgeMedia(number, event, at: now)
        case .media(let number, .acceptAnswer(let request, _)):
            party.edgeMedia(number, .applied(request: request), at: now)
        case .sound(let media, let samples): sound[media, default: []] += samples
        case .push(let push): pushes.append(push)
        case .media, .openMedia, .closeMedia, .resolved, .fetch: break
        case .line(let line): lines.append("\(line.method) \(line.path) \(line.status)")
        }
    }

    // MARK: - Phones

    mutating func open(_ query: String = "", host: String = "rtc.telnyx.com") -> Int {
        socketCount += 1
        party.edgeOpened(socketCount, host: host, query: query, at: now)
        settle()
        return socketCount
    }

    mutating func close(_ socket: Int) {
        party.edgeClosed(socket, at: now)
        settle()
    }

    /// Asks, and returns the reply, other messages aside.
    @discardableResult
    mutating func ask(_ socket: Int, _ request: VertoClientRequest) -> VertoFrame? {
        frameCount += 1
        let id = VertoID.string("frame-\(frameCount)")
        party.edgeReceived(socket, VertoCodec.encode(request.frame(id: id, in: .telnyx)), at: now)
        settle()
        guard let place = inbox[socket]?.firstIndex(where: { $0.id == id }) else { return nil }
        return inbox[socket]?.remove(at: place)
    }

    /// The messages to a socket that were not looked at yet, by method without prefix.
    mutating func told(_ socket: Int) -> [VertoServerRequest] {
        let frames = inbox.removeValue(forKey: socket) ?? []
        return frames.compactMap { frame in
            guard case .request(let method, let params) = frame.content else { return nil }
            return try? VertoServerRequest(method: method, params: params)
        }
    }

    @discardableResult
    mutating func logIn(
        _ socket: Int, _ credentials: VertoCredentials, session: String = "session-1",
        _ change: (inout VertoLogin) -> Void = { _ in }
    ) -> VertoFrame? {
        var login = VertoLogin(credentials: credentials, sessionID: session)
        login.userAgent = "iOS-4.1.2"
        change(&login)
        let reply = ask(socket, .login(login))
        pass(.milliseconds(20))
        return reply
    }

    /// A phone that is logged in; its messages so far are removed.
    mutating func phone(_ login: SceneLogin, session: String = "session-1", _ query: String = "") -> Int {
        let socket = open(query)
        logIn(socket, login.credentials, session: session)
        _ = told(socket)
        return socket
    }

    mutating func answer(_ socket: Int, _ callID: String, isAttach: Bool = false) {
        let answer = VertoAnswer(sdp: Redacted("answer of the phone"), dialog: VertoDialog(callID: callID))
        ask(socket, isAttach ? .attach(answer) : .answer(answer))
    }
}

/// What a phone logs in with.
struct SceneLogin: Hashable, Sendable {
    let id: String
    let user: String
    let password: String

    var address: String { "sip:\(user)@sip.telnyx.com" }
    var credentials: VertoCredentials { .password(login: Redacted(user), password: Redacted(password)) }
}

extension [VertoServerRequest] {
    var invite: VertoServerInvite? {
        for case .invite(let invite) in self { return invite }
        return nil
    }
    var attach: VertoServerInvite? {
        for case .attach(let invite) in self { return invite }
        return nil
    }
    var bye: VertoBye? {
        for case .bye(let bye) in self { return bye }
        return nil
    }
    var answer: VertoProgress? {
        for case .answer(let answer) in self { return answer }
        return nil
    }
}
