import WireJSON

/// Takes a message apart into requests, replies and frames that cannot be read.
extension VertoServerSession {
    mutating func receive(_ inbound: VertoInbound, at now: Duration, into effects: inout [VertoServerEffect]) {
        lastReceived = now
        unansweredPingCount = 0
        switch inbound {
        case .frame(let frame): receive(frame, batch: nil, at: now, into: &effects)
        case .batch(let elements): receive(elements, at: now, into: &effects)
        }
    }

    private mutating func receive(
        _ elements: [VertoInbound.Element], at now: Duration, into effects: inout [VertoServerEffect]
    ) {
        batchCount += 1
        let number = batchCount
        batches.append(Batch(number: number, openCount: elements.count))
        for element in elements {
            guard phase != .closed else { return }
            switch element {
            case .frame(let frame): receive(frame, batch: number, at: now, into: &effects)
            case .malformed(let error):
                fail(Origin(id: error.id ?? .null, batch: number), Self.failure(of: error), into: &effects)
            }
        }
    }

    private mutating func receive(
        _ frame: VertoFrame, batch: UInt64?, at now: Duration, into effects: inout [VertoServerEffect]
    ) {
        let origin = Origin(id: frame.id, batch: batch)
        switch frame.content {
        case .result, .failure:
            // Clients acknowledge the server's requests. What the exchange reads from that is for the gateway.
            settle(origin, with: nil, into: &effects)
        case .report:
            receiveReport(frame, origin, into: &effects)
        case .request(let method, let params):
            guard admits(origin, at: now, into: &effects) else { return }
            request(method, params, frame, origin, into: &effects)
        }
    }

    /// A client's debug report needs no answer; any other frame without a method is an error.
    private mutating func receiveReport(
        _ frame: VertoFrame, _ origin: Origin, into effects: inout [VertoServerEffect]
    ) {
        if frame.extra["type"]?.string != nil {
            settle(origin, with: nil, into: &effects)
        } else {
            fail(origin, user == nil ? .authenticationRequired : .unknownMethod, into: &effects)
        }
    }

    mutating func refuseUnreadable(
        _ error: VertoError, at now: Duration, into effects: inout [VertoServerEffect]
    ) {
        lastReceived = now
        effects.append(.send(.failure(error.id ?? .null, Self.failure(of: error))))
        malformedCount += 1
        if error.code == .frameTooLarge {
            close(.frameTooLarge, into: &effects)
        } else if malformedCount >= VertoServerLimits.malformedCountMax {
            close(.malformedFrames, into: &effects)
        }
    }

    private static func failure(of error: VertoError) -> VertoFailure {
        switch error.code {
        case .wrongVersion: .invalidMessage
        case .batchTooLarge: .batchTooLarge
        case .frameTooLarge: VertoFailure(.invalidRequest, "Frame too large")
        case .notJSON, .notAnObject, .emptyBatch, .missingMember, .wrongType: .invalidRequest
        }
    }
}

/// Decides a request, or gives it to the shell.
extension VertoServerSession {
    /// Handles a request that the rate allows.
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

    /// Settles the dialect by the first prefix. A later method with another prefix is refused.
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

    /// Keeps a request until the login before it is decided.
    private mutating func postpone(_ frame: VertoFrame, _ origin: Origin, into effects: inout [VertoServerEffect]) {
        guard deferred.count < VertoServerLimits.deferredCountMax else {
            fail(origin, .tooManyRequests, into: &effects)
            return
        }
        deferred.append(Deferred(frame: frame, batch: origin.batch))
    }

    /// Binds the session that the first request names. If it names none, the session keeps the id from the shell.
    private mutating func bindSession(_ params: JSONObject?) {
        guard !isSessionBound else { return }
        isSessionBound = true
        guard let params else { return }
        var fields = VertoFields(params, at: "params")
        if let named = fields.sessionID(), named.utf8.count <= Self.sessionIDByteCountMax { sessionID = named }
    }

    /// The longest session id taken, in bytes. As a rule it is a UUID.
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
            break  // Handled before; they have no prefixed form.
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
        case .invite, .media, .bye, .modify, .info, .iceServers: forward(request, origin, into: &effects)
        case .answer, .attach: forward(request, origin, isBare: true, into: &effects)
        }
    }

    /// Whether the session's dialect has a feature. If not, the request is refused.
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
        let token = VertoRequestNumber(number: tokenCount)
        outstanding.append(Outstanding(token: token, origin: origin, isBare: isBare))
        effects.append(.request(token, request))
    }

    /// A ping with the id of the server's own ping is the answer to it, as Telnyx' iOS client sends it. Any other
    /// ping is answered.
    private mutating func answerPing(_ origin: Origin, into effects: inout [VertoServerEffect]) {
        if dialect == .telnyx, let lastPingID, origin.id == lastPingID {
            settle(origin, with: nil, into: &effects)
        } else {
            succeed(origin, ["message": "PONG"], into: &effects)
        }
    }

    /// Answers a subscription. There are no channels here, so each one is unauthorized. FreeSWITCH answers a
    /// subscription without channels with an empty error.
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

    /// The answer to a broadcast. It is a result and not an error, as FreeSWITCH sends it.
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
