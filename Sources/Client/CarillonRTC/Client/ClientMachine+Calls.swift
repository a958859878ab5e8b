import CallModel
import Redaction
import Verto
import WireJSON

/// The calls of the client, each with its own machine.
extension ClientMachine {
    /// Sends a reply to a request of the server.
    mutating func send(_ frame: VertoFrame, into effects: inout [ClientEffect]) {
        if let socket { effects.append(.send(socket, frame)) }
    }

    /// Sends a BYE for a call that this client does not have.
    mutating func sendBye(
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
            return dispatch(invite.callID, .invitedAgain(invite), at: now, into: &effects)
        }
        guard calls.count < settings.callsMax else {
            return sendBye(invite.callID, .userBusy, at: now, into: &effects)
        }
        var setup = CallSetup(callID: invite.callID, options: settings.options)
        setup.callerName = invite.callerIDName
        setup.callerNumber = invite.callerIDNumber
        setup.destination = invite.calleeIDNumber
        add(
            ClientCallMachine(.inbound, setup), peerNumber: invite.callerIDNumber, peerName: invite.callerIDName,
            into: &effects)
        dispatch(invite.callID, .invited(invite), at: now, into: &effects)
        effects.append(.callOffered(callID: invite.callID))
    }

    /// Compares the calls with the list of live calls that the exchange sends after login, and ends the calls not on
    /// it.
    mutating func reconcile(_ reattached: [String]?, at now: Duration, into effects: inout [ClientEffect]) {
        for callID in callIDs {
            let isNamed = reattached.map { $0.contains { $0.lowercased() == callID.lowercased() } } ?? true
            // A call that was attached or rings again is live.
            let isKept = isNamed || call(callID)?.state.link.isDown == false
            dispatch(callID, isKept ? .reattached : .abandoned, at: now, into: &effects)
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
            sendBye(callID, .normalClearing, at: now, into: &effects)
        }
        (unknownCalls, unknownCallsDeadline) = ([], nil)
    }

    mutating func abandonCalls(at now: Duration, into effects: inout [ClientEffect]) {
        for callID in callIDs { dispatch(callID, .abandoned, at: now, into: &effects) }
    }
}
