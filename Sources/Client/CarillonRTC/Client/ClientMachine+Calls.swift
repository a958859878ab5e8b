import CallModel
import Redaction
import Verto
import WireJSON

/// The calls of the client, each with its own machine.
extension ClientMachine {
    mutating func add(
        _ call: ClientCallMachine, peerNumber: Redacted<String>?, peerName: Redacted<String>?,
        into effects: inout [ClientEffect]
    ) {
        calls.append(call)
        effects.append(.callAdded(callID: call.callID, call.state, peerNumber: peerNumber, peerName: peerName))
    }

    mutating func conduct(
        _ callID: String, _ event: ClientCallEvent, at now: Duration, into effects: inout [ClientEffect]
    ) {
        guard let index = calls.firstIndex(where: { $0.callID == callID }) else { return }
        var wanted: [ClientCallEffect] = []
        calls[index].handle(event, at: now, into: &wanted)
        let hasEnded = calls[index].hasEnded
        if hasEnded { calls.remove(at: index) }
        for effect in wanted where !effect.isSettlement { carryOut(effect, of: callID, at: now, into: &effects) }
        if hasEnded {
            openRequests.removeAll { $0.callID == callID }
            effects.append(.callRemoved(callID: callID))
        }
        // Settlements come last, because a waiting app continues at once and must find all other effects carried out.
        for effect in wanted where effect.isSettlement { carryOut(effect, of: callID, at: now, into: &effects) }
    }

    private mutating func carryOut(
        _ effect: ClientCallEffect, of callID: String, at now: Duration, into effects: inout [ClientEffect]
    ) {
        switch effect {
        case .request(let tag, let request):
            requestCount += 1
            openRequests.append(OpenRequest(number: requestCount, callID: callID, tag: tag))
            run(.send(VertoRequestNumber(number: requestCount), request), at: now, into: &effects)
        case .respond(let id, let reply): send(.result(id, reply.object), into: &effects)
        case .refuse(let id, let failure): send(.failure(id, failure), into: &effects)
        case .media(let order): effects.append(.media(callID: callID, order))
        case .report(let report): effects.append(.report(callID: callID, report))
        case .refused(let event, let refusal): effects.append(.refused(callID: callID, event, refusal))
        case .settle(let id, let error): effects.append(.settle(id, error))
        }
    }

    /// Sends a reply to a request of the server.
    mutating func send(_ frame: VertoFrame, into effects: inout [ClientEffect]) {
        if let socket { effects.append(.send(socket, frame)) }
    }

    /// Sends a BYE for a call that this client does not have.
    mutating func sayBye(
        _ callID: String, _ cause: VertoCauseCode, at now: Duration, into effects: inout [ClientEffect]
    ) {
        requestCount += 1
        run(
            .send(VertoRequestNumber(number: requestCount), .bye(VertoBye(callID: callID, causeCode: cause))), at: now,
            into: &effects)
    }

    mutating func handleInvite(_ invite: VertoServerInvite, at now: Duration, into effects: inout [ClientEffect]) {
        unknownCalls.remove(invite.callID)
        if let known = call(invite.callID) {
            guard known.state.direction == .inbound, known.state.progress == .ringing else {
                return effects.append(.violation("an INVITE for a call that exists already"))
            }
            return conduct(invite.callID, .invitedAgain(invite), at: now, into: &effects)
        }
        guard calls.count < settings.callsMax else {
            return sayBye(invite.callID, .userBusy, at: now, into: &effects)
        }
        var setup = CallSetup(callID: invite.callID, options: settings.options)
        setup.callerName = invite.callerIDName
        setup.callerNumber = invite.callerIDNumber
        setup.destination = invite.calleeIDNumber
        add(
            ClientCallMachine(.inbound, setup), peerNumber: invite.callerIDNumber, peerName: invite.callerIDName,
            into: &effects)
        conduct(invite.callID, .invited(invite), at: now, into: &effects)
        effects.append(.callOffered(callID: invite.callID))
    }

    /// Compares the calls with the list of live calls that the exchange sends after login, and ends the calls not on
    /// it.
    mutating func reconcile(_ reattached: [String]?, at now: Duration, into effects: inout [ClientEffect]) {
        for callID in callIDs {
            let isNamed = reattached.map { $0.contains { $0.lowercased() == callID.lowercased() } } ?? true
            // A call that was attached or rings again is live.
            let isKept = isNamed || call(callID)?.state.link.isDown == false
            conduct(callID, isKept ? .reattached : .abandoned, at: now, into: &effects)
        }
        noteUnknownCalls(reattached ?? [], at: now)
    }

    /// Notes calls that the exchange has in this session but the client does not, because an earlier process or page
    /// had them. The exchange offers the active ones, which are then ended, and sends an INVITE at once for those that
    /// ring. The remaining ones were being placed and are ended after `unknownCallWait`.
    private mutating func noteUnknownCalls(_ reattached: [String], at now: Duration) {
        unknownCalls = Set(reattached.filter(isUnknown).prefix(settings.callsMax))
        unknownCallsDeadline = unknownCalls.isEmpty ? nil : now + settings.unknownCallWait
    }

    private func isUnknown(_ callID: String) -> Bool { !callIDs.contains { $0.lowercased() == callID.lowercased() } }

    /// Ends the calls for which no INVITE arrived.
    mutating func endUnknownCalls(at now: Duration, into effects: inout [ClientEffect]) {
        for callID in unknownCalls.filter(isUnknown).sorted() {
            sayBye(callID, .normalClearing, at: now, into: &effects)
        }
        (unknownCalls, unknownCallsDeadline) = ([], nil)
    }

    mutating func abandonCalls(at now: Duration, into effects: inout [ClientEffect]) {
        for callID in callIDs { conduct(callID, .abandoned, at: now, into: &effects) }
    }
}

extension ClientCallEffect {
    /// Whether the effect settles an operation of the app.
    fileprivate var isSettlement: Bool {
        if case .settle = self { true } else { false }
    }
}
