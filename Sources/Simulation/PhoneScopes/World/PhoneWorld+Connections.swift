import CallModel
import DeviceModel
import PhoneCore

/// The phone's connections: one for the organization of the calls, and one for the organization in use if that is
/// another.
extension PhoneWorld {
    /// The connection of a registration.
    subscript(registration: RegistrationID) -> SignalingLink {
        get {
            if registration == Self.homeRegistration { return homeLink }
            return isOther(registration) ? otherLink : link
        }
        set {
            if registration == Self.homeRegistration {
                homeLink = newValue
            } else if isOther(registration) {
                otherLink = newValue
            } else {
                link = newValue
            }
        }
    }

    private func isOther(_ registration: RegistrationID) -> Bool { isEither && registration == Self.otherRegistration }

    mutating func carryOut(_ order: SignalingOrder) {
        switch order {
        case .connect(let registration, let login):
            let isMixed = plantedFault == .registrationsMixed
            beginConnecting(isMixed ? RegistrationID(registration.organization) : registration, login)
        case .renew(let registration): if self[registration] == .ready { breakLink(of: registration) }
        case .disconnect(let registration): disconnect(registration)
        }
    }

    /// Closes a connection. For one that is offline, no event follows.
    private mutating func disconnect(_ registration: RegistrationID) {
        guard self[registration] != .offline else { return }
        for index in sessions.indices where self.registration(of: sessions[index]) == registration { leaveLine(index) }
        self[registration] = .offline
        awaitReturn(to: registration)
        if registration.provider == .carrier {
            carrierFetches = false
            isOverEdge = false
            tellsToken = false
        }
        signaling.append(.signaling(registration, .disconnected(nil)))
    }

    /// Begins a connection. A login for another edge, or one that asks for calls, replaces a connection without calls.
    private mutating func beginConnecting(_ registration: RegistrationID, _ login: CarrierLogin?) {
        if isEither, let login {
            let fetchesCalls = login.fetchesCalls && plantedFault != .announcedCallsNotFetched
            let isElsewhere = login.edge != nil && !isOverEdge || fetchesCalls && !carrierFetches
            if self[registration] != .offline, isElsewhere, !hasLine(over: registration) {
                self[registration] = .offline
                signaling.append(.signaling(registration, .connecting))
            }
            if self[registration] == .offline {
                carrierFetches = fetchesCalls
                tellsToken = login.token != nil && plantedFault != .tokenUntold
                isOverEdge = login.edge != nil
            }
        }
        guard self[registration] == .offline else { return }
        saidAtOnce.append(.signaling(registration, .connecting))
        guard registration == Self.homeRegistration || hasCredentials else {
            return signaling.append(.signaling(registration, .disconnected(.noCredentials)))
        }
        self[registration] = .connecting
    }

    private func hasLine(over registration: RegistrationID) -> Bool {
        sessions.contains { $0.line != nil && self.registration(of: $0) == registration }
    }

    mutating func breakLink(of registration: RegistrationID) {
        guard self[registration] != .offline else { return }
        self[registration] = .broken
        awaitReturn(to: registration)
        signaling.append(.signaling(registration, .reconnecting))
    }

    mutating func connectHome() {
        homeLink = .ready
        signaling.append(.signaling(Self.homeRegistration, .ready))
    }

    /// Delivers the exchange's answer to the request for credentials.
    mutating func answerCredentials(_ answer: OrganizationState.Event) {
        isAskedForCredentials = false
        signaling.append(.organizations(answer))
    }
}

