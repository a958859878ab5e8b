internal import CallModel
internal import ExchangeCore
internal import ExchangeStorage
internal import Logging
internal import Redaction
internal import Verto
internal import WireJSON

/// Logs devices in and makes their sessions ready.
extension VertoGateway {
    func authenticate(_ authentication: VertoAuthentication, on connection: GatewayConnection) {
        guard !isDraining else { return refuseLogin(.unavailable, on: connection) }
        let session = authentication.sessionID
        switch authentication.identity {
        case .anonymous(let login):
            let device = anonymousLogin(for: login.targetID, session: session)
            let outcome = outcome(of: device, from: address(of: connection))
            decide(outcome, .anonymousNotAllowed, session, login.userVariables, on: connection)
        case .account(let login):
            switch login.credentials {
            case .password(let name, let password?):
                let claim = LoginCredentials(login: name.revealed, password: password, takesCredentials: true)
                prove(claim, from: address(of: connection)) { [weak self] outcome in
                    // The socket may have closed while the password was computed.
                    guard let self, connections[connection.id] === connection else { return }
                    decide(outcome, .wrongCredentials, session, login.userVariables, on: connection)
                }
            case .token(let token): look(up: token, session, login.userVariables, on: connection)
            case .password(_, nil), nil: refuseLogin(.wrongCredentials, on: connection)
            }
        }
    }

    /// In microseconds since 1970.
    var calendarNow: Int64 { runner.clock.wall.microseconds(at: runner.clock.now) }

    func address(of connection: GatewayConnection) -> ClientAddress? {
        connection.socket.remoteAddress.flatMap { ClientAddress($0) }
    }

    private func decide(
        _ outcome: AuthenticationResult<DeviceLogin>, _ refusal: VertoLoginRefusal, _ session: String,
        _ variables: JSONObject?, on connection: GatewayConnection
    ) {
        // The exchange may have begun to stop while the proof was checked.
        guard !isDraining else { return refuseLogin(.unavailable, on: connection) }
        switch outcome {
        case .proven(let device): admit(device, session, variables, on: connection)
        case .wrong: refuseLogin(refusal, on: connection)
        case .throttled, .busy: refuseLogin(.unavailable, on: connection)
        }
    }

    /// The login of an anonymous client. The client proves nothing, so the id of its session alone brings it back into
    /// that session.
    private func anonymousLogin(for target: String, session: String) -> DeviceLogin? {
        let target = Directory.withoutDomain(target)
        guard anonymousLogins.targets.contains(target) else { return nil }
        let user = UserID("anonymous:" + VertoServerSession.publicName(of: session))
        return DeviceLogin(identity: Identity(user: user), anonymousTarget: target)
    }

    /// A guest who comes back takes its own place: the socket that it lost may not have been noticed yet.
    private func hasRoom(for guest: DeviceLogin) -> Bool {
        let others = connections.values.count {
            $0.logins.contains { $0.anonymousTarget != nil && $0.identity.user != guest.identity.user }
        }
        return others < anonymousLogins.atOnceMax
    }

    /// Looks up an access token in the database, off the event loop, and once more when the device is admitted. A
    /// session that ended in between found no connection to close.
    private func look(
        up token: Redacted<String>, _ session: String, _ variables: JSONObject?, on connection: GatewayConnection
    ) {
        guard let tokens else { return refuseLogin(.unavailable, on: connection) }
        let id = connection.id
        tokens.find(token) { [self] found in
            guard let connection = self.connection(id) else { return }
            // The token may be good, so this does not count as a failed proof.
            guard case .success(let found) = found else { return refuseLogin(.unavailable, on: connection) }
            let outcome = outcome(of: found.flatMap { login(of: $0) }, from: address(of: connection))
            decide(outcome, .wrongCredentials, session, variables, on: connection)
            guard case .proven(let device) = outcome else { return }
            tokens.find(token) { again in
                guard let connection = self.connection(id), connection.identity == device.identity else { return }
                let holder = try? again.get()
                // By now the token may open another organization, or none.
                guard let login = holder.flatMap({ self.login(of: $0) }), connection.logins.contains(login) else {
                    return connection.socket.close(.closedByExchange)
                }
            }
        }
    }

    private func login(of holder: AccessTokens.Holder) -> DeviceLogin? {
        let user = UserID(holder.user)
        guard directory.user(user) != nil, calendarNow < holder.expiresAt else { return nil }
        return DeviceLogin(
            identity: Identity(user: user, device: holder.device),
            organization: holder.organization ?? directory.organizations(of: user).first, expiresAt: holder.expiresAt)
    }

    private func admit(
        _ device: DeviceLogin, _ sessionID: String, _ variables: JSONObject?, on connection: GatewayConnection
    ) {
        guard device.anonymousTarget == nil || hasRoom(for: device) else {
            return refuseLogin(.unavailable, on: connection)
        }
        connection.claim = device
        connection.isAdmitted = true
        connection.wantsIceServers = variables?[VertoIceServers.variable]?.string == "true"
        let identity = device.identity
        connection.capabilities = Self.capabilities(variables, in: connection.session.dialect)
        let session = DeviceSession(
            id: SignalingSessionID(sessionID), user: identity.user,
            device: Self.device(of: identity, session: sessionID), capabilities: connection.capabilities)
        connection.beforeReady = []
        runner.submit(.deviceConnected(connection.id, session))
    }

