public import WireJSON

/// A request of a client to a server.
///
/// These methods have no prefix in either dialect: `login`, `anonymous_login`, `ai_conversation`, `echo`.
public enum VertoClientRequest: Hashable, Sendable {
    case login(VertoLogin)
    case anonymousLogin(VertoAnonymousLogin)
    case invite(VertoInvite)
    case answer(VertoAnswer)
    /// The description of a device that rings. Only our own exchange takes it, and asks for it in its `invite`.
    case media(VertoAnswer)
    /// The answer to a server's `attach`.
    case attach(VertoAnswer)
    case bye(VertoBye)
    case modify(VertoModify)
    case info(VertoInfo)
    case candidate(VertoCandidate)
    case endOfCandidates(VertoCallNotice)
    case gatewayState(VertoParameters)
    case attachCalls(VertoParameters)
    case ping(VertoParameters)
    case ringingAcknowledgement(VertoCallNotice)
    case disablePushNotification(VertoPushOptOut)
    case conversation(VertoParameters)
    case echo(VertoParameters)
    case subscribe(VertoParameters)
    case unsubscribe(VertoParameters)
    case broadcast(VertoParameters)
    /// Asks our own exchange for new STUN and TURN servers. The result is ``VertoIceServers``.
    case iceServers(VertoParameters)
    /// A method not listed here. Its name is unchanged, prefix included.
    case unknown(method: String, VertoParameters)
}

extension VertoClientRequest {
    /// Reads the request of a frame.
    ///
    /// - Throws: `VertoError` naming the member that is missing or of the wrong type.
    public init(method: String, params: JSONObject?) throws(VertoError) {
        let params = params ?? JSONObject()
        switch VertoMethod(method) {
        case .bare(let name): self = try Self.bare(name, params)
        case .prefixed(_, let name): self = try Self.prefixed(name, method, params)
        case .foreign: self = .unknown(method: method, VertoParameters(decoding: params))
        }
    }

    private static func bare(_ name: String, _ params: JSONObject) throws(VertoError) -> VertoClientRequest {
        switch name {
        case "login": .login(VertoLogin(params))
        case "anonymous_login": .anonymousLogin(try VertoAnonymousLogin(params))
        case "ai_conversation": .conversation(VertoParameters(decoding: params))
        case "echo": .echo(VertoParameters(decoding: params))
        default: .unknown(method: name, VertoParameters(decoding: params))
        }
    }

    private static func prefixed(
        _ name: String, _ method: String, _ params: JSONObject
    ) throws(VertoError) -> VertoClientRequest {
        switch name {
        case "invite": .invite(try VertoInvite(params))
        case "answer": .answer(try VertoAnswer(params))
        case "media": .media(try VertoAnswer(params))
        case "attach": .attach(try VertoAnswer(params))
        case "bye": .bye(try VertoBye(params))
        case "modify": .modify(try VertoModify(params))
        case "info": .info(try VertoInfo(params))
        case "candidate": .candidate(try VertoCandidate(params))
        case "endOfCandidates": .endOfCandidates(try VertoCallNotice(params))
        case "gatewayState": .gatewayState(VertoParameters(decoding: params))
        case "attachCalls": .attachCalls(VertoParameters(decoding: params))
        case "ping": .ping(VertoParameters(decoding: params))
        case "ringing_ack": .ringingAcknowledgement(try VertoCallNotice(params))
        case "disable_push_notification": .disablePushNotification(VertoPushOptOut(params))
        case "subscribe": .subscribe(VertoParameters(decoding: params))
        case "unsubscribe": .unsubscribe(VertoParameters(decoding: params))
        case "broadcast": .broadcast(VertoParameters(decoding: params))
        case "iceServers": .iceServers(VertoParameters(decoding: params))
        default: .unknown(method: method, VertoParameters(decoding: params))
        }
    }

    /// The method as it stands on the wire.
    public func method(in dialect: VertoDialect) -> String {
        switch self {
        case .login: "login"
        case .anonymousLogin: "anonymous_login"
        case .conversation: "ai_conversation"
        case .echo: "echo"
        case .unknown(let method, _): method
        case .invite: dialect.methodPrefix + "invite"
        case .answer: dialect.methodPrefix + "answer"
        case .media: dialect.methodPrefix + "media"
        case .attach: dialect.methodPrefix + "attach"
        case .bye: dialect.methodPrefix + "bye"
        case .modify: dialect.methodPrefix + "modify"
        case .info: dialect.methodPrefix + "info"
        case .candidate: dialect.methodPrefix + "candidate"
        case .endOfCandidates: dialect.methodPrefix + "endOfCandidates"
        case .gatewayState: dialect.methodPrefix + "gatewayState"
        case .attachCalls: dialect.methodPrefix + "attachCalls"
        case .ping: dialect.methodPrefix + "ping"
        case .ringingAcknowledgement: dialect.methodPrefix + "ringing_ack"
        case .disablePushNotification: dialect.methodPrefix + "disable_push_notification"
        case .subscribe: dialect.methodPrefix + "subscribe"
        case .unsubscribe: dialect.methodPrefix + "unsubscribe"
        case .broadcast: dialect.methodPrefix + "broadcast"
        case .iceServers: dialect.methodPrefix + "iceServers"
        }
    }

