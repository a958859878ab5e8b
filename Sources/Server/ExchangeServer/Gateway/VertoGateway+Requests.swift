internal import Accounts
internal import CallModel
internal import ExchangeCore
internal import ExchangeStorage
internal import Redaction
internal import Verto
internal import WireJSON

/// Turns the requests of devices into events of the exchange.
extension VertoGateway {
    func forward(_ request: VertoClientRequest, _ token: VertoRequestNumber, from connection: GatewayConnection) {
        switch request {
        case .invite(let invite): dial(invite, token, from: connection)
        case .answer(let answer): handle(answer, token, from: connection) { .answer($0) }
        case .media(let answer): handle(answer, token, from: connection) { .describeEarly($0) }
        case .attach(let answer): submit(.attachAnswer(CallID(answer.dialog.callID), answer.sdp), token, connection)
        case .bye(let bye):
            let status = bye.sipCode.flatMap { SIPStatus($0, bye.sipReason) }
            submit(.hangUp(CallID(bye.callID), cause(of: bye), status), token, connection)
        case .modify(let modify): change(modify, token, connection)
        case .info(let info):
            guard info.text == nil, info.message == nil else { return refuse(token, .noTexts, connection) }
            guard let digits = info.digits else { return refuse(token, .noDigits, connection) }
            submit(.sendTones(CallID(info.callID), digits), token, connection)
        case .candidate(let candidate):
            let trickled = TrickledCandidate(
                text: candidate.candidate, mediaID: candidate.sdpMid,
                mediaIndex: candidate.sdpMLineIndex.map { Int(clamping: $0) })
            submit(.candidate(CallID(candidate.callID), trickled), token, connection)
        case .endOfCandidates(let notice): submit(.endOfCandidates(CallID(notice.callID)), token, connection)
        case .ringingAcknowledgement(let notice): submit(.ringing(CallID(notice.callID)), token, connection)
        case .attachCalls: attachCalls(token, connection)
        case .iceServers: pass(.reply(token, issueIceServers(to: connection).object), to: connection)
        case .disablePushNotification: refuse(token, .noPush, connection)
        case .login, .anonymousLogin, .gatewayState, .ping, .conversation, .echo, .subscribe, .unsubscribe, .broadcast,
            .unknown:
            // The session machine answers the others itself. A conversation needs an assistant, and there is none.
            refuse(token, .unknownMethod, connection)
        }
    }

    /// The cause by its number, or by its name, because some clients send only that.
    private func cause(of bye: VertoBye) -> HangUpCause {
        let numbered = bye.causeCode.flatMap { UInt16(exactly: $0.rawValue) }.map { HangUpCause($0) }
        return numbered ?? bye.cause.flatMap { HangUpCause(name: $0) } ?? .normalClearing
    }

    /// Handles the results of requests that the exchange sent. Only descriptions that it asked for, and the
    /// acknowledgements it waits for, matter.
    func respond(_ inbound: VertoInbound, from connection: GatewayConnection) {
        guard !connection.offers.isEmpty || !connection.receipts.isEmpty else { return }
        switch inbound {
        case .frame(let frame): respond(frame, from: connection)
        case .batch(let elements):
            for case .frame(let frame) in elements { respond(frame, from: connection) }
        }
    }

    private func respond(_ frame: VertoFrame, from connection: GatewayConnection) {
        acknowledge(frame, from: connection)
        guard let id = frame.id, let offer = connection.offers[id] else { return }
        switch frame.content {
        case .result(let result):
            connection.offers[id] = nil
            let sdp = VertoReply(result).sdp
            runner.submit(.response(connection.id, offer, sdp.map { .answered($0) } ?? .refused))
        case .failure:
            connection.offers[id] = nil
            runner.submit(.response(connection.id, offer, .refused))
        case .request, .report:
            break  // The device's own ids may be the same numbers.
        }
    }

    private func handle(
        _ answer: VertoAnswer, _ token: VertoRequestNumber, from connection: GatewayConnection,
        as request: (AnswerRequest) -> ClientRequest
    ) {
        do throws(VertoFailure) {
            let answering = AnswerRequest(
                callID: CallID(answer.dialog.callID), description: answer.sdp, trickles: answer.trickle ?? false,
                headers: try answer.dialog.headers())
            submit(request(answering), token, connection)
        } catch {
            refuse(token, error, connection)
        }
    }

