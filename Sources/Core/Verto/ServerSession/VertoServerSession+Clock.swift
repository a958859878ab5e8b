import WireJSON

extension VertoServerSession {
    mutating func fire(_ timer: VertoServerTimer, at now: Duration, into effects: inout [VertoServerEffect]) {
        switch timer {
        case .login:
            if user == nil { close(.loginTimeout, into: &effects) }
        case .clientReady:
            sendClientReady(into: &effects)
        case .expiry:
            close(.expired, into: &effects)
        case .idle:
            lookForLife(at: now, into: &effects)
        }
    }

    private mutating func sendClientReady(into effects: inout [VertoServerEffect]) {
        guard user != nil else { return }
        send(.clientReady(VertoClientReady(reattachedCallIDs: reattachedCallIDs)), into: &effects)
        effects.append(.ready)
    }

    /// The timer is not moved by each frame; when it fires it is seen how long the silence really was.
    private mutating func lookForLife(at now: Duration, into effects: inout [VertoServerEffect]) {
        let silence = now - lastReceived
        if silence < limits.idleTime {
            effects.append(.startTimer(.idle, after: limits.idleTime - silence))
            return
        }
        guard unansweredPingCount < limits.unansweredPingCountMax else {
            close(.unresponsive, into: &effects)
            return
        }
        if user != nil {
            unansweredPingCount += 1
            lastPingID = .number(nextRequestID)
            send(.ping(VertoParameters(pingContent)), into: &effects)
        }
        effects.append(.startTimer(.idle, after: limits.idleTime))
    }

    private var pingContent: JSONObject {
        switch dialect {
        case .telnyx: JSONObject()
        case .freeSwitch, nil: ["serno": .integer(nextRequestID)]
        }
    }

    /// Whether one more request is within the rate; refuses or closes when not.
    mutating func admits(_ origin: Origin, at now: Duration, into effects: inout [VertoServerEffect]) -> Bool {
        if now - windowStart >= .seconds(1) {
            windowStart = now
            windowCount = 0
        }
        windowCount += 1
        if windowCount <= limits.requestsPerSecondMax { return true }
        fail(origin, .tooManyRequests, into: &effects)
        if windowCount >= limits.requestsPerSecondMax * VertoServerLimits.floodFactorMax {
            close(.flood, into: &effects)
        }
        return false
    }
}
