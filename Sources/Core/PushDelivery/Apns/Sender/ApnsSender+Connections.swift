extension ApnsSender {
    /// Whether a connection is to be opened as soon as it may: there is none that takes requests, or will soon.
    var needsConnection: Bool {
        guard phase != .stopped, isStarted || queue.count > 0, connections.count < Self.connectionsMax else {
            return false
        }
        if case .stopping = phase, queue.count == 0 { return false }
        return !connections.contains { $0.isOpen || $0.isOpening }
    }

    mutating func open(at now: Duration, into effects: inout [ApnsEffect]) {
        lastConnection += 1
        let id = ApnsConnectionID(lastConnection)
        connections.append(ApnsConnection(id: id, phase: .opening(until: now + Self.openWait), lastHeard: now))
        failures += 1
        noOpenBefore =
            now + jitter.wait(failures, first: Self.reopenWait.first, longest: Self.reopenWait.longest)
        metrics.connectionsOpened += 1
        effects.append(.open(id))
    }

    mutating func opened(_ id: ApnsConnectionID, at now: Duration) {
        change(id) { connection in
            guard connection.isOpening else { return }
            connection.phase = .open
            connection.heard(at: now)
        }
    }

    /// Sends nothing more on a connection, but waits for its answers.
    mutating func drain(_ id: ApnsConnectionID, at now: Duration) {
        change(id) { connection in
            guard connection.isOpen else { return }
            connection.phase = .draining(until: now + Self.drainWait)
        }
    }

    /// Source: RFC 9113 §6.8: streams beyond the last one were not acted on, and may be sent again.
    mutating func goAway(
        _ id: ApnsConnectionID, _ last: Int32, _ reason: ApnsReason?, at now: Duration,
        into effects: inout [ApnsEffect]
    ) {
        guard let connection = connection(id) else { return }
        metrics.goAways += 1
        if reason == .expiredProviderToken, let newest = connection.streams.values.map(\.token).max() {
            tokens.expired(newest)
        }
        drain(id, at: now)
        for stream in connection.streamsInOrder where stream > last {
            guard let sent = connection.streams[stream] else { continue }
            change(id) { $0.streams[stream] = nil }
            sendAgain(sent.ticket, .none, at: now, into: &effects)
        }
    }

    /// A connection is gone; what it had not answered is sent again elsewhere.
    mutating func lost(_ id: ApnsConnectionID, at now: Duration, into effects: inout [ApnsEffect]) {
        guard let index = connections.firstIndex(where: { $0.id == id }) else { return }
        let connection = connections.remove(at: index)
        metrics.connectionsLost += 1
        for stream in connection.streamsInOrder {
            guard let sent = connection.streams[stream] else { continue }
            queue[sent.ticket]?.mayHaveArrived = true
            sendAgain(sent.ticket, .none, at: now, into: &effects)
        }
    }

    mutating func retireDrained(into effects: inout [ApnsEffect]) {
        for connection in connections {
            guard case .draining = connection.phase, connection.streams.isEmpty else { continue }
            effects.append(.close(connection.id))
        }
        connections.removeAll { connection in
            guard case .draining = connection.phase else { return false }
            return connection.streams.isEmpty
        }
    }

    mutating func watchConnections(at now: Duration, into effects: inout [ApnsEffect]) {
        for connection in connections where connection.due <= now {
            if connection.isOpen, connection.pingedAt == nil {
                change(connection.id) { $0.pingedAt = now }
                effects.append(.ping(connection.id))
            } else {
                effects.append(.close(connection.id))
                lost(connection.id, at: now, into: &effects)
            }
        }
    }
}
