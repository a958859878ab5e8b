import CallModel
import Redaction
import Verto
import WireJSON

/// The session with the exchange.
extension ClientMachine {
    /// Steps the session and does what it asks.
    mutating func run(_ event: VertoClientEvent, at now: Duration, into effects: inout [ClientEffect]) {
        var wanted: [VertoClientEffect] = []
        session.handle(event, at: now, into: &wanted)
        for effect in wanted {
            switch effect {
            case .openSocket:
                socketCount += 1
                socket = socketCount
                effects.append(.openSocket(socketCount))
            case .closeSocket:
                if let socket { effects.append(.closeSocket(socket)) }
                socket = nil
            case .send(let frame): send(frame, into: &effects)
            case .startTimer(let timer, let delay):
                deadlines.removeAll { $0.timer == timer }
                deadlines.append(SessionDeadline(timer: timer, at: now + delay))
            case .cancelTimer(let timer): deadlines.removeAll { $0.timer == timer }
            case .notify(let notice): take(notice, at: now, into: &effects)
            }
        }
    }

    /// Calls go on over the other network as soon as the exchange can be heard there.
    mutating func changeNetwork(at now: Duration, into effects: inout [ClientEffect]) {
        run(.networkChanged, at: now, into: &effects)
        // Behind the loss of the socket: a restart over the network that was left would only be taken back.
        for callID in callIDs { conduct(callID, .networkLeft, at: now, into: &effects) }
    }

    private mutating func take(_ notice: VertoClientNotice, at now: Duration, into effects: inout [ClientEffect]) {
        switch notice {
        // A login on the same socket means that the exchange had forgotten us: its calls are in doubt as well.
        case .loggedIn:
            impairCalls(at: now, into: &effects)
            fetchIceServers(into: &effects)
        // The session asks for them again by itself.
        case .iceServers(let given):
            take(GivenIceServers(servers: GivenIceServers(given).servers), at: now, into: &effects)
        case .ready(let reattached):
            change(to: .ready, into: &effects)
            settleConnect(nil, into: &effects)
            reconcile(reattached, at: now, into: &effects)
        case .request(let request): handle(request, at: now, into: &effects)
        case .outcome(let token, let outcome):
            guard let open = openRequests.first(where: { $0.number == token.number }) else { return }
            openRequests.removeAll { $0.number == token.number }
            conduct(open.callID, .outcome(open.tag, RequestOutcome(outcome)), at: now, into: &effects)
        case .gatewayLost: change(to: .reconnecting(attempt: 0), into: &effects)
        case .reconnecting(let attempt, _): lost(attempt: attempt, at: now, into: &effects)
        case .ended(let ending): ended(ending, at: now, into: &effects)
        case .unreadable(let error): effects.append(.violation(error.description))
        }
    }

    /// Who has asked to connect is told of the first failure at once and decides; later losses are the client's to
    /// repair.
    ///
    /// - Parameter attempt: 0 when nothing failed: the network changed, and the way is made anew over the other.
    private mutating func lost(attempt: Int, at now: Duration, into effects: inout [ClientEffect]) {
        if connecting != nil {
            guard attempt > 0 else { return }
            settleConnect(unreachable, into: &effects)
            change(to: .disconnected(error: unreachable), into: &effects)
            return run(.disconnect, at: now, into: &effects)
        }
        change(to: .reconnecting(attempt: attempt), into: &effects)
        impairCalls(at: now, into: &effects)
    }

    private mutating func impairCalls(at now: Duration, into effects: inout [ClientEffect]) {
        for callID in callIDs where call(callID)?.state.link.isDown == false {
            conduct(callID, .linkImpaired, at: now, into: &effects)
        }
    }

    private mutating func ended(_ ending: VertoClientEnding, at now: Duration, into effects: inout [ClientEffect]) {
        let error = error(of: ending)
        abandonCalls(at: now, into: &effects)
        settleConnect(error ?? ClientError(.notConnected, "disconnected meanwhile"), into: &effects)
        if case .disconnected = state { return }
        change(to: .disconnected(error: error), into: &effects)
    }

    private func error(of ending: VertoClientEnding) -> ClientError? {
        switch ending {
        case .disconnected: nil
        case .loginRefused(let failure):
            ClientError(
                .loginRefused,
                "the exchange refused the login (\(failure.code.rawValue)); are login and password right?")
        case .gatewayFailed: ClientError(.loginRefused, "the gateway cannot register")
        case .gatewayTimedOut: ClientError(.loginTimedOut, "the gateway did not register in time")
        case .punted: ClientError(.notConnected, "another connection took the session over")
        case .connectionLost: unreachable
        }
    }

    private var unreachable: ClientError {
        guard let lastClosure else { return ClientError(.loginTimedOut, "the exchange did not answer in time") }
        return ClientError(.unreachable, lastClosure.description)
    }

    private mutating func settleConnect(_ error: ClientError?, into effects: inout [ClientEffect]) {
        guard let connecting else { return }
        self.connecting = nil
        effects.append(.settle(connecting, error))
    }

    private mutating func handle(_ request: VertoServerRequest, at now: Duration, into effects: inout [ClientEffect]) {
        switch request {
        case .invite(let invite): handleInvite(invite, at: now, into: &effects)
        case .attach(let invite):
            if call(invite.callID) == nil { sayBye(invite.callID, .normalClearing, at: now, into: &effects) }
            conduct(invite.callID, .attached(invite), at: now, into: &effects)
        case .ringing(let progress): conduct(progress.callID, .ringing(progress), at: now, into: &effects)
        case .media(let progress): conduct(progress.callID, .media(progress), at: now, into: &effects)
        case .answer(let progress): conduct(progress.callID, .answered(progress), at: now, into: &effects)
        case .bye(let bye): conduct(bye.callID, .bye(bye), at: now, into: &effects)
        case .info(let info):
            if let digits = info.digits { conduct(info.callID, .tones(digits), at: now, into: &effects) }
        case .candidate(let candidate):
            conduct(candidate.callID, .remoteCandidate(candidate.candidate), at: now, into: &effects)
        case .endOfCandidates(let notice): conduct(notice.callID, .endOfRemoteCandidates, at: now, into: &effects)
        // Nothing of a call depends on these.
        case .display, .event, .conversation, .clientReady, .gatewayState, .punt, .ping, .unknown: break
        }
    }
}

extension RequestOutcome {
    init(_ outcome: VertoOutcome) {
        switch outcome {
        case .result(let result): self = .reply(VertoReply(result))
        case .refused(let failure): self = .failure(failure)
        case .timedOut: self = .timedOut
        case .connectionLost: self = .connectionLost
        case .notConnected, .tooManyRequests: self = .notSent
        }
    }
}
