extension VertoClientRequest {
    /// The request with the session's id in it, where none was given.
    func naming(_ sessionID: String) -> VertoClientRequest {
        switch self {
        case .login(let login): .login(Self.fill(login, \.sessionID, sessionID))
        case .anonymousLogin(let login): .anonymousLogin(Self.fill(login, \.sessionID, sessionID))
        case .invite(let invite): .invite(Self.fill(invite, \.sessionID, sessionID))
        case .answer(let answer): .answer(Self.fill(answer, \.sessionID, sessionID))
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