extension PhoneRecord {
    /// The stored record of a phone with the user's organizations; `nil` if it has none.
    init?(_ faults: PhoneFaults) {
        let organizations: [OrganizationID]
        switch faults.membership {
        case .unknown: return nil
        case .own: organizations = [PhoneWorld.organization]
        case .other: organizations = [PhoneWorld.home, PhoneWorld.organization]
        case .stranger: organizations = [PhoneWorld.home]
        }
        var phone = Phone()
        var effects: [PhoneEffect] = []
        phone.handle(.launched(Launch(.found(PhoneRecord()))), into: &effects)
        let own = organizations.map { RegistrationID($0) }
        let carried = organizations.contains(PhoneWorld.organization) ? [faults.registration] : []
        for registration in own + carried.filter({ !own.contains($0) }) {
            let key = CredentialKey(registration, CredentialVersion(rawValue: 1))
            phone.handle(.organizations(.provisioned(key)), into: &effects)
            phone.handle(.organizations(.written(key, true)), into: &effects)
        }
        if faults.signOuts > 0 || faults.missesDeaths { phone.signIn(into: &effects) }
        if faults.lacksToken { phone.handle(.pushToken(DevicePushToken(PushTokenID(0))), into: &effects) }
        self = phone.record
    }
}

/// The network path and the app's path monitor. This is the adapter that PhoneKit has in `PathWatcher`.
extension PhoneWorld {
    private static let monitor = PathMonitorID(0)

    /// Whether the phone has a network.
    var hasNetwork: Bool { !watchesPath || paths.current.status == .satisfied }

    /// Whether messages over a registration's connection arrive. A connection made over a network that is gone is dead,
    /// and the client does not notice by itself, which is the hardest case for the phone.
    func isHeard(over registration: RegistrationID) -> Bool {
        self[registration] == .ready && (!watchesPath || linkNetwork == paths.current.network)
    }

    /// Whether messages over the calls' connection arrive.
    var isHeard: Bool { isHeard(over: registration) }

    /// Starts the path monitor. In a scope that never changes the path, its first update comes at once.
    mutating func watchPath() {
        guard watchesPath else { return signaling.append(.path(PhoneCore.NetworkPath(.wifi))) }
        change { $0.handle(.start(Self.monitor), into: &$1) }
    }

    /// Reads the monitor's path, as the adapter does when the process may have been suspended. Before the monitor's
    /// first update there is none.
    mutating func refreshPath() {
        guard isPathReported else { return }
        pass(.woke(PhoneCore.NetworkPath(paths.path(of: Self.monitor))))
    }

    mutating func pass(_ timer: PathTimer) { change { $0.timerFired(timer, into: &$1) } }

    mutating func suspendPath() { if watchesPath { paths.suspended() } }

    mutating func resumePath() { if watchesPath { change { $0.resumed(into: &$1) } } }

    mutating func endPath() {
        guard watchesPath else { return }
        change { $0.processEnded(into: &$1) }
        isPathReported = false
    }

    /// The possible changes of the network path. It does not change before a monitor's first update, because the phone
    /// could not tell then over which network a connection was made.
    var pathActions: [PhoneAction] {
        guard faults.pathChanges > 0, paths.coming.isEmpty, paths.monitors.isEmpty || isPathReported else { return [] }
        let next: [DevicePath] =
            switch paths.current.used.first {
            case .wifi: [.none, .cellular(), .wifi(network: paths.current.network + 1)]
            case .cellular: [.none, .wifi()]
            case .wiredEthernet, .other, nil: [.wifi(), .cellular()]
            }
        return next.map { .path($0) }
    }

    mutating func changePath(to path: DevicePath) {
        faults.pathChanges -= 1
        change { $0.changed(to: path, into: &$1) }
    }

    private mutating func change(_ body: (inout PathMonitorState, inout [PathEffect]) -> Void) {
        var effects: [PathEffect] = []
        body(&paths, &effects)
        for effect in effects {
            switch effect {
            case .update(_, let path): signaling.append(.path(PhoneCore.NetworkPath(path)))
            case .startTimer(let timer, let duration): countdowns.start(.path(timer), after: duration)
            case .stopTimer(let timer): countdowns.stop(.path(timer))
            }
        }
    }
}
