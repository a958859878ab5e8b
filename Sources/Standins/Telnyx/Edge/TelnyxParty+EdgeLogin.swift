internal import Redaction
internal import Verto
internal import WireJSON

// Logins at the edge: credentials, returned calls, gateway states and push registrations.

extension TelnyxParty {
    mutating func authenticate(_ authentication: VertoAuthentication, on number: Int, at now: Duration) {
        guard edge.sockets[number]?.refusesLogin != true else {
            edge.sockets[number]?.refusesLogin = false
            return pass(.authenticationRefused(.wrongCredentials), to: number, at: now)
        }
        guard case .account(let login) = authentication.identity else {
            return pass(.authenticationRefused(.anonymousNotAllowed), to: number, at: now)
        }
        switch login.credentials {
        case .password(let name, let password?):
            guard isRight(name.revealed, password.revealed, at: now) else {
                return pass(.authenticationRefused(.wrongCredentials), to: number, at: now)
            }
            admit(name.revealed, login, authentication.sessionID, on: number, at: now)
        case .token(let token):
            guard let user = user(of: token.revealed, at: now) else {
                return pass(.authenticationRefused(.badToken), to: number, at: now)
            }
            admit(user, login, authentication.sessionID, on: number, at: now)
            guard configuration.switches.endsRegistrations, edge.sockets[number]?.user == user,
                let end = JSONWebToken(token.revealed)?.time("exp")
            else { return }
            edge.sockets[number]?.tokenEnd = end
            schedule(.tokenEnds(socket: number), for: "", at: end)
        case .password(_, nil), nil: pass(.authenticationRefused(.wrongCredentials), to: number, at: now)
        }
    }

    /// Ends the registration of a socket whose token has ended, unless a newer one was given in another login.
    mutating func tokenEnds(_ number: Int, at now: Duration) {
        guard let end = edge.sockets[number]?.tokenEnd, end <= now else { return }
        pass(.punt, to: number, at: now)
    }

    /// Ends the registrations of a deleted credential, where Telnyx is assumed to do so.
    mutating func endRegistrations(of user: String, at now: Duration) {
        guard configuration.switches.endsRegistrations else { return }
        for number in edge.sockets.values.filter({ $0.user == user }).map(\.number).sorted() {
            pass(.punt, to: number, at: now)
        }
    }

    private func isRight(_ name: String, _ password: String, at now: Duration) -> Bool {
        if configuration.connectionUsers[name] == password { return true }
        return credential(named: name, at: now)?.password.revealed == password
    }

    /// The user of a token; nil if the token is foreign or not valid at this time, or its credential was deleted.
    private func user(of text: String, at now: Duration) -> String? {
        guard let token = JSONWebToken(text), token.isSigned(by: Array(configuration.apiKey.utf8)),
            let end = token.time("exp"), now < end, token.time("nbf").map({ $0 <= now }) ?? true,
            let id = token.claims["sub"]?.string
        else { return nil }
        return credentials.first { $0.id == id }.flatMap { credential(named: $0.username, at: now)?.username }
    }

    private mutating func admit(
        _ user: String, _ login: VertoLogin, _ session: String, on number: Int, at now: Duration
    ) {
        let others = edge.sockets.values.filter { $0.number != number && $0.session.sessionID == session }
        if others.contains(where: { $0.user != nil && $0.user != user }) {
            return pass(.authenticationRefused(.sessionInUse), to: number, at: now)
        }
        for other in others where other.user == user { pass(.punt, to: other.number, at: now) }
        edge.sockets[number]?.user = user
        edge.sockets[number]?.isFromPush = login.isFromPush ?? false
        edge.registrations[user] = number
        register(login, for: user)
        answerGateway(of: number)
        let mine = edge.callOrder.compactMap { edge.calls[$0] }.filter { $0.user == user && $0.socket == nil }
        let isNowhere = edge.sockets[number].map(isNowhere) ?? true
        let takesAny = configuration.switches.reattachesAnySession
        let returning = mine.filter { !isNowhere && ($0.session == session || takesAny && $0.phase == .detached) }
        // A phone that logs in again, as with a newer token, has its calls still: a client ends those not named.
        let established = edge.callOrder.compactMap { edge.calls[$0] }
            .filter { returning.contains($0) && $0.phase == .detached || $0.socket == number && $0.isEstablished }
            .map(\.id)
        pass(.authenticated(user: Redacted(user), reattachedCallIDs: established), to: number, at: now)
        if login.loginParameters?["decline_push"].map(Self.isTrue) ?? false {
            for call in mine where call.phase == .parked { leave(call, .callRejected, at: now) }
        }
        let waits = configuration.switches.offersParkedAtLogin
        for call in mine where returning.contains(call) || waits && isReachable(call, from: number) {
            offer(call.id, to: number, at: now)
        }
    }

