import WireJSON

extension VertoServerSession {
    mutating func reply(
        _ token: VertoRequestNumber, _ result: JSONObject, into effects: inout [VertoServerEffect]
    ) {
        guard let request = removeOutstanding(token) else { return }
        succeed(request.origin, request.isBare ? JSONObject() : result, into: &effects)
    }

    mutating func refuse(
        _ token: VertoRequestNumber, _ failure: VertoFailure, into effects: inout [VertoServerEffect]
    ) {
        guard let request = removeOutstanding(token) else { return }
        fail(request.origin, failure, into: &effects)
    }

    private mutating func removeOutstanding(_ token: VertoRequestNumber) -> Outstanding? {
        guard let index = outstanding.firstIndex(where: { $0.token == token }) else { return nil }
        return outstanding.remove(at: index)
    }

    /// Sends a result. Every result names the session; errors do not.
    ///
    /// - Parameter isOfSession: whether the result is about the session itself, so that Telnyx' clients are told its
    ///   public name.
    mutating func succeed(
        _ origin: Origin, _ result: JSONObject, isOfSession: Bool = false, into effects: inout [VertoServerEffect]
    ) {
        var result = result
        result["sessid"] = .string(sessionID)
        var frame = VertoFrame.result(origin.id, result)
        if isOfSession { frame.extra = publicName }
        settle(origin, with: frame, into: &effects)
    }

    mutating func fail(_ origin: Origin, _ failure: VertoFailure, into effects: inout [VertoServerEffect]) {
        settle(origin, with: .failure(origin.id, failure), into: &effects)
    }

    /// Sends a reply, or keeps it until its batch is complete. A request without an id gets no reply (JSON-RPC 2.0
    /// §4.1).
    mutating func settle(_ origin: Origin, with reply: VertoFrame?, into effects: inout [VertoServerEffect]) {
        let reply = origin.id == nil ? nil : reply
        guard let number = origin.batch else {
            if let reply { effects.append(.send(reply)) }
            return
        }
        guard let index = batches.firstIndex(where: { $0.number == number }) else { return }
        if let reply { batches[index].replies.append(reply) }
        batches[index].openCount -= 1
        guard batches[index].openCount == 0 else { return }
        let replies = batches.remove(at: index).replies
        if !replies.isEmpty { effects.append(.sendBatch(replies)) }
    }

    /// Sends a message to the client, if it is logged in and its dialect has such a message.
    mutating func send(_ request: VertoServerRequest, into effects: inout [VertoServerEffect]) {
        guard user != nil, let dialect, Self.exists(request, in: dialect) else { return }
        var frame = request.frame(id: .number(nextRequestID), in: dialect)
        if Self.isOfSession(request) { frame.extra = publicName }
        effects.append(.send(frame))
        nextRequestID += 1
    }

    /// The session's public name, beside the content of a frame. Only Telnyx' clients read it.
    ///
    /// Since 2.27.1 Telnyx' JavaScript client names its session in a later login only if it was ever told one
    /// (observed). It repeats it in the address of its next socket, so it must not be the session's id, which is
    /// secret.
    private var publicName: JSONObject {
        dialect == .telnyx ? ["voice_sdk_id": .string(Self.publicName(of: sessionID))] : [:]
    }

    private static func isOfSession(_ request: VertoServerRequest) -> Bool {
        switch request {
        case .clientReady, .gatewayState, .ping, .punt: true
        case .invite, .attach, .ringing, .media, .answer, .bye, .info, .candidate, .endOfCandidates, .display, .event,
            .conversation, .unknown:
            false
        }
    }

    private static func exists(_ request: VertoServerRequest, in dialect: VertoDialect) -> Bool {
        switch request {
        case .ringing: dialect.capabilities.contains(.ringing)
        case .candidate, .endOfCandidates: dialect.capabilities.contains(.trickle)
        case .gatewayState: dialect.capabilities.contains(.gatewayState)
        case .conversation: dialect == .telnyx
        case .invite, .attach, .media, .answer, .bye, .info, .display, .clientReady, .punt, .event, .ping, .unknown:
            true
        }
    }
}
