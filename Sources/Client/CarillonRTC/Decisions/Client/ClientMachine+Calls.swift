import CallModel
import Redaction
import Verto
import WireJSON

/// The calls, each by its own conductor.
extension ClientMachine {
    mutating func add(
        _ call: CallConductor, peerNumber: Redacted<String>?, peerName: Redacted<String>?,
        into effects: inout [ClientEffect]
    ) {
        calls.append(call)
        effects.append(.callAdded(callID: call.callID, call.state, peerNumber: peerNumber, peerName: peerName))
    }

    mutating func conduct(
        _ callID: String, _ event: ConductorEvent, at now: Duration, into effects: inout [ClientEffect]
    ) {
        guard let index = calls.firstIndex(where: { $0.callID == callID }) else { return }
        var wanted: [ConductorEffect] = []
        calls[index].handle(event, at: now, into: &wanted)
        let hasEnded = calls[index].hasEnded
        if hasEnded { calls.remove(at: index) }
        for effect in wanted where !effect.isSettlement { carryOut(effect, of: callID, at: now, into: &effects) }
        if hasEnded {
            openRequests.removeAll { $0.callID == callID }
            effects.append(.callRemoved(callID: callID))
        }
        // Last: an app that waited goes on at once, and finds everything as it was told.
        for effect in wanted where effect.isSettlement { carryOut(effect, of: callID, at: now, into: &effects) }
    }

    private mutating func carryOut(
        _ effect: ConductorEffect, of callID: String, at now: Duration, into effects: inout [ClientEffect]
    ) {
        switch effect {
        case .request(let tag, let request):
            requestCount += 1
            openRequests.append(OpenRequest(number: requestCount, callID: callID, tag: tag))
            run(.send(VertoRequestToken(number: requestCount), request), at: now, into: &effects)
        case .respond(let id, let reply): send(.result(id, reply.object), into: &effects)
        case .refuse(let id, let failure): send(.failure(id, failure), into: &effects)
        case .media(let order): effects.append(.media(callID: callID, order))
        case .report(let report): effects.append(.report(callID: callID, report))
        case .refused(let event, let refusal): effects.append(.refused(callID: callID, event, refusal))
        case .settle(let id, let error): effects.append(.settle(id, error))
        }
    }

    /// A reply to a request of the server's.
    mutating func send(_ frame: VertoFrame, into effects: inout [ClientEffect]) {
        if let socket { effects.append(.send(socket, frame)) }
    }

    /// A message of the session's own, about a call this client has not.
    mutating func sayBye(
        _ callID: String, _ cause: VertoCauseCode, at now: Duration, into effects: inout [ClientEffect]
    ) {
        requestCount += 1
        run(
            .send(VertoRequestToken(number: requestCount), .bye(VertoBye(callID: callID, causeCode: cause))), at: now,
            into: &effects)
    }

    mutating func handleInvite(_ invite: VertoServerInvite, at now: Duration, into effects: inout [ClientEffect]) {
        strays.remove(invite.callID)
        if let known = call(invite.callID) {
            guard known.state.direction == .inbound, known.state.progress == .ringing else {
                return effects.append(.violation("an INVITE for a call that is there"))
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
            CallConductor(.inbound, setup), peerNumber: invite.callerIDNumber, peerName: invite.callerIDName,
            into: &effects)
        conduct(invite.callID, .invited(invite), at: now, into: &effects)
        effects.append(.callOffered(callID: invite.callID))
    }

    /// After login the exchange says which calls still stand; the others are over.
    mutating func reconcile(_ reattached: [String]?, at now: Duration, into effects: inout [ClientEffect]) {
        for callID in callIDs {
            let isNamed = reattached.map { $0.contains { $0.lowercased() == callID.lowercased() } } ?? true
            // A call that was taken up or rings again has proved that it stands.
            let isKept = isNamed || call(callID)?.state.link.isDown == false
            conduct(callID, isKept ? .reattached : .abandoned, at: now, into: &effects)
        }
        noteStrays(reattached ?? [], at: now)
    }

    /// The exchange has calls in this session that the client has not: a process or page before it had them. Those that stood
    /// were offered, and ended; those that ring come with an INVITE, at once. What is left was being placed.
    private mutating func noteStrays(_ reattached: [String], at now: Duration) {
        strays = Set(reattached.filter(isUnknown).prefix(settings.callsMax))
        straysDue = strays.isEmpty ? nil : now + settings.strayWait
    }

    private func isUnknown(_ callID: String) -> Bool { !callIDs.contains { $0.lowercased() == callID.lowercased() } }

    /// No INVITE has come for them.
    mutating func endStrays(at now: Duration, into effects: inout [ClientEffect]) {
        for callID in strays.filter(isUnknown).sorted() { sayBye(callID, .normalClearing, at: now, into: &effects) }
        (strays, straysDue) = ([], nil)
    }

    mutating func abandonCalls(at now: Duration, into effects: inout [ClientEffect]) {
        for callID in callIDs { conduct(callID, .abandoned, at: now, into: &effects) }
    }
}

extension ConductorEffect {
    /// Whether the app hears that what it waited for is done.
    fileprivate var isSettlement: Bool {
        if case .settle = self { true } else { false }
    }
}