    private static func isTrue(_ value: JSONValue) -> Bool { value.bool ?? (value.string == "true") }

    /// Whether a socket's address names an unknown edge, at which no call waits.
    private func isNowhere(_ socket: EdgeSocket) -> Bool {
        socket.wantedEdge.map { !edge.edges.contains($0) } ?? false
    }

    /// Whether a parked call waits at the edge of this socket.
    private func isReachable(_ call: EdgeCall, from number: Int) -> Bool {
        guard call.phase == .parked, let socket = edge.sockets[number], !isNowhere(socket) else { return false }
        guard let wanted = socket.wantedEdge else { return !configuration.switches.parkedNeedsEdge }
        return edge.parkedAt[call.id].map { $0 == wanted } ?? true
    }

    mutating func offer(_ id: String, to number: Int, at now: Duration) {
        edge.calls[id]?.session = edge.sockets[number]?.session.sessionID
        callEvent(id, .offered(socket: number), at: now)
    }

    /// Answers a pushed phone's request for its call. If no call waits, the caller has left; a non-pushed phone then
    /// gets success and a pushed one an error, as the SDK expects.
    mutating func attachCalls(_ token: VertoRequestNumber, on number: Int, at now: Duration) {
        guard let socket = edge.sockets[number], let user = socket.user else { return }
        let waiting = edge.callOrder.filter { id in
            edge.calls[id].map { $0.user == user && isReachable($0, from: number) } ?? false
        }
        guard !waiting.isEmpty || !socket.isFromPush else {
            return pass(.refuse(token, .callDoesNotExist), to: number, at: now)
        }
        pass(.reply(token, ["message": "calls attached"]), to: number, at: now)
        for id in waiting { offer(id, to: number, at: now) }
    }

    // MARK: - Gateway

    mutating func answerGateway(of number: Int) {
        guard let socket = edge.sockets[number], let user = socket.user else { return }
        let state = edge.gateway[user] ?? edge.gateway[""] ?? "REGED"
        var notice = VertoGatewayNotice(state: VertoGatewayState(rawValue: state))
        if state == "REGED" { notice.callReportID = "report-\(number)" }
        notice.extra["region"] = .string(socket.region ?? "auto")
        notice.extra["dc"] = "standin"
        edge.sockets[number]?.session.gateway = notice
    }

    /// Changes the gateway state; connected phones may be notified at once.
    ///
    /// - Parameters:
    ///   - user: the `sip_username`; nil for all.
    ///   - state: the state; nil for REGED.
    mutating func setGateway(_ state: String?, of user: String?, isReported: Bool, at now: Duration) {
        edge.gateway[user ?? ""] = state == "REGED" ? nil : state
        for socket in edge.sockets.values where socket.user != nil && (user == nil || socket.user == user) {
            answerGateway(of: socket.number)
            guard isReported, let notice = edge.sockets[socket.number]?.session.gateway else { continue }
            pass(.send(.gatewayState(notice)), to: socket.number, at: now)
        }
    }

    // MARK: - Devices with pushes

    private mutating func register(_ login: VertoLogin, for user: String) {
        guard let variables = login.userVariables, let token = variables["push_device_token"]?.string, !token.isEmpty
        else { return }
        let device = EdgeDevice(
            token: token, provider: variables["push_notification_provider"]?.string ?? "ios",
            environment: variables["push_notification_environment"]?.string ?? "production",
            wantsPushWhenActive: variables["push_when_active"].map(Self.isTrue) ?? false,
            wantsMissedCalls: login.userAgent?.hasPrefix("iOS-mpn") ?? false)
        // A token belongs to one credential only, the newest.
        for other in edge.devices.keys { edge.devices[other]?.removeAll { $0.token == token } }
        edge.devices[user, default: []].append(device)
        if edge.devices[user, default: []].count > EdgeDevice.countMax { edge.devices[user]?.removeFirst() }
    }

    mutating func disablePush(
        _ optOut: VertoPushOptOut, _ token: VertoRequestNumber, on number: Int, at now: Duration
    ) {
        guard let user = edge.sockets[number]?.user else { return }
        if let device = optOut.device?["push_device_token"]?.string {
            edge.devices[user]?.removeAll { $0.token == device }
        } else {
            edge.devices[user] = nil
        }
        pass(.reply(token, ["message": "success"]), to: number, at: now)
    }
}
