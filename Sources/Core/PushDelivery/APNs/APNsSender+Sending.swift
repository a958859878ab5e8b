internal import PushPayload

extension APNsSender {
    mutating func submit(_ push: PreparedPush, wall: WallTime, at now: Duration, into effects: inout [APNsEffect]) {
        metrics.submitted += 1
        guard phase == .running else {
            report(push.reference, .stopped, into: &effects)
            return
        }
        let deadline = now + push.deadline.since(wall)
        switch queue.admit(push, deadline: deadline, wall: wall, at: now) {
        case .refused(let outcome):
            if outcome == .overloaded { raise(.overload(.apns, isWhole: queue.isFull), at: now, into: &effects) }
            report(push.reference, outcome, into: &effects)
        case .withdrew(let ring):
            report(ring.push.reference, .withdrawn, into: &effects)
            report(push.reference, .withdrawn, into: &effects)
        case .admitted(let instead):
            if let instead { report(instead.push.reference, instead.givenUp, into: &effects) }
            metrics.pending = queue.count
        }
    }

    mutating func stop(within limit: Duration, at now: Duration) {
        guard phase == .running else { return }
        phase = .stopping(until: now + limit)
    }

    /// Does the possible work after every event: makes a token, sends, and opens and closes connections.
    mutating func goOn(at now: Duration, into effects: inout [APNsEffect]) {
        guard phase != .stopped else { return }
        if isStarted || queue.count > 0, let generation = tokens.generationToMint(at: now) {
            effects.append(.mint(generation))
        }
        send(at: now, into: &effects)
        retireDrained(into: &effects)
        if needsConnection, now >= noOpenBefore { open(at: now, into: &effects) }
        if case .stopping(let until) = phase, queue.count == 0 || now >= until { end(into: &effects) }
    }

    private mutating func send(at now: Duration, into effects: inout [APNsEffect]) {
        guard queue.hasNext, let token = tokens.usable(at: now) else { return }
        while let index = connections.firstIndex(where: \.hasRoom),
            let ticket = queue.next(at: now, answerWithin: Self.answerWait)
        {
            send(ticket, on: index, token: token, at: now, into: &effects)
        }
    }

    private mutating func send(
        _ ticket: QueuedPushID, on index: Int, token: ProviderTokenRenewal.Generation, at now: Duration,
        into effects: inout [APNsEffect]
    ) {
        guard let entry = queue[ticket], let request = APNsRequest(entry, at: now) else {
            resolve(ticket, .suppressed(.noAccount), into: &effects)
            return
        }
        let stream = connections[index].nextStream
        connections[index].nextStream += 2
        // The time of silence begins with the first request after a pause.
        if connections[index].streams.isEmpty { connections[index].lastHeard = now }
        connections[index].streams[stream] = APNsConnection.Stream(ticket: ticket, token: token)
        queue[ticket]?.expectedOn = PendingStream(connection: connections[index].id, stream: stream)
        metrics.attempts += 1
        if entry.attempts > 1 { metrics.retries += 1 }
        effects.append(.send(connections[index].id, stream: stream, request, token: token))
        if stream >= APNsConnection.streamMax { connections[index].phase = .draining(until: now + Self.drainWait) }
    }

    /// Sends a push again, or gives it up if that would come too late.
    mutating func sendAgain(
        _ ticket: QueuedPushID, _ delay: RetryDelay, at now: Duration, into effects: inout [APNsEffect]
    ) {
        queue[ticket]?.expectedOn = nil
        guard let entry = queue[ticket] else { return }
        let wait =
            switch delay {
            case .none: Duration.zero
            case .server: jitter.wait(entry.attempts, first: Self.retryWait.first, longest: Self.retryWait.longest)
            case .device:
                jitter.wait(entry.attempts, first: Self.slowDeviceWait.first, longest: Self.slowDeviceWait.longest)
            }
        guard entry.attempts < Self.attemptsMax, queue.sendAgain(ticket, after: wait, at: now) else {
            resolve(ticket, entry.givenUp, into: &effects)
            return
        }
    }

    enum RetryDelay {
        case none
        case server
        case device
    }

    mutating func passTime(at now: Duration, into effects: inout [APNsEffect]) {
        while let (ticket, wasUnderWay) = queue.nextDue(at: now) {
            guard let entry = queue[ticket] else { continue }
            if wasUnderWay {
                giveUpStream(of: ticket, into: &effects)
                queue[ticket]?.mayHaveArrived = true
            }
            if now >= entry.deadline {
                resolve(ticket, queue[ticket]?.givenUp ?? .expired, into: &effects)
            } else if wasUnderWay {
                sendAgain(ticket, .none, at: now, into: &effects)
            }
        }
        watchConnections(at: now, into: &effects)
    }

    /// Resets the stream that waits for the answer to a push.
    private mutating func giveUpStream(of ticket: QueuedPushID, into effects: inout [APNsEffect]) {
        guard let route = queue[ticket]?.expectedOn else { return }
        queue[ticket]?.expectedOn = nil
        change(route.connection) { $0.streams[route.stream] = nil }
        effects.append(.cancel(route.connection, stream: route.stream))
    }

    private mutating func end(into effects: inout [APNsEffect]) {
        phase = .stopped
        for ticket in queue.tickets {
            let mayHaveArrived = queue[ticket].map { $0.mayHaveArrived || $0.expectedOn != nil } ?? false
            resolve(ticket, mayHaveArrived ? .unanswered : .stopped, into: &effects)
        }
        for connection in connections { effects.append(.close(connection.id)) }
        connections = []
        effects.append(.stopped)
    }
}
