import CallModel
import Verto

/// Handles requests of the app.
extension ClientMachine {
    mutating func connect(_ id: OperationID, at now: Duration, into effects: inout [ClientEffect]) {
        guard case .disconnected = state else {
            effects.append(.settle(id, ClientError(.alreadyConnected, "the client is \(state.name)")))
            return
        }
        connecting = id
        lastClosure = nil
        change(to: .connecting, into: &effects)
        run(.connect, at: now, into: &effects)
    }

    /// Hangs up the calls, whose BYEs are sent before the socket closes. A call that rings here gets no BYE, because
    /// that would decline it on the user's other devices. The request is settled when the socket has closed: a process
    /// that ends earlier takes the unsent BYEs with it.
    mutating func disconnect(_ id: OperationID, at now: Duration, into effects: inout [ClientEffect]) {
        for callID in callIDs {
            if let state = call(callID)?.state, state.direction == .inbound, state.isRinging { continue }
            conduct(callID, .operation(nil, .hangUp), at: now, into: &effects)
        }
        let closing = socket
        isLeaving = true
        run(.disconnect, at: now, into: &effects)
        isLeaving = false
        guard let closing, effects.contains(.closeSocket(closing)) else { return effects.append(.settle(id, nil)) }
        departures.append(Departure(id: id, socket: closing))
    }

    mutating func dial(_ id: OperationID, _ setup: CallSetup, at now: Duration, into effects: inout [ClientEffect]) {
        guard session.isReady else {
            return effects.append(.settle(id, ClientError(.notConnected, "the client is \(state.name)")))
        }
        guard calls.count < settings.callsMax else {
            return effects.append(
                .settle(id, ClientError(.limitReached, "there are \(settings.callsMax) calls already")))
        }
        guard call(setup.callID) == nil else {
            return effects.append(
                .settle(id, ClientError(.invalidArgument, "a call with that identifier exists already")))
        }
        add(ClientCallMachine(.outbound, setup), peerNumber: setup.destination, peerName: nil, into: &effects)
        effects.append(.settle(id, nil))
        conduct(setup.callID, .dial, at: now, into: &effects)
    }

    mutating func operate(
        _ operation: CallOperation, on callID: String, _ id: OperationID?, at now: Duration,
        into effects: inout [ClientEffect]
    ) {
        if call(callID) == nil, let id {
            let error = ClientError(.callEnded, "the call has ended")
            return effects.append(.settle(id, operation.isRelease ? nil : error))
        }
        conduct(callID, .operation(id, operation), at: now, into: &effects)
    }
}

extension ClientState {
    /// The state without details, for the text of an error.
    var name: String {
        switch self {
        case .disconnected: "disconnected"
        case .connecting: "connecting"
        case .ready: "ready"
        case .reconnecting: "reconnecting"
        }
    }
}
