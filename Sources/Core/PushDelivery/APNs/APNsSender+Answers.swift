internal import PushPayload

extension APNsSender {
    mutating func answered(
        _ id: APNsConnectionID, _ stream: Int32, _ answer: APNsResponse, at now: Duration,
        into effects: inout [APNsEffect]
    ) {
        guard let sent = removeStream(id, stream, at: now), let entry = queue[sent.ticket] else { return }
        switch APNsReaction.following(answer) {
        case .accept:
            change(id) { $0.isProved = true }
            failures = 0
            resolve(sent.ticket, .accepted(environment), into: &effects)
        case .removeToken(let cause):
            let since = cause == .unregistered ? answer.goneSince ?? entry.handedInAt : entry.handedInAt
            resolve(sent.ticket, .tokenGone(TokenRemoval(cause, goneSince: since)), into: &effects)
        case .refuse(let kind):
            refuse(sent.ticket, kind, answer, at: now, into: &effects)
        case .retryElsewhere:
            metrics.slowed += 1
            if now >= noOpenBefore { drain(id, at: now) }
            sendAgain(sent.ticket, .server, at: now, into: &effects)
        case .reopen:
            drain(id, at: now)
            sendAgain(sent.ticket, .none, at: now, into: &effects)
        case .slowDevice:
            metrics.slowed += 1
            sendAgain(sent.ticket, .device, at: now, into: &effects)
        case .renewTokenAndConnection:
            tokens.expired(sent.token)
            refusedToken(sent.ticket, id, answer, at: now, into: &effects)
        case .stopMinting:
            tokens.changedTooOften(sent.token, at: now)
            refusedToken(sent.ticket, id, answer, at: now, into: &effects)
        }
    }

    /// Handles a refused provider token: neither it nor the connection is used again.
    private mutating func refusedToken(
        _ ticket: QueuedPushID, _ id: APNsConnectionID, _ answer: APNsResponse, at now: Duration,
        into effects: inout [APNsEffect]
    ) {
        drain(id, at: now)
        queue[ticket]?.tokenRefusals += 1
        guard let entry = queue[ticket], entry.tokenRefusals <= Self.tokenRefusalsMax else {
            refuse(ticket, .configuration, answer, at: now, into: &effects)
            return
        }
        if tokens.usable(at: now) == nil, let change = tokens.nextChange(after: now), change > now {
            raise(alarm(.configuration, answer), at: now, into: &effects)
        }
        sendAgain(ticket, .none, at: now, into: &effects)
    }

    private mutating func refuse(
        _ ticket: QueuedPushID, _ kind: PushAlarm.Kind, _ answer: APNsResponse, at now: Duration,
        into effects: inout [APNsEffect]
    ) {
        let alarm = alarm(kind, answer)
        raise(alarm, at: now, into: &effects)
        resolve(ticket, .refused(alarm), into: &effects)
    }

    private func alarm(_ kind: PushAlarm.Kind, _ answer: APNsResponse) -> PushAlarm {
        PushAlarm(.apns, kind, status: answer.status, reason: answer.reason?.rawValue ?? "unknown")
    }

    mutating func reset(
        _ id: APNsConnectionID, _ stream: Int32, wasRefused: Bool, at now: Duration, into effects: inout [APNsEffect]
    ) {
        guard let sent = removeStream(id, stream, at: now) else { return }
        if !wasRefused { queue[sent.ticket]?.mayHaveArrived = true }
        sendAgain(sent.ticket, .server, at: now, into: &effects)
    }

    /// Removes the request of a stream and returns it, so that later events of the stream are ignored.
    private mutating func removeStream(_ id: APNsConnectionID, _ stream: Int32, at now: Duration)
        -> APNsConnection.Stream?
    {
        guard let index = connections.firstIndex(where: { $0.id == id }) else { return nil }
        connections[index].received(at: now)
        return connections[index].streams.removeValue(forKey: stream)
    }
}
