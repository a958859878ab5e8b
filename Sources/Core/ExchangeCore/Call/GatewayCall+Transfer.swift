internal import CallModel
internal import Redaction

/// The call that is transferred.
extension GatewayCall {
    /// Why the device cannot transfer the call; nil if it can.
    func refusalToTransfer(by index: Int, _ turn: Turn) -> ExchangeRefusal? {
        if let ending = legs[index].state.ending { return .callEnded(ending) }
        guard !awaitsReturn(index) else { return .renegotiationInProgress }
        guard !isToNumber, divertedAfter == nil else { return .cannotTransfer }
        guard peer(of: index) != nil else { return .callNotAnswered }
        return refusalToReplace(index, turn)
    }

    /// Why the leg cannot be replaced by another in the answered call; nil if it can.
    ///
    /// - Parameter ring: the call that rang the target, if the leg transfers the call.
    func refusalToReplace(_ former: Int, during ring: CallSessionID? = nil, _ turn: Turn) -> ExchangeRefusal? {
        guard case .active(let claim) = state, let peer = peer(of: former) else { return .callDoesNotExist }
        guard claim.delivery == .delivered else { return .callNotAnswered }
        guard replacement == nil, renegotiation == nil, freshOffer == nil, !legs[peer].isReattaching,
            transfer?.ring == ring
        else { return .renegotiationInProgress }
        guard legs.count <= turn.limits.calledLegsMax + turn.limits.takersMax,
            offerCount < turn.limits.renegotiationsMax
        else { return .limitReached(.renegotiations) }
        let takesOffers = !legs[peer].capabilities.isDisjoint(with: [.renegotiation, .offersByAttach])
        return takesOffers && legs[peer].connection != nil ? nil : .peerCannotRenegotiate
    }

    /// The description that rings the target: that of the other side without its path, because the target connects to it
    /// only after its own offer, and the other side still speaks over that path with the party that transfers.
    func offerToTransfer(from peer: Int, ringing ring: CallSessionID) -> Redacted<String> {
        legs[peer].media.description.map { SessionDescriptionEditing.offerWithoutPath($0, for: ring) } ?? ""
    }

    /// Begins to give the call to the leg of the target, whose offer goes to the other side.
    ///
    /// - Returns: its index here.
    mutating func replace(_ former: Int, by target: Leg, as name: LegID, _ turn: inout Turn) -> Int? {
        guard let peer = peer(of: former) else { return nil }
        var leg = target
        leg.join(as: name)
        leg.hasPart = false
        legs.append(leg)
        let successor = legs.count - 1
        beginReplacement(of: former, by: successor, .transferred, &turn)
        passCandidates(from: successor, to: peer, &turn)
        return successor
    }

    /// The call that rang the target is over. If the target did not come from there, the party that transfers is told.
    mutating func ringOfTransferIsOver(_ ring: CallSessionID, _ ending: Ending, _ turn: inout Turn) {
        guard transfer?.ring == ring, replacement?.kind != .transferred else { return }
        failTransfer(ending, &turn)
    }

    /// Gives up a transfer, and tells the party that asked for it, which goes on with the call.
    mutating func failTransfer(_ ending: Ending, _ turn: inout Turn) {
        guard let over = transfer else { return }
        transfer = nil
        guard !legs[over.former].isOver else { return }
        legs[over.former].failedTransfer = ending
        tellFailedTransfer(over.former, &turn)
    }

    /// Tells a party that its transfer failed, once. One that has no connection, or is to be sent nothing before its
    /// return is complete, is told then.
    mutating func tellFailedTransfer(_ index: Int, _ turn: inout Turn) {
        guard let ending = legs[index].failedTransfer, legs[index].connection != nil, !awaitsReturn(index) else {
            return
        }
        legs[index].failedTransfer = nil
        guard legs[index].capabilities.contains(.renegotiation) else { return }
        send(index, .transferFailed(legs[index].callID, ending), &turn)
    }

    /// The two users of the call as they are now.
    var parties: FormerParties { FormerParties(session: id, caller: legs[Self.caller].user, callee: callee) }

