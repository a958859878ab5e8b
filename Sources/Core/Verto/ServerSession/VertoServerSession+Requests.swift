import WireJSON

extension VertoServerSession {
    /// A request within the rate.
    mutating func request(
        _ method: String, _ params: JSONObject?, _ frame: VertoFrame, _ origin: Origin,
        into effects: inout [VertoServerEffect]
    ) {
        let name = VertoMethod(method)
        if let failure = settleDialect(name) {
            fail(origin, failure, into: &effects)
            return
        }
        if case .authenticating = phase {
            postpone(frame, origin, into: &effects)
            return
        }
        bindSession(params)
        switch name {
        case .bare("login"): login(params, origin, into: &effects)
        case .bare("anonymous_login"): anonymousLogin(params, origin, into: &effects)
        case .bare, .prefixed, .foreign:
            guard user != nil else {
                refuseUnauthenticated(origin, into: &effects)
                return
            }
            dispatch(method, params, origin, into: &effects)
        }
    }

    /// The first prefix decides; afterwards another one is refused.
    private mutating func settleDialect(_ method: VertoMethod) -> VertoFailure? {
        switch method {
        case .bare:
            return nil
        case .foreign:
            return .unknownDialect
        case .prefixed(let spoken, _):
            if isDialectCertain { return dialect == spoken ? nil : .otherDialect }
            dialect = spoken
            isDialectCertain = true
            return nil
        }
    }

    /// Waits for the login in front of it.
    private mutating func postpone(_ frame: VertoFrame, _ origin: Origin, into effects: inout [VertoServerEffect]) {
        guard deferred.count < VertoServerLimits.deferredCountMax else {
            fail(origin, .tooManyRequests, into: &effects)
            return
        }
        deferred.append(Deferred(frame: frame, batch: origin.batch))
    }

    /// The first request names the session; without a name it has the one the shell supplied.
    private mutating func bindSession(_ params: JSONObject?) {
        guard !isSessionBound else { return }
        isSessionBound = true
        guard let params else { return }
        var fields = VertoFields(params, at: "params")
        if let named = fields.sessionID(), named.utf8.count <= Self.sessionIDByteCountMax { sessionID = named }
    }

    /// A session's name is a UUID as a rule; a longer one than this is not taken.
    static let sessionIDByteCountMax = 128

    mutating func refuseUnauthenticated(_ origin: Origin, into effects: inout [VertoServerEffect]) {
        fail(origin, .authenticationRequired, into: &effects)
        unauthenticatedCount += 1
        if unauthenticatedCount >= VertoServerLimits.unauthenticatedCountMax {
            close(.unauthenticatedRequests, into: &effects)
        }
    }

    private mutating func dispatch(
        _ method: String, _ params: JSONObject?, _ origin: Origin, into effects: inout [VertoServerEffect]
    ) {
        let request: VertoClientRequest
        do throws(VertoError) {
            request = try VertoClientRequest(method: method, params: params)
        } catch {
            fail(origin, Self.failure(of: error, in: method), into: &effects)
            return
        }
        switch request {
        case .login, .anonymousLogin:
            break  // Taken before; a prefixed form of them does not exist.
        case .ping: answerPing(origin, into: &effects)
        case .echo: succeed(origin, params ?? JSONObject(), into: &effects)
        case .subscribe(let params): answerSubscription(params, origin, into: &effects)
        case .unsubscribe: succeed(origin, ["unsubscribedChannels": []], into: &effects)
        case .broadcast: succeed(origin, Self.broadcastDenied, into: &effects)
        case .unknown: fail(origin, .unknownMethod, into: &effects)
        case .gatewayState:
            guard has(.gatewayState, origin, into: &effects) else { return }
            succeed(origin, gateway.result, isOfSession: true, into: &effects)
        case .attachCalls:
            guard has(.attachCalls, origin, into: &effects) else { return }
            forward(request, origin, into: &effects)
        case .candidate, .endOfCandidates:
            guard has(.trickle, origin, into: &effects) else { return }
            forward(request, origin, into: &effects)
        case .ringingAcknowledgement, .disablePushNotification, .conversation:
            guard has(.pushNotifications, origin, into: &effects) else { return }
            forward(request, origin, into: &effects)
        case .invite, .bye, .modify, .info, .iceServers: forward(request, origin, into: &effects)
        case .answer, .attach: forward(request, origin, isBare: true, into: &effects)
        }
    }

    /// Refuses a method the session's dialect does not have.
    private mutating func has(
        _ capability: VertoCapabilities, _ origin: Origin, into effects: inout [VertoServerEffect]
    ) -> Bool {
        if let dialect, dialect.capabilities.contains(capability) { return true }
        fail(origin, .unknownMethod, into: &effects)
        return false
    }

    private mutating func forward(
        _ request: VertoClientRequest, _ origin: Origin, isBare: Bool = false,
        into effects: inout [VertoServerEffect]
    ) {
        guard outstanding.count < VertoServerLimits.outstandingCountMax else {
            fail(origin, .tooManyRequests, into: &effects)
            return
        }
        tokenCount += 1
        let token = VertoRequestToken(number: tokenCount)
        outstanding.append(Outstanding(token: token, origin: origin, isBare: isBare))
        effects.append(.request(token, request))
    }

    /// A ping that echoes the server's own is its answer, as Telnyx' iOS client gives it; any other wants one.
    private mutating func answerPing(_ origin: Origin, into effects: inout [VertoServerEffect]) {
        if dialect == .telnyx, let lastPingID, origin.id == lastPingID {
            settle(origin, with: nil, into: &effects)
        } else {
            succeed(origin, ["message": "PONG"], into: &effects)
        }
    }

    /// There are no channels here: each one asked for is not permitted. FreeSWITCH answers none with an empty error.
    private mutating func answerSubscription(
        _ params: VertoParameters, _ origin: Origin, into effects: inout [VertoServerEffect]
    ) {
        switch params.extra["eventChannel"] {
        case .some(.string(let channel)):
            succeed(origin, ["unauthorizedChannels": [.string(channel)]], into: &effects)
        case .some(.array(let channels)):
            succeed(origin, ["unauthorizedChannels": .array(channels)], into: &effects)
        case .some, .none:
            fail(origin, VertoFailure(.unspecified, ""), into: &effects)
        }
    }

    /// A result, not an error: so FreeSWITCH does it.
    private static let broadcastDenied: JSONObject = [
        "message": "Permission Denied", "code": .integer(Int64(VertoErrorCode.notPermitted.rawValue)),
    ]

    private static func failure(of error: VertoError, in method: String) -> VertoFailure {
        if VertoMethod(method).name == "invite", !error.path.hasPrefix("params.dialogParams") {
            return .callError(.invalidMessage)
        }
        if error.path.hasPrefix("params.dialogParams") { return .dialogDataMissing }
        return VertoFailure(.application, "Invalid or missing \(error.path)")
    }
}
