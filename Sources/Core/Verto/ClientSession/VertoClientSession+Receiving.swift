import WireJSON

extension VertoClientSession {
    mutating func receive(_ inbound: VertoInbound, at now: Duration, into effects: inout [VertoClientEffect]) {
        guard hasSocket else { return }
        if case .frame(let frame) = inbound, case .request = frame.content, isUnheard(at: now) {
            return replaceSocket(into: &effects)
        }
        lastReceived = now
        switch inbound {
        case .frame(let frame):
            receive(frame, into: &effects)
        case .batch(let elements):
            for element in elements where hasSocket {
                switch element {
                case .frame(let frame): receive(frame, into: &effects)
                case .malformed(let error): effects.append(.notify(.unreadable(error)))
                }
            }
        }
    }

    private mutating func receive(_ frame: VertoFrame, into effects: inout [VertoClientEffect]) {
        switch frame.content {
        case .result(let result): receiveReply(frame.id, .result(result), into: &effects)
        case .failure(let failure): receiveReply(frame.id, .refused(failure), into: &effects)
        case .request(let method, let params): receiveRequest(method, params, frame, into: &effects)
        case .report: effects.append(.notify(.unreadable(VertoError(.missingMember, at: "method", id: frame.id))))
        }
    }

    private mutating func receiveRequest(
        _ method: String, _ params: JSONObject?, _ frame: VertoFrame, into effects: inout [VertoClientEffect]
    ) {
        let request: VertoServerRequest
        do throws(VertoError) {
            request = try VertoServerRequest(method: method, params: params)
        } catch {
            effects.append(.notify(.unreadable(VertoError(error.code, at: error.path, id: frame.id))))
            return
        }
        if case .ping = request {
            answerPing(frame, method, into: &effects)
            return
        }
        acknowledge(method, frame, into: &effects)
        switch request {
        case .clientReady(let ready): receive(ready, into: &effects)
        case .gatewayState(let notice): receive(notice, into: &effects)
        case .punt: end(.punted, into: &effects)
        case .invite, .attach, .ringing, .media, .answer, .bye, .info, .candidate, .endOfCandidates, .display, .event,
            .ping, .conversation, .unknown:
            effects.append(.notify(.request(request)))
        }
    }

    /// Replies that a request was received. Both kinds of server accept that, and FreeSWITCH ignores it.
    private mutating func acknowledge(
        _ method: String, _ frame: VertoFrame, into effects: inout [VertoClientEffect]
    ) {
        guard let id = frame.id else { return }
        effects.append(.send(.result(id, ["method": .string(method)])))
    }

    /// Answers a ping. Telnyx expects the request itself as the answer, and only once the session is ready: before
    /// that, it replies with an error that spoils later calls.
    private mutating func answerPing(
        _ frame: VertoFrame, _ method: String, into effects: inout [VertoClientEffect]
    ) {
        switch configuration.dialect {
        case .telnyx: if phase == .ready { effects.append(.send(frame)) }
        case .freeSwitch: acknowledge(method, frame, into: &effects)
        }
    }

    mutating func fire(_ timer: VertoClientTimer, at now: Duration, into effects: inout [VertoClientEffect]) {
        switch timer {
        case .connect: if phase == .connecting { loseSocket(into: &effects) }
        case .ready: if phase == .settling { loseSocket(into: &effects) }
        case .gateway: gatewayWaited(into: &effects)
        case .keepAlive: if hasSocket { lookForLife(at: now, into: &effects) }
        case .iceServers: if hasSocket { askIceServers(into: &effects) }
        case .reconnect: if phase == .waiting { openSocket(into: &effects) }
        case .request(let number): requestTimedOut(number, into: &effects)
        }
    }

    var keepAliveTime: Duration {
        isInCall ? configuration.timing.keepAliveTimeInCall : configuration.timing.keepAliveTime
    }

    mutating func look(forLife isInCall: Bool, at now: Duration, into effects: inout [VertoClientEffect]) {
        guard isInCall != self.isInCall else { return }
        self.isInCall = isInCall
        if hasSocket {
            effects.append(.startTimer(.keepAlive, after: max(keepAliveTime - (now - lastReceived), .zero)))
        }
    }

    /// Handles the keep-alive timer. Frames do not restart the timer; when it fires, the time since the last frame
    /// decides.
    private mutating func lookForLife(at now: Duration, into effects: inout [VertoClientEffect]) {
        let time = keepAliveTime
        let silence = now - lastReceived
        guard silence >= time else {
            effects.append(.startTimer(.keepAlive, after: time - silence))
            return
        }
        effects.append(.startTimer(.keepAlive, after: time))
        ping(at: now, into: &effects)
    }

    mutating func mediaFellSilent(at now: Duration, into effects: inout [VertoClientEffect]) {
        if isUnheard(at: now) { replaceSocket(into: &effects) } else { ping(at: now, into: &effects) }
    }

    /// Whether a second sign, such as a request of the server, proves that the server does not hear this client. It
    /// answers in order, so a request that comes instead of the answer to a ping shows that the ping did not arrive.
    /// A change of routes may lose one direction only.
    private func isUnheard(at now: Duration) -> Bool {
        isInCall && isPinging && now - lastPing >= configuration.timing.pingDoubtTime
    }

    private var isPinging: Bool { pending.contains { $0.purpose == .keepAlive } }

    /// Asks the server for a sign of life, unless it has been asked already. Telnyx' server takes no ping before the
    /// session is ready, but tells the gateway's state. That is asked for after `clientReady`, because its answer makes
    /// the session ready, which then must know the server's list of calls.
    private mutating func ping(at now: Duration, into effects: inout [VertoClientEffect]) {
        if phase == .settling, isClientReady, usesGateway { return askGateway(into: &effects) }
        guard phase == .ready, !isPinging else { return }
        lastPing = now
        send(.ping(VertoParameters(sessionID: sessionID)), for: .keepAlive, into: &effects)
    }
}
