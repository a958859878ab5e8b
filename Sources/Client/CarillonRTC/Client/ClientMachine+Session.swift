import CallModel
import MediaEngine
import Redaction
import Verto
import WireJSON

/// Runs the signaling session with the exchange.
extension ClientMachine {
    /// Reconnects over the new network; calls continue as soon as the exchange is reachable there.
    mutating func changeNetwork(at now: Duration, into effects: inout [ClientEffect]) {
        run(.networkChanged, at: now, into: &effects)
        // The socket's loss is handled first, because it would roll back a restart that had already begun.
        for callID in callIDs { dispatch(callID, .networkLeft, at: now, into: &effects) }
    }

    mutating func handle(
        _ notice: VertoClientNotification, at now: Duration, into effects: inout [ClientEffect]
    ) {
        switch notice {
        // A login on the same socket means that the exchange lost the session, so its calls are in doubt as well.
        case .loggedIn:
            isLoginDeferred = false
            impairCalls(at: now, into: &effects)
            fetchIceServers(into: &effects)
        case .loginDeferred: isLoginDeferred = true
        // The session requests them again by itself.
        case .iceServers(let given):
            handle(GivenIceServers(servers: GivenIceServers(given).servers), at: now, into: &effects)
        case .ready(let reattached):
            change(to: .ready, into: &effects)
            settleConnect(nil, into: &effects)
            reconcile(reattached, at: now, into: &effects)
        case .request(let request): handle(request, at: now, into: &effects)
        case .outcome(let token, let outcome):
            guard let open = openRequests.first(where: { $0.number == token.number }) else { return }
            openRequests.removeAll { $0.number == token.number }
            // The socket carries a BYE away before it closes, so nothing is left to be said.
            let isSaid = isLeaving && open.tag == .bye && outcome == .connectionLost
            let result = isSaid ? .reply(.callEnded(open.callID, .normalClearing)) : RequestOutcome(outcome)
            dispatch(open.callID, .outcome(open.tag, result), at: now, into: &effects)
        case .gatewayLost: change(to: .reconnecting(attempt: 0), into: &effects)
        case .reconnecting(let attempt, _): lost(attempt: attempt, at: now, into: &effects)
        case .ended(let ending): ended(ending, at: now, into: &effects)
        case .unreadable(let error): effects.append(.violation(error.description))
        }
    }

    /// Handles a lost connection. The first failure of a requested connect is reported at once, so that the app
    /// decides; later losses are repaired by the client.
    ///
    /// - Parameter attempt: the number of the failed attempt; 0 if the network changed and nothing failed.
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
            dispatch(callID, .linkImpaired, at: now, into: &effects)
        }
    }

    private mutating func ended(_ ending: VertoClientEndReason, at now: Duration, into effects: inout [ClientEffect]) {
        let error = error(of: ending)
        abandonCalls(at: now, into: &effects)
        settleConnect(error ?? ClientError(.notConnected, "disconnected meanwhile"), into: &effects)
        if case .disconnected = state { return }
        change(to: .disconnected(error: error), into: &effects)
    }

    private func error(of ending: VertoClientEndReason) -> ClientError? {
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
        if isLoginDeferred { return ClientError(.unreachable, "the exchange takes no logins now; try again later") }
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
            if call(invite.callID) == nil { sendBye(invite.callID, .normalClearing, at: now, into: &effects) }
            dispatch(invite.callID, .attached(invite), at: now, into: &effects)
        case .ringing(let progress): dispatch(progress.callID, .ringing(progress), at: now, into: &effects)
        case .media(let progress): dispatch(progress.callID, .media(progress), at: now, into: &effects)
        case .answer(let progress): dispatch(progress.callID, .answered(progress), at: now, into: &effects)
        case .bye(let bye): dispatch(bye.callID, .bye(bye), at: now, into: &effects)
        case .info(let info):
            if let digits = info.digits { dispatch(info.callID, .tones(digits), at: now, into: &effects) }
        case .candidate(let candidate):
            dispatch(candidate.callID, .remoteCandidate(candidate.candidate), at: now, into: &effects)
        case .endOfCandidates(let notice): dispatch(notice.callID, .endOfRemoteCandidates, at: now, into: &effects)
        // No call depends on these messages.
        case .display, .event, .conversation, .clientReady, .gatewayState, .punt, .ping, .unknown: break
        }
    }
}

extension RequestOutcome {
    init(_ outcome: VertoRequestOutcome) {
        switch outcome {
        case .result(let result): self = .reply(VertoReply(result))
        case .refused(let failure): self = .failure(failure)
        case .timedOut: self = .timedOut
        case .connectionLost: self = .connectionLost
        case .notConnected, .tooManyRequests: self = .notSent
        }
    }
}

/// Handles messages from the exchange. The session reads all of them except `modify`.
extension ClientMachine {
    mutating func receive(_ inbound: VertoInbound, at now: Duration, into effects: inout [ClientEffect]) {
        switch inbound {
        case .frame(let frame): receive(frame, at: now, into: &effects)
        case .batch(let elements):
            for element in elements where socket != nil {
                switch element {
                case .frame(let frame): receive(frame, at: now, into: &effects)
                case .malformed(let error): run(.unreadable(error), at: now, into: &effects)
                }
            }
        }
    }