    /// Completes a login after the exchange has admitted the device and offered it its calls again.
    func becomeReady(_ connection: GatewayConnection, reattached: [CallID]) {
        guard connection.claim != nil || connection.login != nil else { return }
        let offers = connection.beforeReady ?? []
        connection.beforeReady = nil
        acceptLogin(connection, reattached: reattached)
        connection.session.reattachedCallIDs = reattached.map(\.rawValue)
        for offer in offers { deliver(offer, to: connection) }
        pass(.timerFired(.clientReady), to: connection)
    }

    /// Tells the device that its login is accepted, unless that has been done.
    func acceptLogin(_ connection: GatewayConnection, reattached: [CallID]) {
        guard let login = connection.claim else { return }
        (connection.login, connection.claim) = (login, nil)
        let lasts = login.expiresAt.map { Duration.microseconds(max($0 - calendarNow, 0)) }
        metrics.loginsAccepted += 1
        pass(
            .authenticated(
                user: Redacted(login.identity.user.rawValue), reattachedCallIDs: reattached.map(\.rawValue),
                lasts: lasts, iceServers: iceServers(for: connection)),
            to: connection)
    }

    func refuseAdmission(_ refusal: AdmissionRefusal, on connection: GatewayConnection) {
        connection.beforeReady = nil
        connection.claim = nil
        // A socket whose second login is refused keeps its first.
        connection.isAdmitted = connection.login != nil
        switch refusal {
        case .sessionInUse, .connectionInUse: refuseLogin(.sessionInUse, on: connection)
        case .limitReached: refuseLogin(.unavailable, on: connection)
        }
    }

    private func refuseLogin(_ refusal: VertoLoginRefusal, on connection: GatewayConnection) {
        metrics.loginsRefused += 1
        metrics.refused("login: \(refusal.rawValue)")
        logger.debug("\(connection.id): login refused, \(refusal.rawValue)")
        pass(.authenticationRefused(refusal), to: connection)
    }

    /// The device's name, if it has a login of its own. Other devices are identified by their session, which no log may
    /// contain.
    private static func device(of identity: Identity, session: String) -> DeviceID {
        if let name = identity.device { return DeviceID(name) }
        return DeviceID(VertoServerSession.publicName(of: session))
    }

    private static func capabilities(_ variables: JSONObject?, in dialect: VertoDialect?) -> DeviceCapabilities {
        var capabilities: DeviceCapabilities
        switch dialect {
        case .telnyx: capabilities = [.trickle, .ringing]
        case .freeSwitch, nil: capabilities = [.display]
        }
        // Our own client says this in either dialect; no other client answers offers during a call.
        if variables?["carillon_renegotiation"]?.string == "true" {
            capabilities.formUnion([.renegotiation, .holdNotices])
        } else if dialect == .telnyx {
            // Telnyx' JavaScript client does both; other clients of the dialect show whether they acknowledge anything.
            capabilities.formUnion([.acknowledgements, .offersByAttach])
        }
        if variables?[VertoInvite.earlyDescriptionsVariable]?.string == "true" {
            capabilities.insert(.earlyDescriptions)
        }
        return capabilities
    }
}

extension VertoGateway {
    /// Closes the connections of a removed device. Its calls end as those of a lost device.
    func logOut(device: String, of user: UserID) {
        let identity = Identity(user: user, device: device)
        // The device must not ring from now on; its socket takes a while to close.
        runner.submit(.removeDevice(DeviceID(device), of: user))
        logOut { $0.identity == identity }
    }

    /// Closes connections that used tokens of a device's former session, because the device has signed in again.
    func logOut(tokensOf device: String, of user: UserID) {
        let identity = Identity(user: user, device: device)
        logOut { $0.identity == identity && $0.expiresAt != nil }
    }

    /// Closes connections that logged in with a withdrawn credential.
    func logOut(credential: String) {
        logOut { $0.credential == credential }
    }

    /// Closes connections that users made for an organization they left.
    func logOut(users: Set<UserID>, of organization: String) {
        logOut { $0.organization == organization && users.contains($0.identity.user) }
    }

    /// Moves logins that do not name an organization to the organization that the new file has their users in.
    func moveLogins(from before: Directory) {
        for connection in connections.values {
            connection.login = connection.login.map { moved($0, from: before) }
            connection.claim = connection.claim.map { moved($0, from: before) }
        }
    }

    private func moved(_ login: DeviceLogin, from before: Directory) -> DeviceLogin {
        let user = login.identity.user
        guard login.credential == nil, login.organization == before.organizations(of: user).first else { return login }
        var login = login
        login.organization = directory.organizations(of: user).first
        return login
    }

    /// Closes connections of logins that were removed or have another password.
    func logOut(identities: Set<Identity>) {
        // A credential made for a device is withdrawn separately.
        logOut { $0.credential == nil && identities.contains($0.identity) }
    }

    private func logOut(where isOver: (DeviceLogin) -> Bool) {
        for id in connections.keys.sorted() {
            guard let connection = connections[id], connection.logins.contains(where: isOver) else { continue }
            connection.socket.close(.closedByExchange)
            // The device must not ring from now on; its socket takes a while to close.
            if connection.isAdmitted { runner.submit(.connectionLost(id, .closed)) }
        }
    }
}