    private func dial(_ invite: VertoInvite, _ token: VertoRequestNumber, from connection: GatewayConnection) {
        guard !isDraining, runner.journal?.isBehind != true, let login = connection.login else {
            return refuse(token, .callError(.normalTemporaryFailure, callID: invite.dialog.callID), connection)
        }
        if let replaces = invite.replaces { return take(replaces, invite, token, connection) }
        let headers: [CustomHeader]
        do throws(VertoFailure) { headers = try invite.dialog.headers() } catch {
            return refuse(token, error, connection)
        }
        let attempt = attempt(invite, login)
        let verdict = policy.verdict(on: attempt, in: parties)
        var dialing = Dialing(
            callID: CallID(invite.dialog.callID), session: newCall(), verdict: verdict, dialed: attempt.dialed,
            description: invite.sdp, trickles: invite.trickle ?? false, headers: headers,
            clientState: invite.dialog.clientState,
            preferredCodecs: (invite.dialog.preferredCodecs ?? []).compactMap(PreferredCodec.init),
            organization: login.organization)
        switch verdict {
        case .permitted(let call):
            guard mayRing(call, dialing.dialed, connection) else {
                return refuse(token, VertoFailure(.limitReached(.ringsOfPair)), connection)
            }
            reach(call, &dialing)
        case .refused(.unknownCaller):
            return refuse(token, .callError(.normalTemporaryFailure, callID: invite.dialog.callID), connection)
        case .refused(.notTheNamedTarget): return refuse(token, .anonymousCallsOneTarget, connection)
        case .refused(let refusal): metrics.refused("call: \(refusal.rawValue)")
        }
        submit(.dial(dialing), token, connection)
    }

    /// Has the device take an answered call from another device of its user. That rings no device, so the calling policy
    /// and the limit of rings do not count.
    private func take(
        _ replaced: String, _ invite: VertoInvite, _ token: VertoRequestNumber, _ connection: GatewayConnection
    ) {
        guard let session = CallSessionID(replaced) else { return refuse(token, .callDoesNotExist, connection) }
        let taking = TakeRequest(
            callID: CallID(invite.dialog.callID), session: session, description: invite.sdp,
            trickles: invite.trickle ?? false)
        submit(.take(taking), token, connection)
    }

    /// The users and numbers that the calling policy decides by.
    var parties: PartyDirectory {
        PartyDirectory(directory: directory, memberships: memberships, numberCalls: runner.numberCalls)
    }

    /// The name and number by which a user is known to another; nil if there is no such user any more.
    func shown(_ user: UserID, to other: UserID) -> (name: Redacted<String>, number: Redacted<String>)? {
        let parties = parties
        let organizations = parties.party(other)?.organizations ?? []
        return policy.shownCaller(user, in: organizations, knownTo: parties)
    }

    /// The call that a device asks for. A client with an anonymous login may omit the number, because its login names
    /// the target.
    private func attempt(_ invite: VertoInvite, _ login: DeviceLogin) -> CallAttempt {
        var attempt = CallAttempt(
            by: login.identity.user, dialing: invite.dialog.destinationNumber ?? "",
            claimedName: invite.dialog.callerIDName.flatMap { DisplayName(claimed: $0.revealed) }.map {
                Redacted($0.text)
            },
            claimedNumber: invite.dialog.callerIDNumber)
        guard let target = login.anonymousTarget else { return attempt }
        attempt.anonymous = CallAttempt.Anonymous(target: target, name: anonymousLogins.displayName)
        let dialed = attempt.dialed.revealed
        if dialed.isEmpty || Directory.withoutDomain(dialed) == target { attempt.dialed = Redacted(target) }
        return attempt
    }

    /// Adds the devices to wake and the attendant to the call. A message for a number is for the first of its users who
    /// has voicemail.
    private func reach(_ call: PermittedCall, _ dialing: inout Dialing) {
        switch call.target {
        case .user(let callee):
            dialing.wakeable = runner.pusher?.wakeableDevices(of: callee) ?? []
            dialing.attendant = directory.attendant(of: callee, calledBy: call.caller)
        case .number:
            let users = runner.numberCalls?.users(ofNumber: Directory.withoutDomain(dialing.dialed.revealed))
            dialing.mailbox = users?.first { directory.attendant(of: $0, calledBy: call.caller) != nil }
            dialing.attendant = dialing.mailbox.flatMap { directory.attendant(of: $0, calledBy: call.caller) }
        }
    }

    /// Whether the caller has not yet rung one of the called users too often. The ring counts from now on, because the
    /// exchange may decide later about a request that waited for a login, and others of the caller come meanwhile.
    func mayRing(
        _ call: PermittedCall, _ dialed: Redacted<String>, _ connection: GatewayConnection
    ) -> Bool {
        let (users, caller) = (rungUsers(call, dialed), caller(of: call, connection))
        return ringStarts.beginAll(users, by: caller, at: runner.clock.now) == nil
    }

    private func rungUsers(_ call: PermittedCall, _ dialed: Redacted<String>) -> [UserID] {
        switch call.target {
        case .user(let callee): [callee]
        case .number: runner.numberCalls?.users(ofNumber: Directory.withoutDomain(dialed.revealed)) ?? []
        }
    }

    /// Guests are a new user in each session, so only their address tells one from another.
    private func caller(of call: PermittedCall, _ connection: GatewayConnection) -> RingStarts.Caller {
        call.isAnonymous ? .guests(address(of: connection)) : .user(call.caller)
    }

