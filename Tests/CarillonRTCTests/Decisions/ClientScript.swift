import CallModel
import CarillonRTC
import MediaEngine
import Redaction
import Verto
import WireJSON

/// Drives a whole client by values: its exchange is what the test says it is.
struct ClientScript {
    static let sessionID = "11111111-1111-4111-8111-111111111111"

    var client: ClientMachine
    var now = Duration.zero
    var socket: UInt64 = 0
    private var lastServerID: Int64 = 0

    init(
        _ dialect: VertoDialect = .freeSwitch, callsMax: Int = 4, timing: VertoClientTiming = VertoClientTiming(),
        fetchesIceServers: Bool = false, lateLogins: [Duration] = []
    ) {
        let login = VertoLogin(credentials: .password(login: "alice", password: "correct horse"))
        var settings = ClientSettings(
            session: VertoClientConfiguration(
                dialect: dialect, login: .account(login), sessionID: Self.sessionID, timing: timing),
            options: CallOptions(dialect: dialect, trickles: dialect == .telnyx), callsMax: callsMax, seed: 7)
        settings.fetchesIceServers = fetchesIceServers
        settings.lateLogins = lateLogins
        client = ClientMachine(settings: settings)
    }

    mutating func handle(_ event: ClientEvent) -> [ClientEffect] {
        var effects: [ClientEffect] = []
        client.handle(event, at: now, into: &effects)
        for case .openSocket(let number) in effects { socket = number }
        return effects
    }

    /// Requests the client sent because of an event, with their ids; acknowledgements left out.
    mutating func requests(_ event: ClientEvent) -> [(id: VertoID, method: String, params: JSONObject)] {
        Self.requests(in: handle(event))
    }

    static func requests(in effects: [ClientEffect]) -> [(id: VertoID, method: String, params: JSONObject)] {
        effects.compactMap { effect in
            guard case .send(_, let frame) = effect, case .request(let method, let params) = frame.content,
                let id = frame.id
            else { return nil }
            return (id, method, params ?? JSONObject())
        }
    }

    mutating func receive(_ request: VertoServerRequest) -> [ClientEffect] {
        lastServerID += 1
        return handle(
            .received(socket, .frame(request.frame(id: .number(lastServerID), in: client.settings.session.dialect))))
    }

    mutating func answer(_ id: VertoID, _ result: JSONObject) -> [ClientEffect] {
        var result = result
        result["sessid"] = .string(Self.sessionID)
        return handle(.received(socket, .frame(.result(id, result))))
    }

    mutating func refuse(_ id: VertoID, _ failure: VertoFailure) -> [ClientEffect] {
        handle(.received(socket, .frame(.failure(id, failure))))
    }

    /// From an open socket to ready.
    @discardableResult
    mutating func logIn(reattached: [String] = []) -> [ClientEffect] {
        guard let login = requests(.socketOpened(socket)).first else { return [] }
        var effects = answer(login.id, ["message": "logged in"])
        effects += receive(.clientReady(VertoClientReady(reattachedCallIDs: reattached)))
        if let question = Self.requests(in: effects).first(where: { $0.method.hasSuffix("gatewayState") }) {
            effects += answer(question.id, VertoGatewayNotice(state: .registered).result)
        }
        return effects
    }

    static func ready(_ dialect: VertoDialect = .freeSwitch, callsMax: Int = 4) -> ClientScript {
        var script = ClientScript(dialect, callsMax: callsMax)
        _ = script.handle(.connect(OperationID(1)))
        script.logIn()
        return script
    }

    /// A call of the other side that stands.
    mutating func acceptCall(_ callID: String) {
        _ = receive(.invite(VertoServerInvite(callID: callID, sdp: .theirs)))
        _ = handle(.operation(nil, callID: callID, .answer))
        let answers = requests(.media(callID: callID, .localDescription(id: 1, sdp: .ours)))
        if let answer = answers.first { _ = self.answer(answer.id, [:]) }
        _ = handle(.media(callID: callID, .state(.connected)))
    }

    /// Lets the next deadline come.
    mutating func waitForDeadline() -> [ClientEffect] {
        guard let deadline = client.nextDeadline else { return [] }
        now = max(now, deadline)
        return handle(.tick)
    }

    /// Passes the time until the client opens another socket.
    mutating func waitForSocket() -> Bool {
        for _ in 0..<100 {
            let effects = waitForDeadline()
            if effects.contains(where: { if case .openSocket = $0 { true } else { false } }) { return true }
        }
        return false
    }
}
