internal import PhoneCore

/// What the carrier says of a phone's registration, beside its calls.
extension ScriptedExchange {
    /// How the carrier's gateway stands to the phone.
    package enum Gateway {
        case registers
        /// It does not register the phone for now: one that is connected waits, for as long as the real client does.
        case hesitates
        /// It does not register the phone any more: one that is connected is told so, and one that connects is refused.
        case fails
    }

    func isOfCarrier(_ socket: ScriptedSocket) -> Bool {
        RegistrationID(text: socket.registration).provider == .carrier
    }

    /// Another connection has the sessions of all that are there: a client says nothing more, and does not come back.
    func takeSessionsOver() {
        guard kindness != .puntedComeBack else { return breakConnections() }
        for socket in sockets where socket.state == .ready { end(socket, .unreachable) }
    }

    /// The gateway stands otherwise from now on, which those that are connected are told.
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
        if isReachable, !isSilent { welcome(socket) } else { connect(socket) }
    }

    /// The connection stands, and its calls with it; it is ready once the gateway registers the phone, or is given up.
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

    /// A client that is told to go, or goes, ends its calls by itself.
    private func end(_ socket: ScriptedSocket, _ news: ScriptedSocket.News) {
        for call in calls {
            if let line = call.line, line.socket === socket { line.abandon() }
        }
        fail(socket, news)
    }
}
