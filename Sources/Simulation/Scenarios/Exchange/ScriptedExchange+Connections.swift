internal import DeviceModel
internal import DeviceRuntime
internal import PhoneCore

/// The carrier's gateway, and how the ends of processes affect connections.
extension ScriptedExchange {
    /// Whether the carrier's gateway registers the phone.
    package enum Gateway {
        case registers
        /// It does not register the phone for now: a connected client waits, for as long as the real client does.
        case hesitates
        /// It does not register the phone any more: a connected client is told so, and a new connection is refused.
        case fails
    }

    func isOfCarrier(_ socket: ScriptedSocket) -> Bool {
        RegistrationID(text: socket.registration).provider == .carrier
    }

    /// Another connection takes over the sessions of all connected clients, which then stop and do not reconnect.
    func transferSessions() {
        guard kindness != .puntedComeBack else { return breakConnections() }
        for socket in sockets where socket.state == .ready { end(socket, .unreachable) }
    }

    /// Changes the state of the gateway and tells the connected clients.
    func setGateway(_ gateway: Gateway) {
        guard gateway == .registers || kindness != .gatewayAlwaysUp else { return }
        self.gateway = gateway
        for socket in sockets where isOfCarrier(socket) {
            switch gateway {
            case .registers where socket.awaitsGateway: registered(socket)
            case .hesitates where socket.state == .ready:
                inApp(of: socket) { $0.socket(socket, says: .reconnecting) }
                awaitGateway(of: socket)
            case .fails where socket.state == .ready || socket.awaitsGateway: end(socket, .refused)
            case .registers, .hesitates, .fails: break
            }
        }
    }

    private func registered(_ socket: ScriptedSocket) {
        socket.awaitsGateway = false
        guard socket.state != .ready else { return inApp(of: socket) { $0.socket(socket, says: .ready) } }
        if isReachable, !isSilent { accept(socket) } else { connect(socket) }
    }

    /// Waits for the gateway to register the phone. Until then the connection keeps its calls but is not ready; after
    /// the time limit it is given up.
    func awaitGateway(of socket: ScriptedSocket) {
        guard kindness != .gatewayIsUnseen else { return registered(socket) }
        socket.awaitsGateway = true
        socket.gatewayWaits += 1
        let wait = socket.gatewayWaits
        guard kindness != .gatewayIsAwaited else { return }
        after(limits.gatewayTime) { [self] in
            if socket.awaitsGateway, socket.gatewayWaits == wait { end(socket, .unreachable) }
        }
    }

    /// Ends a connection; its client ends its calls by itself.
    private func end(_ socket: ScriptedSocket, _ event: ScriptedSocket.Event) {
        for call in calls {
            if let line = call.line, line.socket === socket { line.abandon() }
        }
        fail(socket, event)
    }
}

/// The effects of the end and the suspension of the app's process on its connections.
extension ScriptedExchange {
    /// Notices which processes have ended, and which were suspended and run again; their connections are lost.
    func lookAround() {
        for socket in sockets where !socket.isDead {
            if device.machine.process.generation != socket.process || device.life == .notRunning {
                die(socket)
            } else if device.life == .suspended {
                if !socket.isStale { leave(socket) }
                socket.isStale = true
            } else if socket.isStale {
                socket.isStale = false
                if socket.state == .ready { lose(socket) } else { connect(socket) }
            }
        }
    }

    /// Closes a connection of an ended process. The other side is told if the network carries that; otherwise it
    /// notices when its own requests stay unanswered.
    private func die(_ socket: ScriptedSocket) {
        guard socket.state == .ready, kindness != .seesDeathsAtOnce else { return close(socket) }
        socket.isDead = true
        socket.waiting = []
        let isHeard = isReachable && !isSilent && !socket.receivesNothing
        after(isHeard ? ScriptedLine.roundTrip : limits.deadTime) { [self] in close(socket) }
    }

    /// Continues a session on a new connection. The session's former connection is closed. Calls that rang there ring
    /// again. Calls that were dialed or answered there are offered to the client, which does not know them and ends
    /// them.
    func resumeSession(_ socket: ScriptedSocket) {
        for former in sockets where former.isDead && former.registration == socket.registration { close(former) }
        guard kindness != .returnsToAnySession else { return }
        for call in calls where socket.isFor(call) && call.line == nil {
            // An INVITE that was sent before comes again by itself.
            if call.belief.isRinging, call.inviteCount > 0 { call.isParked = false }
            if call.belief.isTalking { believe(.hungUpHere, of: call) }
            if call.belief == .dialed { endUnknownCall(call, over: socket) }
        }
    }

    /// Ends a call that is being placed. The client is told nothing that it could answer, and waits in vain for an
    /// INVITE.
    private func endUnknownCall(_ call: ExchangeCall, over socket: ScriptedSocket) {
        call.episode += 1
        let episode = call.episode
        after(limits.unknownCallWait) { [self] in
            if call.episode == episode, socket.state == .ready { believe(.cancelledHere, of: call) }
        }
    }

    /// Closes the connections of processes that ended before the scenario began, which the exchange has noticed by
    /// then.
    func forgetDead() {
        lookAround()
        for socket in sockets where socket.isDead { close(socket) }
    }
}
