import WireJSON

extension VertoClientSession {
    mutating func send(
        _ token: VertoRequestNumber, _ request: VertoClientRequest, into effects: inout [VertoClientEffect]
    ) {
        // The client answers `attach` messages before the session is ready.
        guard phase == .ready || phase == .settling else {
            effects.append(.notify(.outcome(token, .notConnected)))
            return
        }
        guard pending.count < Self.pendingCountMax else {
            effects.append(.notify(.outcome(token, .tooManyRequests)))
            return
        }
        send(request.naming(sessionID), for: .app(token), into: &effects)
    }

    mutating func send(
        _ request: VertoClientRequest, for purpose: Purpose, isRepeated: Bool = false,
        into effects: inout [VertoClientEffect]
    ) {
        requestCount += 1
        let id = requestID(requestCount)
        pending.append(
            Pending(number: requestCount, id: id, purpose: purpose, request: request, isRepeated: isRepeated))
        effects.append(.send(request.frame(id: id, in: configuration.dialect)))
        effects.append(.startTimer(.request(requestCount), after: time(for: request)))
    }

    /// The id of a request. FreeSWITCH's clients number their requests; Telnyx' clients use UUIDs, so there the
    /// number replaces the last part of the session's own UUID.
    private func requestID(_ number: UInt64) -> VertoID {
        let uuidLength = 36
        let nodeLength = 12
        guard configuration.dialect == .telnyx else { return .number(Int64(clamping: number)) }
        let own = configuration.sessionID
        let digits = String(number, radix: 16)
        guard own.utf8.count == uuidLength, digits.utf8.count <= nodeLength else { return .string(digits) }
        let zeros = String(repeating: "0", count: nodeLength - digits.utf8.count)
        return .string(own.prefix(uuidLength - nodeLength) + zeros + digits)
    }

    private func time(for request: VertoClientRequest) -> Duration {
        switch request {
        case .bye: configuration.timing.byeTime
        case .ping where isInCall, .gatewayState where isInCall: configuration.timing.pingTimeInCall
        default: configuration.timing.requestTime
        }
    }

    mutating func removePending(where matches: (Pending) -> Bool) -> Pending? {
        guard let index = pending.firstIndex(where: matches) else { return nil }
        return pending.remove(at: index)
    }

    /// Handles a reply. A reply to an unknown request is old and changes nothing.
    mutating func receiveReply(
        _ id: VertoID?, _ outcome: VertoRequestOutcome, into effects: inout [VertoClientEffect]
    ) {
        guard let id, let request = removePending(where: { $0.id == id }) else { return }
        effects.append(.cancelTimer(.request(request.number)))
        if case .refused(let failure) = outcome, failure.code == .authenticationRequired, request.purpose != .login {
            logInAgain(for: request, into: &effects)
            return
        }
        conclude(request, outcome, into: &effects)
    }

    mutating func requestTimedOut(_ number: UInt64, into effects: inout [VertoClientEffect]) {
        guard let request = removePending(where: { $0.number == number }) else { return }
        conclude(request, .timedOut, into: &effects)
    }

    private mutating func conclude(
        _ request: Pending, _ outcome: VertoRequestOutcome, into effects: inout [VertoClientEffect]
    ) {
        switch request.purpose {
        case .app(let token): effects.append(.notify(.outcome(token, outcome)))
        case .login: loginConcluded(outcome, into: &effects)
        case .gateway: gatewayAnswered(outcome, into: &effects)
        case .callFetch: break  // A waiting call comes as an invitation; an error says that there is none.
        case .iceServers: iceServersAnswered(outcome, into: &effects)
        case .keepAlive:
            // Any reply shows that the server is alive, even an error.
            if outcome == .timedOut { loseSocket(into: &effects) }
        }
    }

    /// Logs in again, because the server has forgotten this session, and then repeats the request.
    private mutating func logInAgain(for request: Pending, into effects: inout [VertoClientEffect]) {
        guard !request.isRepeated else {
            conclude(request, .refused(.authenticationRequired), into: &effects)
            return
        }
        repeats.append(request)
        guard phase != .loggingIn else { return }
        effects.append(.cancelTimer(.ready))
        effects.append(.cancelTimer(.gateway))
        logIn(into: &effects)
    }

    mutating func sendRepeats(into effects: inout [VertoClientEffect]) {
        let waiting = repeats
        repeats = []
        for request in waiting {
            guard case .app = request.purpose else { continue }
            send(request.request, for: request.purpose, isRepeated: true, into: &effects)
        }
    }

    /// Gives up a socket that is dead although it was not closed. No event brings a random number here, so the jitter
    /// of the wait comes from the number of requests.
    mutating func loseSocket(into effects: inout [VertoClientEffect]) {
        effects.append(.closeSocket)
        socketClosed(UInt16(requestCount &* 389 % 1001), into: &effects)
    }
}
