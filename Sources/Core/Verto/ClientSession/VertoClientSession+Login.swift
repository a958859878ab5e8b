import WireJSON

extension VertoClientSession {
    mutating func logIn(into effects: inout [VertoClientEffect]) {
        phase = .loggingIn
        send(configuration.request(sessionID: sessionID), for: .login, into: &effects)
    }

    mutating func loginConcluded(_ outcome: VertoRequestOutcome, into effects: inout [VertoClientEffect]) {
        guard phase == .loggingIn else { return }
        switch outcome {
        case .result(let result):
            loggedIn(VertoReply(result), VertoIceServers(result: result), into: &effects)
        case .refused(let failure) where failure.isTemporary:
            effects.append(.notify(.loginDeferred))
            loseSocket(into: &effects)
        case .refused(let failure):
            end(.loginRefused(failure), into: &effects)
        case .timedOut, .connectionLost, .notConnected, .tooManyRequests:
            loseSocket(into: &effects)
        }
    }

    private mutating func loggedIn(
        _ reply: VertoReply, _ iceServers: VertoIceServers?, into effects: inout [VertoClientEffect]
    ) {
        if let id = reply.sessionID { sessionID = id }
        phase = .settling
        gatewayWaitCount = 0
        isClientReady = false
        effects.append(.notify(.loggedIn(sessionID: sessionID)))
        if let iceServers { handle(iceServers, into: &effects) }
        if usesGateway {
            // The client asks for the state at `clientReady`, or else after the first wait.
            effects.append(.startTimer(.gateway, after: configuration.timing.gatewayInterval))
        } else {
            effects.append(.startTimer(.ready, after: configuration.timing.readyTime))
        }
        sendRepeats(into: &effects)
    }

    private var isAskingGateway: Bool { pending.contains { $0.purpose == .gateway } }

    var usesGateway: Bool { configuration.dialect.capabilities.contains(.gatewayState) }

    mutating func receive(_ clientReady: VertoClientReady, into effects: inout [VertoClientEffect]) {
        guard phase == .settling else { return }
        isClientReady = true
        reattachedCallIDs = clientReady.reattachedCallIDs
        if usesGateway {
            askGateway(into: &effects)
        } else {
            becomeReady(into: &effects)
        }
    }

    mutating func askGateway(into effects: inout [VertoClientEffect]) {
        // Only one request is open at a time: the reply to it will do.
        guard !isAskingGateway else { return }
        send(.gatewayState(VertoParameters(sessionID: sessionID)), for: .gateway, into: &effects)
    }

    mutating func gatewayAnswered(_ outcome: VertoRequestOutcome, into effects: inout [VertoClientEffect]) {
        if outcome == .timedOut, phase == .settling { return loseSocket(into: &effects) }
        // An error leaves the state unknown; the client asks again after the next wait.
        guard case .result(let result) = outcome, let notice = VertoGatewayNotice(result: result) else { return }
        receive(notice, into: &effects)
    }

    /// Handles the gateway's state, which comes as a result or as a request of the server.
    mutating func receive(_ notice: VertoGatewayNotice, into effects: inout [VertoClientEffect]) {
        guard usesGateway, phase == .settling || phase == .ready else { return }
        switch (notice.state.outlook, phase) {
        case (.registered, .ready): break
        case (.registered, _): becomeReady(into: &effects)
        case (.failed, _): end(.gatewayFailed(notice.state), into: &effects)
        case (.pending, .ready):
            phase = .settling
            gatewayWaitCount = 0
            effects.append(.notify(.gatewayLost(notice.state)))
            effects.append(.startTimer(.gateway, after: configuration.timing.gatewayInterval))
        case (.pending, _): break  // The client asks again after the running wait.
        }
    }

    /// Asks again, or after the last wait ends the session of a gateway that answered and did not register. A question
    /// without a reply costs the socket, not the session, because its path may be lost.
    mutating func gatewayWaited(into effects: inout [VertoClientEffect]) {
        guard phase == .settling else { return }
        gatewayWaitCount += 1
        if gatewayWaitCount >= configuration.timing.gatewayWaitCountMax {
            return isAskingGateway ? loseSocket(into: &effects) : end(.gatewayTimedOut, into: &effects)
        }
        effects.append(.startTimer(.gateway, after: configuration.timing.gatewayInterval))
        askGateway(into: &effects)
    }

    private mutating func becomeReady(into effects: inout [VertoClientEffect]) {
        phase = .ready
        reconnectCount = 0
        effects.append(.cancelTimer(.ready))
        effects.append(.cancelTimer(.gateway))
        effects.append(.notify(.ready(reattachedCallIDs: reattachedCallIDs)))
        reattachedCallIDs = nil
        if let fetch = configuration.callFetch {
            send(.attachCalls(VertoParameters(sessionID: sessionID, fetch)), for: .callFetch, into: &effects)
        }
    }
}

/// STUN and TURN servers, which only our own exchange gives to its clients.
extension VertoClientSession {
    /// Notes new servers. The client asks for others after half of their lifetime, so that a restart of a call's
    /// media never uses expired ones.
    mutating func handle(_ iceServers: VertoIceServers, into effects: inout [VertoClientEffect]) {
        effects.append(.notify(.iceServers(iceServers)))
        if let lifetime = iceServers.lifetime { effects.append(.startTimer(.iceServers, after: lifetime / 2)) }
    }

    mutating func askIceServers(into effects: inout [VertoClientEffect]) {
        send(.iceServers(VertoParameters(sessionID: sessionID)), for: .iceServers, into: &effects)
    }

    /// Handles the reply to a request for servers. Without new ones the client keeps the present ones and asks again
    /// later.
    mutating func iceServersAnswered(_ outcome: VertoRequestOutcome, into effects: inout [VertoClientEffect]) {
        guard case .result(let result) = outcome, let iceServers = VertoIceServers(result: result) else {
            guard hasSocket else { return }
            effects.append(.startTimer(.iceServers, after: configuration.timing.iceServersRetry))
            return
        }
        handle(iceServers, into: &effects)
    }
}
