internal import CallModel
internal import Redaction

/// Blind transfer of an answered call: a party puts another user in its own place. Source: RFC 5589 §6.
///
/// A second call, whose caller is absent, rings that user as any call would. Once it is answered, the leg that answered
/// moves into the first call, and its media are offered to the other side. The party that transfers stays with the other
/// side until that side has answered. If anything fails before, the first call goes on as it was.
extension Exchange {
    mutating func transfer(
        _ request: TransferRequest, by device: RegisteredSession, asker: Asker, _ turn: inout Turn
    ) {
        guard let address = registrations.address(of: request.callID, in: device.id), let call = calls[address.session]
        else {
            return turn.refuse(.callDoesNotExist, to: asker)
        }
        if let refusal = call.refusalToTransfer(by: address.index, turn) { return turn.refuse(refusal, to: asker) }
        guard let peer = call.peer(of: address.index) else { return turn.refuse(.callNotAnswered, to: asker) }
        guard calls[request.session] == nil else { return turn.refuse(.callIDInUse, to: asker) }
        guard liveCallCount < limits.callsMax else { return turn.refuse(.limitReached(.calls), to: asker) }
        let dialing = Dialing(request, offering: call.offerToTransfer(from: peer, ringing: request.session))
        let joined = request.peerVerdict.permitted(to: call.legs[peer].user)
        // A leg of the public network cannot move into a call between users, so a number is an unknown name here.
        let permitted = dialing.permitted(to: device.user).flatMap { $0.callee == nil || joined == nil ? nil : $0 }
        if let limit = limitOfCalls(from: device.user, permitted, dialing.dialed) {
            return turn.refuse(.limitReached(limit), to: asker)
        }
        // A device that is not ready yet may not have been told of an earlier one.
        calls[address.session]?.tellFailedTransfer(address.index, &turn)
        turn.reply(.transferBegun(request.callID), to: asker)
        calls[address.session]?.transfer = Transfer(
            ring: request.session, former: address.index, target: dialing.dialed, peer: joined)
        ringTarget(dialing, permitted, of: address.session, besides: call.legs[peer].user, for: device, &turn)
    }

    /// Places the call that rings the target. No device has its caller's leg, so no message goes out for it and no
    /// request reaches it.
    ///
    /// - Parameter other: the user on the other side, who cannot be the target.
    private mutating func ringTarget(
        _ dialing: Dialing, _ permitted: PermittedCall?, of transferred: CallSessionID, besides other: UserID,
        for device: RegisteredSession, _ turn: inout Turn
    ) {
        let callee = permitted?.callee
        let devices = callee.map { devicesToRing(for: $0, from: device) } ?? []
        let able = devices.filter { $0.capabilities.contains(.renegotiation) }
        let wakeable = dialing.wakeable.filter { $0 != device.device }.prefix(limits.devicesOfUserMax)
        let failure =
            callee == other
            ? Ending(.busy)
            : failure(of: permitted, dialing, canRing: !able.isEmpty || !wakeable.isEmpty, isCalledBack: false)
        var call = GatewayCall(dialing, from: device.absent, as: permitted, failure: failure, turn: turn)
        call.transferred = transferred
        calls[call.id] = call
        registrations.begin(call.id, caller: device.user, callee: callee, isAnonymous: permitted?.isAnonymous ?? false)
        begin(call.id, ringing: able, wakeable, &turn)
    }

    /// Carries transfers on by what happened in this turn: the target answered, it offered its media to the other side,
    /// or one of the two calls ended.
    mutating func followTransfers(_ turn: inout Turn) {
        for session in turn.answeredCalls { calls[session]?.askForOfferToTransfer(&turn) }
        joiningRings.formUnion(turn.joiningRings)
        turn.joiningRings = []
        if !joiningRings.isEmpty { for ring in joiningRings.sorted() { join(ring, &turn) } }
        var next = 0
        while next < turn.endedCalls.count {
            let session = turn.endedCalls[next]
            next += 1
            joiningRings.remove(session)
            guard let call = calls[session], case .ended(let ending) = call.state else { continue }
            if let ring = call.transfer?.ring { calls[ring]?.end(Ending(.cancelled), &turn) }
            guard let transferred = call.transferred else { continue }
            // If the target answered and left before the transfer was complete, its ending does not describe this call.
            let told = call.answeredBy == nil ? ending : Ending(.failed)
            calls[transferred]?.ringOfTransferIsOver(session, told, &turn)
        }
    }

    /// Moves the target's leg into the call that is transferred. While that call's media are being changed or its other
    /// side is coming back, the target waits, and no longer than it might have taken to make its offer.
    private mutating func join(_ ring: CallSessionID, _ turn: inout Turn) {
        guard let session = calls[ring]?.transferred, let call = calls[session], !call.isEnded,
            let former = call.transfer?.former, let offer = calls[ring]?.offerToTransfer?.description
        else { return }
        let refusal = call.refusalToReplace(former, during: ring, turn)
        if refusal == .renegotiationInProgress { return }
        joiningRings.remove(ring)
        guard refusal == nil, let name = call.nextLeg else { return calls[ring]?.end(Ending(.failed), &turn) ?? () }
        guard let leg = calls[ring]?.giveAway(offering: offer, &turn),
            let index = calls[session]?.replace(former, by: leg, as: name, &turn)
        else { return }
        registrations.readdress(leg.callID, of: leg.session, to: LegIndex(session: session, index: index))
    }

    /// Counts the calls whose parties changed in this turn among those of the users who have them now.
    mutating func recountTransferredCalls(_ turn: Turn) {
        for former in turn.formerParties {
            guard let call = calls[former.session] else { continue }
            registrations.end(former.session, caller: former.caller, callee: former.callee)
            registrations.begin(former.session, caller: call.legs[GatewayCall.caller].user, callee: call.callee)
        }
    }
}

extension Dialing {
    /// The call that rings the target of a transfer. Its caller's leg has a name like that of a called one, which no
    /// device knows.
    fileprivate init(_ request: TransferRequest, offering description: Redacted<String>) {
        self.init(
            callID: CallID(LegID(session: request.session, ordinal: 0)), session: request.session,
            verdict: request.verdict, dialed: request.dialed, description: description, trickles: false,
            wakeable: request.wakeable, organization: request.organization)
    }
}

extension RegisteredSession {
    /// The session as one that no message reaches, for a call that is not placed by its device.
    fileprivate var absent: RegisteredSession {
        var absent = self
        absent.connection = nil
        absent.capabilities = []
        return absent
    }
}

/// The two users of a call before one of them transferred it.
struct FormerParties {
    let session: CallSessionID
    let caller: UserID
    let callee: UserID?
}
