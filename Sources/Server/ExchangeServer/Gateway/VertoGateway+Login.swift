internal import CallModel
internal import ExchangeCore
internal import ExchangeStorage
internal import Logging
internal import Redaction
internal import Verto
internal import WireJSON

/// Logging in and becoming ready.
extension VertoGateway {
    func authenticate(_ authentication: VertoAuthentication, on connection: GatewayConnection) {
        guard !isDraining else { return refuseLogin(.unavailable, on: connection) }
        guard case .account(let login) = authentication.identity,
            case .password(let name, let password?)? = login.credentials
        else { return refuseLogin(.wrongCredentials, on: connection) }
        let address = connection.socket.remoteAddress.flatMap { ClientAddress($0) }
        let claim = LoginClaim(login: name.revealed, password: password, takesCredentials: true)
        prove(claim, from: address) { [weak self] outcome in
            // The socket may have gone, or the exchange have begun to stop, while the password was computed.
            guard let self, connections[connection.id] === connection else { return }
            guard !isDraining else { return refuseLogin(.unavailable, on: connection) }
            switch outcome {
            case .proven(let device): admit(device, authentication, login, on: connection)
            case .wrong: refuseLogin(.wrongCredentials, on: connection)
            case .notHeard, .busy: refuseLogin(.unavailable, on: connection)
            }
        }
    }

    private func admit(
        _ device: DeviceLogin, _ authentication: VertoAuthentication, _ login: VertoLogin,
        on connection: GatewayConnection
    ) {
        connection.login = device
        let identity = device.identity
        let session = DeviceSession(
            id: SignallingSessionID(authentication.sessionID), user: identity.user,
            device: Self.device(of: identity, session: authentication.sessionID),
            capabilities: Self.capabilities(of: login, in: connection.session.dialect))
        connection.beforeReady = []
        runner.submit(.deviceConnected(connection.id, session))
    }

    /// The exchange let the device in and has offered it its calls again.
    func becomeReady(_ connection: GatewayConnection, reattached: [CallID]) {
        guard let identity = connection.identity else { return }
        let offers = connection.beforeReady ?? []
        connection.beforeReady = nil
        connection.isAdmitted = true
        metrics.loginsAccepted += 1
        tell(
            .authenticated(user: Redacted(identity.user.rawValue), reattachedCallIDs: reattached.map(\.rawValue)),
            to: connection)
        for offer in offers { tell(.send(offer), to: connection) }
        tell(.timerFired(.clientReady), to: connection)
    }

    func refuseAdmission(_ refusal: AdmissionRefusal, on connection: GatewayConnection) {
        connection.beforeReady = nil
        switch refusal {
        case .sessionInUse, .connectionInUse: refuseLogin(.sessionInUse, on: connection)
        case .limitReached: refuseLogin(.unavailable, on: connection)
        }
    }

    private func refuseLogin(_ refusal: VertoLoginRefusal, on connection: GatewayConnection) {
        metrics.loginsRefused += 1
        metrics.refused("login: \(refusal.rawValue)")
        logger.debug("\(connection.id): login refused, \(refusal.rawValue)")
        tell(.authenticationRefused(refusal), to: connection)
    }

    /// A device with a login of its own has that name; others are told apart by their session, which no log may hold.
    private static func device(of identity: Identity, session: String) -> DeviceID {
        if let name = identity.device { return DeviceID(name) }
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in session.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return DeviceID("session-" + String(hash, radix: 16))
    }

    private static func capabilities(of login: VertoLogin, in dialect: VertoDialect?) -> DeviceCapabilities {
        var capabilities: DeviceCapabilities
        switch dialect {
        case .telnyx: capabilities = [.trickle, .ringing]
        case .freeSwitch, nil: capabilities = [.display]
        }
        // Our own client says so in either dialect; no other answers offers in the middle of a call.
        if login.userVariables?["carillon_renegotiation"]?.string == "true" {
            capabilities.formUnion([.renegotiation, .holdNotices])
        }
        return capabilities
    }
}

extension VertoGateway {
    /// A device of a user is no more: its connections are closed. Its calls end as those of a device that was lost.
    func logOut(device: String, of user: UserID) {
        let identity = Identity(user: user, device: device)
        logOut { $0.identity == identity }
    }

    /// A credential is withdrawn: so are connections that logged in with it.
    func logOut(credential: String) {
        logOut { $0.credential == credential }
    }

    /// A user belongs to an organisation no more, or nobody does: connections made for it are closed.
    func logOut(user: UserID?, of organization: String) {
        logOut { $0.organization == organization && (user == nil || $0.identity.user == user) }
    }

    /// Logins of users and devices are no more, or have other passwords.
    func logOut(identities: Set<Identity>) {
        // A credential made for a device is withdrawn by itself.
        logOut { $0.credential == nil && identities.contains($0.identity) }
    }

    private func logOut(where isOver: (DeviceLogin) -> Bool) {
        for id in connections.keys.sorted() {
            guard let connection = connections[id], let login = connection.login, isOver(login) else { continue }
            connection.socket.close(.closedByExchange)
        }
    }
}