    /// Reads one frame. The session acknowledges every request at once, but a new offer gets its reply later, so it is
    /// handled here.
    private mutating func receive(_ frame: VertoFrame, at now: Duration, into effects: inout [ClientEffect]) {
        if case .request(let method, let params) = frame.content, let id = frame.id,
            VertoMethod(method) == .prefixed(settings.session.dialect, "modify"),
            let request = try? VertoClientRequest(method: method, params: params), case .modify(let modify) = request
        {
            handle(modify, id, at: now, into: &effects)
        } else if case .request(let method, _) = frame.content, let id = frame.id,
            VertoMethod(method) == .prefixed(settings.session.dialect, "punt"), takesLateLogin(at: now)
        {
            returnAfterOwnLogin(id, at: now, into: &effects)
        } else {
            if frame.isReply(to: openLogin) { openLogin = nil }
            run(.received(.frame(frame)), at: now, into: &effects)
        }
    }

    private mutating func handle(
        _ modify: VertoModify, _ id: VertoID, at now: Duration, into effects: inout [ClientEffect]
    ) {
        guard call(modify.callID) != nil else { return send(.failure(id, .callDoesNotExist), into: &effects) }
        switch (modify.action, modify.sdp) {
        case (.updateMedia, nil): dispatch(modify.callID, .offerRequested(id), at: now, into: &effects)
        case (.updateMedia, let sdp?): dispatch(modify.callID, .updateMedia(id, sdp), at: now, into: &effects)
        case (.hold, _), (.unhold, _):
            let isHeld = modify.action == .hold
            let reply = VertoReply.modified(modify.callID, modify.action, holdState: isHeld ? .held : .active)
            send(.result(id, reply.object), into: &effects)
            dispatch(modify.callID, .peerHeld(isHeld), at: now, into: &effects)
        case (.transfer, _):
            send(.result(id, VertoReply.modified(modify.callID, .transfer, holdState: nil).object), into: &effects)
            dispatch(modify.callID, .transferFailed(Ending(ofTransfer: modify)), at: now, into: &effects)
        default: send(.failure(id, .unknownMethod), into: &effects)
        }
    }
}

extension VertoFrame {
    /// Whether the frame is the reply to this request.
    fileprivate func isReply(to request: VertoID?) -> Bool {
        switch content {
        case .result, .failure: request != nil && id == request
        case .request, .report: false
        }
    }
}

extension Ending {
    /// How the call to the target of a transfer ended, by the cause that the exchange gives.
    fileprivate init(ofTransfer modify: VertoModify) {
        self.init(
            cause: modify.extra["causeCode"]?.integer.map { Int(clamping: $0) }, name: modify.extra["cause"]?.string,
            unanswered: .outbound, wasRinging: true, sipCode: nil, sipReason: nil)
    }
}

/// A login of this client that arrives after a later one. TCP repeats bytes that a lost path kept from the
/// exchange, also after this side closed the socket. That login then takes the session over from the later one.
extension ClientMachine {
    /// How long, about, a system repeats bytes that are not acknowledged.
    package static let lateLoginMax = Duration.seconds(120)
    private static let lateLoginsMax = 8

    mutating func noteLateLogin(at now: Duration) {
        guard openLogin != nil else { return }
        openLogin = nil
        lateLogins = lateLogins.suffix(Self.lateLoginsMax - 1) + [now + Self.lateLoginMax]
    }

    /// Until when each unanswered login may still reach the exchange, if this client is closed now.
    package func lateLogins(at now: Duration) -> [Duration] {
        lateLogins.filter { $0 > now } + (openLogin == nil ? [] : [now + Self.lateLoginMax])
    }

    /// Whether a punt may be the work of such a login. Each explains one, so that two devices with the same session do
    /// not take it from each other for good.
    mutating func takesLateLogin(at now: Duration) -> Bool {
        lateLogins.removeAll { $0 <= now }
        return lateLogins.popLast() != nil
    }

    /// Takes the session back at once, as over another network: a first connection goes on as well.
    mutating func returnAfterOwnLogin(_ punt: VertoID, at now: Duration, into effects: inout [ClientEffect]) {
        send(.result(punt, JSONObject()), into: &effects)
        run(.networkChanged, at: now, into: &effects)
    }
}

/// STUN and TURN servers from a source outside of the exchange.
extension ClientMachine {
    /// The wait before the servers are requested again after a failure.
    static let iceServersRetry = Duration.seconds(60)

    /// Requests the servers. A login follows every change of network, so a restart uses servers for the present
    /// network.
    mutating func fetchIceServers(into effects: inout [ClientEffect]) {
        guard settings.fetchesIceServers else { return }
        iceServersDue = nil
        effects.append(.fetchIceServers)
    }

    mutating func handle(_ given: GivenIceServers?, at now: Duration, into effects: inout [ClientEffect]) {
        guard let given else {
            iceServersDue = now + Self.iceServersRetry
            return
        }
        iceServersDue = given.lifetime.map { now + $0 / 2 }
        effects.append(.useIceServers(Array(given.servers.prefix(MediaConfiguration.iceServersMax))))
    }
}

extension GivenIceServers {
    /// Reads the exchange's servers and omits those with an address that this device cannot use.
    init(_ given: VertoIceServers) {
        let servers = given.servers.flatMap { server in
            server.urls.compactMap { url in
                try? IceServer(url: url, username: server.username?.revealed, password: server.credential)
            }
        }
        self.init(servers: servers, lifetime: given.lifetime)
    }
}