    /// Notes who the two parties are, once the target has taken the place of one.
    ///
    /// - Parameter index: the target's leg.
    mutating func changeParty(to index: Int) {
        guard let done = transfer else { return }
        transfer = nil
        if index == Self.caller {
            (invitation.callerName, invitation.callerNumber) = (done.target, done.target)
        } else {
            callee = legs[index].user
            invitation.dialed = done.target
            if let peer = done.peer {
                (invitation.callerName, invitation.callerNumber) = (peer.callerName, peer.callerNumber)
            }
        }
    }
}

/// The call that rings the target.
extension GatewayCall {
    /// Whether a device can take the call: the target of a transfer must offer the other side new media.
    func canRing(_ device: RegisteredSession) -> Bool {
        transferred == nil || device.capabilities.contains(.renegotiation)
    }

    /// Asks the device that answered for an offer to the other side, whose media it has not reached.
    mutating func askForOfferToTransfer(_ turn: inout Turn) {
        guard transferred != nil, offerToTransfer == nil, case .active(let claim) = state else { return }
        let winner = claim.winner
        guard legs[winner].capabilities.contains(.renegotiation) else { return end(Ending(.incompatible), &turn) }
        offerCount += 1
        let offer = OfferID(session: id, number: offerCount)
        offerToTransfer = AwaitedOffer(
            id: offer, deadline: turn.start(.renegotiation(offer), after: turn.limits.freshOfferTime))
        legs[winner].media.forgetCandidates()
        send(winner, .requestNewOffer(legs[winner].callID, offer), &turn)
    }

    /// Handles a response to the request for an offer.
    ///
    /// - Returns: whether it is one.
    mutating func respondToTransfer(
        _ offer: OfferID, _ response: OfferResponse, on connection: ConnectionID, _ turn: inout Turn
    ) -> Bool {
        guard let awaited = offerToTransfer, awaited.id == offer, awaited.description == nil,
            case .active(let claim) = state, legs[claim.winner].connection == connection
        else { return false }
        if case .answered(let description) = response, SessionDescriptionEditing.isUsable(description) {
            offerToTransfer?.description = description
            turn.joiningRings.append(id)
        } else {
            end(Ending(.failed), &turn)
        }
        return true
    }

    /// Whether the device has answered, and is asked for its offer on its present connection alone.
    func isAnsweredTarget(_ index: Int) -> Bool {
        guard transferred != nil, case .active(let claim) = state else { return false }
        return claim.winner == index
    }

    /// Gives the leg that answered away, and ends without a word to its device, which goes on with it in another call.
    mutating func giveAway(offering description: Redacted<String>, _ turn: inout Turn) -> Leg? {
        guard case .active(let claim) = state else { return nil }
        var leg = legs[claim.winner]
        leg.media.description = description
        legs[claim.winner].connection = nil
        end(Ending(.completed), leaver: claim.winner, &turn)
        return leg
    }
}

extension LegReplacement.Kind {
    /// How the call ends for the leg that is replaced. Source: 800, BLIND_TRANSFER, is FreeSWITCH's (read).
    var ending: Ending {
        switch self {
        case .taken: Ending(.answeredElsewhere)
        case .transferred: Ending(.completed, cause: HangUpCause(800))
        }
    }

    func change(to leg: Leg, ofCaller: Bool) -> JournalChange {
        switch self {
        case .taken: .handedOver(to: leg.id, user: leg.user, device: leg.device)
        case .transferred: .transferred(to: leg.id, user: leg.user, device: leg.device, ofCaller: ofCaller)
        }
    }
}

/// A party transfers an answered call to another user.
struct Transfer: Hashable, Sendable {
    /// The call that rings the target.
    let ring: CallSessionID
    /// The leg of the party that transfers.
    let former: Int
    /// The text by which it names the target, which the other side is shown.
    let target: Redacted<String>
    /// A call of the other side to the target, which is shown the name and number in it; nil if it may not call.
    let peer: PermittedCall?
}

/// An offer that a device was asked to make, until it comes.
struct AwaitedOffer: Hashable, Sendable {
    let id: OfferID
    let deadline: Duration
    /// The offer, once it has come and waits for the media of the others.
    var description: Redacted<String>?
}