    func newCall() -> CallSessionID {
        CallSessionID(RandomID.make(at: runner.clock.wall.microseconds(at: runner.clock.now) / 1_000))
    }

    private func change(_ modify: VertoModify, _ token: VertoRequestNumber, _ connection: GatewayConnection) {
        let callID = CallID(modify.callID)
        switch modify.action {
        case .hold: submit(.changeHold(callID, .hold), token, connection)
        case .unhold: submit(.changeHold(callID, .resume), token, connection)
        case .toggleHold: submit(.changeHold(callID, .toggle), token, connection)
        case .updateMedia:
            guard let sdp = modify.sdp else { return refuse(token, .callError(.mandatoryElementMissing), connection) }
            submit(.updateMedia(callID, sdp), token, connection)
        case .transfer: transfer(modify, token, from: connection)
        case .replace: refuse(token, .noTransfer, connection)
        default:
            // An unknown action gets an ordinary result. Source: observed on FreeSWITCH 1.11.
            pass(
                .reply(token, VertoReply.modified(modify.callID, modify.action, holdState: nil).object), to: connection)
        }
    }

    /// Answers a client that was woken by a push and asks for its call. If the call still exists, the client was rung
    /// when it logged in.
    private func attachCalls(_ token: VertoRequestNumber, _ connection: GatewayConnection) {
        guard let user = connection.identity?.user,
            runner.exchange.liveCallCount(of: user) > 0 || runner.exchange.isExpected(user)
        else {
            return refuse(token, .callDoesNotExist, connection)
        }
        pass(.reply(token, [:]), to: connection)
    }

    func submit(_ request: ClientRequest, _ token: VertoRequestNumber, _ connection: GatewayConnection) {
        runner.submit(.request(connection.id, .number(Int64(token.number)), request))
    }

    func refuse(_ token: VertoRequestNumber, _ failure: VertoFailure, _ connection: GatewayConnection) {
        metrics.refused(failure.message)
        pass(.refuse(token, failure), to: connection)
    }
}

/// Issues STUN and TURN servers to devices that ask, each with its own credentials.
extension VertoGateway {
    /// The servers for a login's result; nil when the client did not ask, or when there are none.
    func iceServers(for connection: GatewayConnection) -> VertoIceServers? {
        guard connection.wantsIceServers, !iceServerEntries.isEmpty else { return nil }
        return issueIceServers(to: connection)
    }

    func issueIceServers(to connection: GatewayConnection) -> VertoIceServers {
        let now = calendarNow
        // A login with the user's own password has no device name; its session identifies it, as in the exchange.
        let holder = connection.identity?.device ?? VertoServerSession.publicName(of: connection.session.sessionID)
        let issued = iceServerEntries.map { IssuedIceServer($0, for: "device:\(holder)", at: now) }
        return VertoIceServers(
            servers: issued.map { .init(urls: $0.urls, username: $0.username, credential: $0.credential) },
            lifetime: issued.compactMap(\.expiresAt).min().map { .seconds(max($0 - now, 0) / 1_000_000) })
    }
}

extension VertoDialog {
    /// The app's headers: `custom_headers`, or else the text variables that FreeSWITCH's clients send instead. Those
    /// clients do not call them headers, so a variable that cannot be a header is left out.
    ///
    /// - Throws: a refusal that names the entry of `custom_headers` that cannot be a header.
    func headers() throws(VertoFailure) -> [CustomHeader] {
        var custom: [CustomHeader] = []
        for (index, header) in customHeaders.enumerated() {
            guard let header = CustomHeader(header.name, header.value) else { throw .malformedHeader(index) }
            custom.append(header)
        }
        guard custom.isEmpty, let userVariables else { return custom }
        return userVariables.members.compactMap { member in
            member.value.string.flatMap { CustomHeader(member.key, Redacted($0)) }
        }
    }
}

extension CustomHeader {
    /// Returns nil when the name is not a header name, or when the value contains a line break or NUL, which could end
    /// the header.
    fileprivate init?(_ name: String, _ value: Redacted<String>) {
        let isOneLine = !value.revealed.utf8.contains {
            $0 == 0 || $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\n")
        }
        guard let name = HeaderName(name), isOneLine else { return nil }
        self.init(name: name, value: value)
    }
}

extension PreferredCodec {
    /// Returns nil when the entry has no type or clock rate.
    init?(_ json: JSONValue) {
        guard let object = json.object, let type = object["mimeType"]?.string, let rate = object["clockRate"]?.integer
        else {
            return nil
        }
        self.init(
            mimeType: type, clockRate: Int(clamping: rate),
            channels: object["channels"]?.integer.map { Int(clamping: $0) },
            formatParameters: object["sdpFmtpLine"]?.string)
    }

    var json: JSONValue {
        var object: JSONObject = ["mimeType": .string(mimeType), "clockRate": .integer(Int64(clockRate))]
        object["channels"] = channels.map { .integer(Int64($0)) }
        object["sdpFmtpLine"] = formatParameters.map { .string($0) }
        return .object(object)
    }
}