    /// The parameters as they stand on the wire.
    public func parameters(in dialect: VertoDialect) -> JSONObject {
        switch self {
        case .login(let login): login.parameters(in: dialect)
        case .anonymousLogin(let login): login.parameters(in: dialect)
        case .invite(let invite): invite.parameters(in: dialect)
        case .answer(let answer), .media(let answer), .attach(let answer): answer.parameters(in: dialect)
        case .bye(let bye): bye.parameters(from: .client, in: dialect)
        case .modify(let modify): modify.parameters(in: dialect)
        case .info(let info): info.parameters(from: .client, in: dialect)
        case .candidate(let candidate): candidate.parameters(from: .client, in: dialect)
        case .endOfCandidates(let notice): notice.parameters(from: .client, in: dialect)
        // This is the only client message with the call's id beside `dialogParams`, where a server would write it.
        case .ringingAcknowledgement(let notice): notice.parameters(from: .server, in: dialect)
        case .disablePushNotification(let optOut): optOut.parameters(in: dialect)
        case .gatewayState(let params), .attachCalls(let params), .ping(let params), .conversation(let params),
            .echo(let params), .subscribe(let params), .unsubscribe(let params), .broadcast(let params),
            .iceServers(let params), .unknown(_, let params):
            params.parameters(in: dialect)
        }
    }

    /// The whole frame.
    public func frame(id: VertoID, in dialect: VertoDialect) -> VertoFrame {
        .request(id, method(in: dialect), parameters(in: dialect))
    }
}

extension VertoClientRequest {
    /// The request with the session's id filled in, unless it has one already.
    func naming(_ sessionID: String) -> VertoClientRequest {
        switch self {
        case .login(let login): .login(Self.fill(login, \.sessionID, sessionID))
        case .anonymousLogin(let login): .anonymousLogin(Self.fill(login, \.sessionID, sessionID))
        case .invite(let invite): .invite(Self.fill(invite, \.sessionID, sessionID))
        case .answer(let answer): .answer(Self.fill(answer, \.sessionID, sessionID))
        case .media(let answer): .media(Self.fill(answer, \.sessionID, sessionID))
        case .attach(let answer): .attach(Self.fill(answer, \.sessionID, sessionID))
        case .bye(let bye): .bye(Self.fill(bye, \.sessionID, sessionID))
        case .modify(let modify): .modify(Self.fill(modify, \.sessionID, sessionID))
        case .info(let info): .info(Self.fill(info, \.sessionID, sessionID))
        case .candidate(let candidate): .candidate(Self.fill(candidate, \.sessionID, sessionID))
        case .endOfCandidates(let notice): .endOfCandidates(Self.fill(notice, \.sessionID, sessionID))
        case .gatewayState(let params): .gatewayState(Self.fill(params, \.sessionID, sessionID))
        case .attachCalls(let params): .attachCalls(Self.fill(params, \.sessionID, sessionID))
        case .ping(let params): .ping(Self.fill(params, \.sessionID, sessionID))
        case .ringingAcknowledgement(let notice): .ringingAcknowledgement(Self.fill(notice, \.sessionID, sessionID))
        case .disablePushNotification(let optOut): .disablePushNotification(Self.fill(optOut, \.sessionID, sessionID))
        case .conversation(let params): .conversation(Self.fill(params, \.sessionID, sessionID))
        case .echo(let params): .echo(Self.fill(params, \.sessionID, sessionID))
        case .subscribe(let params): .subscribe(Self.fill(params, \.sessionID, sessionID))
        case .unsubscribe(let params): .unsubscribe(Self.fill(params, \.sessionID, sessionID))
        case .broadcast(let params): .broadcast(Self.fill(params, \.sessionID, sessionID))
        case .iceServers(let params): .iceServers(Self.fill(params, \.sessionID, sessionID))
        case .unknown(let method, let params):
            .unknown(method: method, Self.fill(params, \.sessionID, sessionID))
        }
    }

    private static func fill<Payload>(
        _ payload: Payload, _ member: WritableKeyPath<Payload, String?>, _ sessionID: String
    ) -> Payload {
        var payload = payload
        if payload[keyPath: member] == nil { payload[keyPath: member] = sessionID }
        return payload
    }
}

/// The parameters of a message that this code does not read, except for the session's id.
public struct VertoParameters: Hashable, Sendable {
    /// The signaling session (`sessid`); nil if the message has none.
    public var sessionID: String?
    /// The members that are not read here. They are written again as they came.
    public var extra: JSONObject

    public init(sessionID: String? = nil, _ extra: JSONObject = JSONObject()) {
        self.sessionID = sessionID
        self.extra = extra
    }

    init(decoding params: JSONObject) {
        var fields = VertoFields(params, at: "params")
        sessionID = fields.sessionID()
        extra = fields.rest()
    }

    func parameters(in dialect: VertoDialect) -> JSONObject {
        var params = JSONObject()
        params.putSession(sessionID, in: dialect)
        params.merge(extra)
        return params
    }
}

/// The number of a request on its socket, until it is answered. The ids of frames cannot serve for this, because a
/// client may use one twice.
public struct VertoRequestNumber: Hashable, Sendable {
    /// Counted on each socket.
    public let number: UInt64

    public init(number: UInt64) {
        self.number = number
    }
}
