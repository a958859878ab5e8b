import WireJSON

extension VertoServerSession {
    mutating func reply(
        _ token: VertoRequestToken, _ result: JSONObject, into effects: inout [VertoServerEffect]
    ) {
        guard let request = takeOutstanding(token) else { return }
        succeed(request.origin, request.isBare ? JSONObject() : result, into: &effects)
    }

    mutating func refuse(
        _ token: VertoRequestToken, _ failure: VertoFailure, into effects: inout [VertoServerEffect]
    ) {
        guard let request = takeOutstanding(token) else { return }
        fail(request.origin, failure, into: &effects)
    }

    private mutating func takeOutstanding(_ token: VertoRequestToken) -> Outstanding? {
        guard let index = outstanding.firstIndex(where: { $0.token == token }) else { return nil }
        return outstanding.remove(at: index)
    }

    /// Every result names the session; errors do not.
    mutating func succeed(_ origin: Origin, _ result: JSONObject, into effects: inout [VertoServerEffect]) {
        var result = result
        result["sessid"] = .string(sessionID)
        settle(origin, with: .result(origin.id, result), into: &effects)
    }

    mutating func fail(_ origin: Origin, _ failure: VertoFailure, into effects: inout [VertoServerEffect]) {
        settle(origin, with: .failure(origin.id, failure), into: &effects)
    }

    /// Sends a reply, or keeps it until its batch is complete. A request without id gets none (JSON-RPC 2.0 §4.1).
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

    /// A message to the client, unless nobody is logged in or its dialect has no such message.
    mutating func send(_ request: VertoServerRequest, into effects: inout [VertoServerEffect]) {
        guard user != nil, let dialect, Self.exists(request, in: dialect) else { return }
        effects.append(.send(request.frame(id: .number(nextRequestID), in: dialect)))
        nextRequestID += 1
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
