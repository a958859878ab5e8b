internal import Accounts
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
        case .answer(let answer): take(answer, token, from: connection)
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
        case .iceServers: tell(.reply(token, issueIceServers(to: connection).object), to: connection)
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

    private func take(_ answer: VertoAnswer, _ token: VertoRequestToken, from connection: GatewayConnection) {
        do throws(VertoFailure) {
            let answering = Answering(
                callID: CallID(answer.dialog.callID), description: answer.sdp, trickles: answer.trickle ?? false,
                headers: try answer.dialog.headers())
            submit(.answer(answering), token, connection)
        } catch {
            refuse(token, error, connection)
        }
    }

    private func dial(_ invite: VertoInvite, _ token: VertoRequestToken, from connection: GatewayConnection) {
        guard !isDraining, runner.journal?.isBehind != true, let login = connection.login else {
            return refuse(token, .callError(.normalTemporaryFailure, callID: invite.dialog.callID), connection)
        }
        let headers: [CustomHeader]
        do throws(VertoFailure) { headers = try invite.dialog.headers() } catch {
            return refuse(token, error, connection)
        }
        let attempt = attempt(invite, login)
        let verdict = policy.verdict(on: attempt, in: parties)
        var dialling = Dialling(
            callID: CallID(invite.dialog.callID), session: newCall(), verdict: verdict, dialled: attempt.dialled,
            description: invite.sdp, trickles: invite.trickle ?? false, headers: headers,
            clientState: invite.dialog.clientState,
            preferredCodecs: (invite.dialog.preferredCodecs ?? []).compactMap(PreferredCodec.init),
            organization: login.organization)
        switch verdict {
        case .permitted(let call): reach(call, &dialling)
        case .refused(.unknownCaller):
            return refuse(token, .callError(.normalTemporaryFailure, callID: invite.dialog.callID), connection)
        case .refused(.notTheNamedTarget): return refuse(token, .anonymousCallsOneTarget, connection)
        case .refused(let refusal): metrics.refused("call: \(refusal.rawValue)")
        }
        submit(.dial(dialling), token, connection)
    }

    /// What the policy is told of users and numbers.
    var parties: KnownParties {
        KnownParties(directory: directory, memberships: memberships, commander: runner.commander)
    }

    /// What a device asks for. Such a client of an anonymous login may leave the number out, for its login has said whom it
    /// wants.
    private func attempt(_ invite: VertoInvite, _ login: DeviceLogin) -> CallAttempt {
        var attempt = CallAttempt(
            by: login.identity.user, dialling: invite.dialog.destinationNumber ?? "",
            claimedName: invite.dialog.callerIDName.flatMap { DisplayName(claimed: $0.revealed) }.map {
                Redacted($0.text)
            },
            claimedNumber: invite.dialog.callerIDNumber)
        guard let target = login.anonymousTarget else { return attempt }
        attempt.anonymous = CallAttempt.Anonymous(target: target, name: anonymousLogins.displayName)
        let dialled = attempt.dialled.revealed
        if dialled.isEmpty || Directory.withoutDomain(dialled) == target { attempt.dialled = Redacted(target) }
        return attempt
    }

    /// Who is woken and who takes a message. A message to a number is for the first of its users who has voicemail.
    private func reach(_ call: PermittedCall, _ dialling: inout Dialling) {
        switch call.target {
        case .user(let callee):
            dialling.wakeable = runner.pusher?.wakeableDevices(of: callee) ?? []
            dialling.attendant = directory.attendant(of: callee, calledBy: call.caller)
        case .number:
            let users = runner.commander?.users(ofNumber: Directory.withoutDomain(dialling.dialled.revealed))
            dialling.mailbox = users?.first { directory.attendant(of: $0, calledBy: call.caller) != nil }
            dialling.attendant = dialling.mailbox.flatMap { directory.attendant(of: $0, calledBy: call.caller) }
        }
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
