public import WireJSON

/// A request of a server to a client.
public enum VertoServerRequest: Hashable, Sendable {
    case invite(VertoServerInvite)
    /// A call goes on after the socket was lost; the message brings a new offer.
    case attach(VertoServerInvite)
    /// Telnyx only.
    case ringing(VertoProgress)
    /// A provisional answer, for early media.
    case media(VertoProgress)
    case answer(VertoProgress)
    case bye(VertoBye)
    case info(VertoInfo)
    case candidate(VertoCandidate)
    case endOfCandidates(VertoCallNotice)
    case display(VertoDisplay)
    case clientReady(VertoClientReady)
    case gatewayState(VertoGatewayNotice)
    /// Another socket took the session over, and the server drops this one.
    case punt(VertoParameters)
    case event(VertoParameters)
    case ping(VertoParameters)
    case conversation(VertoParameters)
    /// A method not listed here. Its name is unchanged, prefix included.
    case unknown(method: String, VertoParameters)
}

extension VertoServerRequest {
    /// Reads the request of a frame.
    ///
    /// - Throws: `VertoError` naming the member that is missing or of the wrong type.
    public init(method: String, params: JSONObject?) throws(VertoError) {
        let params = params ?? JSONObject()
        switch VertoMethod(method) {
        case .bare("ai_conversation"): self = .conversation(VertoParameters(decoding: params))
        case .prefixed(_, let name): self = try Self.prefixed(name, method, params)
        case .bare, .foreign: self = .unknown(method: method, VertoParameters(decoding: params))
        }
    }

    private static func prefixed(
        _ name: String, _ method: String, _ params: JSONObject
    ) throws(VertoError) -> VertoServerRequest {
        switch name {
        case "invite": .invite(try VertoServerInvite(params))
        case "attach": .attach(try VertoServerInvite(params))
        case "ringing": .ringing(try VertoProgress(params))
        case "media": .media(try VertoProgress(params))
        case "answer": .answer(try VertoProgress(params))
        case "bye": .bye(try VertoBye(params))
        case "info": .info(try VertoInfo(params))
        case "candidate": .candidate(try VertoCandidate(params))
        case "endOfCandidates": .endOfCandidates(try VertoCallNotice(params))
        case "display": .display(try VertoDisplay(params))
        case "clientReady": .clientReady(VertoClientReady(params))
        case "gatewayState": .gatewayState(try VertoGatewayNotice(params))
        case "punt": .punt(VertoParameters(decoding: params))
        case "event": .event(VertoParameters(decoding: params))
        case "ping": .ping(VertoParameters(decoding: params))
        default: .unknown(method: method, VertoParameters(decoding: params))
        }
    }

    /// The method as it stands on the wire.
    public func method(in dialect: VertoDialect) -> String {
        switch self {
        case .conversation: "ai_conversation"
        case .unknown(let method, _): method
        case .invite: dialect.methodPrefix + "invite"
        case .attach: dialect.methodPrefix + "attach"
        case .ringing: dialect.methodPrefix + "ringing"
        case .media: dialect.methodPrefix + "media"
        case .answer: dialect.methodPrefix + "answer"
        case .bye: dialect.methodPrefix + "bye"
        case .info: dialect.methodPrefix + "info"
        case .candidate: dialect.methodPrefix + "candidate"
        case .endOfCandidates: dialect.methodPrefix + "endOfCandidates"
        case .display: dialect.methodPrefix + "display"
        case .clientReady: dialect.methodPrefix + "clientReady"
        case .gatewayState: dialect.methodPrefix + "gatewayState"
        case .punt: dialect.methodPrefix + "punt"
        case .event: dialect.methodPrefix + "event"
        case .ping: dialect.methodPrefix + "ping"
        }
    }

    /// The parameters as they stand on the wire.
    public func parameters(in dialect: VertoDialect) -> JSONObject {
        switch self {
        case .invite(let invite), .attach(let invite): invite.parameters(in: dialect)
        case .ringing(let progress), .media(let progress), .answer(let progress): progress.parameters(in: dialect)
        case .bye(let bye): bye.parameters(from: .server, in: dialect)
        case .info(let info): info.parameters(from: .server, in: dialect)
        case .candidate(let candidate): candidate.parameters(from: .server, in: dialect)
        case .endOfCandidates(let notice): notice.parameters(from: .server, in: dialect)
        case .display(let display): display.parameters(in: dialect)
        case .clientReady(let ready): ready.parameters(in: dialect)
        case .gatewayState(let notice): notice.parameters
        case .punt(let params), .event(let params), .ping(let params), .conversation(let params),
            .unknown(_, let params):
            params.parameters(in: dialect)
        }
    }

    /// The whole frame.
    public func frame(id: VertoID, in dialect: VertoDialect) -> VertoFrame {
        .request(id, method(in: dialect), parameters(in: dialect))
    }
}
