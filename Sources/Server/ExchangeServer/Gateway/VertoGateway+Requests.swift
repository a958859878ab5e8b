internal import CallModel
internal import ExchangeCore
internal import ExchangeStorage
internal import Redaction
internal import Verto
internal import WireJSON

/// What devices ask for, put to the exchange.
extension VertoGateway {
    func forward(_ request: VertoClientRequest, _ token: VertoRequestToken, from connection: GatewayConnection) {
        switch request {
        case .invite(let invite): dial(invite, token, from: connection)
        case .answer(let answer):
            submit(
                .answer(
                    Answering(
                        callID: CallID(answer.dialog.callID), description: answer.sdp,
                        trickles: answer.trickle ?? false,
                        headers: answer.dialog.headers)), token, connection)
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
        case .disablePushNotification: refuse(token, .noPush, connection)
        case .login, .anonymousLogin, .gatewayState, .ping, .conversation, .echo, .subscribe, .unsubscribe, .broadcast,
            .unknown:
            // The session machine answers the others itself; a conversation needs an assistant, and there is none.
            refuse(token, .unknownMethod, connection)
        }
    }

    /// The number, or else the word: some clients send only that.
    private func cause(of bye: VertoBye) -> HangUpCause {
        let numbered = bye.causeCode.flatMap { UInt16(exactly: $0.rawValue) }.map { HangUpCause($0) }
        return numbered ?? bye.cause.flatMap { HangUpCause(name: $0) } ?? .normalClearing
    }

    /// Results to what the exchange asked: only descriptions it asked for matter.
    func respond(_ inbound: VertoInbound, from connection: GatewayConnection) {
        guard !connection.offers.isEmpty else { return }
        switch inbound {
        case .frame(let frame): respond(frame, from: connection)
        case .batch(let elements):
            for case .frame(let frame) in elements { respond(frame, from: connection) }
        }
    }

    private func respond(_ frame: VertoFrame, from connection: GatewayConnection) {
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

    private func dial(_ invite: VertoInvite, _ token: VertoRequestToken, from connection: GatewayConnection) {
        guard !isDraining, runner.journal?.isBehind != true, let identity = connection.identity,
            let caller = caller(invite, on: connection)
        else { return refuse(token, .callError(.normalTemporaryFailure, callID: invite.dialog.callID), connection) }
        guard let dialled = dialled(invite, on: connection) else {
            return refuse(token, .anonymousCallsOneTarget, connection)
        }
        let callee = directory.target(of: dialled.revealed)
        let (target, attendant) = target(of: dialled.revealed, callee, calledBy: identity.user)
        let dialling = Dialling(
            callID: CallID(invite.dialog.callID), session: newCall(),
            target: target, dialled: dialled,
            description: invite.sdp, trickles: invite.trickle ?? false, callerName: caller.name,
            callerNumber: caller.number,
            headers: invite.dialog.headers, clientState: invite.dialog.clientState,
            preferredCodecs: (invite.dialog.preferredCodecs ?? []).compactMap(PreferredCodec.init),
            wakeable: callee.flatMap { runner.pusher?.wakeableDevices(of: $0) } ?? [],
            organization: connection.login?.organization, attendant: attendant)
        submit(.dial(dialling), token, connection)
    }

    /// What called devices are shown; nil: the caller is no user any more.
    private func caller(_ invite: VertoInvite, on connection: GatewayConnection) -> CallerIdentity? {
        if connection.login?.anonymousTarget != nil { return CallerIdentity(of: anonymousLogins) }
        return connection.identity.flatMap { directory.user($0.user) }.map { user in
            CallerIdentity(
                of: user, claimedName: invite.dialog.callerIDName, claimedNumber: invite.dialog.callerIDNumber)
        }
    }

    /// What the device dials; nil: something that an anonymous login may not. Such a client may leave the number out, for its
    /// login has said whom it wants.
    private func dialled(_ invite: VertoInvite, on connection: GatewayConnection) -> Redacted<String>? {
        let dialled = invite.dialog.destinationNumber ?? ""
        guard let target = connection.login?.anonymousTarget else { return dialled }
        let isMeant = dialled.revealed.isEmpty || Directory.withoutDomain(dialled.revealed) == target
        return isMeant ? Redacted(target) : nil
    }

    /// Whom a dialled text stands for, and who takes a message. A message to a number is for the first of its users who
    /// has voicemail.
    private func target(
        of dialled: String, _ callee: UserID?, calledBy caller: UserID
    ) -> (DialTarget, attendant: UserID?) {
        if let callee { return (.user(callee), directory.attendant(of: callee, calledBy: caller)) }
        guard let users = runner.commander?.users(ofNumber: Directory.withoutDomain(dialled)) else {
            return (.unknown, nil)
        }
        let mailbox = users.first { directory.attendant(of: $0, calledBy: caller) != nil }
        return (.number(mailbox: mailbox), mailbox.flatMap { directory.attendant(of: $0, calledBy: caller) })
    }

    private func newCall() -> CallSessionID {
        CallSessionID(RandomID.make(at: runner.clock.wall.microseconds(at: runner.clock.now) / 1_000))
    }

    private func change(_ modify: VertoModify, _ token: VertoRequestToken, _ connection: GatewayConnection) {
        let callID = CallID(modify.callID)
        switch modify.action {
        case .hold: submit(.changeHold(callID, .hold), token, connection)
        case .unhold: submit(.changeHold(callID, .resume), token, connection)
        case .toggleHold: submit(.changeHold(callID, .toggle), token, connection)
        case .updateMedia:
            guard let sdp = modify.sdp else { return refuse(token, .callError(.mandatoryElementMissing), connection) }
            submit(.updateMedia(callID, sdp), token, connection)
        case .transfer, .replace: refuse(token, .noTransfer, connection)
        default:
            // An action nobody knows is a plain result. Source: observed on FreeSWITCH 1.11.
            tell(
                .reply(token, VertoReply.modified(modify.callID, modify.action, holdState: nil).object), to: connection)
        }
    }

    /// A client woken by a push asks for the call; it was rung at login if the call still stands.
    private func attachCalls(_ token: VertoRequestToken, _ connection: GatewayConnection) {
        guard let user = connection.identity?.user,
            runner.exchange.liveCallCount(of: user) > 0 || runner.exchange.isExpected(user)
        else {
            return refuse(token, .callDoesNotExist, connection)
        }
        tell(.reply(token, [:]), to: connection)
    }

    private func submit(_ request: DeviceRequest, _ token: VertoRequestToken, _ connection: GatewayConnection) {
        runner.submit(.request(connection.id, .number(Int64(token.number)), request))
    }

    func refuse(_ token: VertoRequestToken, _ failure: VertoFailure, _ connection: GatewayConnection) {
        metrics.refused(failure.message)
        tell(.refuse(token, failure), to: connection)
    }
}
