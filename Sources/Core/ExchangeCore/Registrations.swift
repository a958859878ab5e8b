internal import CallModel

/// Which devices are logged in, where they can be reached, and which calls they are in.
struct Registrations: Hashable, Sendable {
    private(set) var sessions: [SignallingSessionID: RegisteredSession] = [:]
    private var connections: [ConnectionID: SignallingSessionID] = [:]
    private var users: [UserID: RegisteredUser] = [:]
    /// Live calls of callers without an account.
    private(set) var placedAnonymously: Set<CallSessionID> = []

    var connectionCount: Int { connections.count }

    func session(on connection: ConnectionID) -> RegisteredSession? {
        connections[connection].flatMap { sessions[$0] }
    }

    /// Finds a device's call by the device's own name for it: no device reaches another's.
    func address(of callID: CallID, on connection: ConnectionID) -> LegAddress? {
        guard let session = connections[connection] else { return nil }
        return sessions[session]?.legs[callID]
    }

    func user(_ user: UserID) -> RegisteredUser { users[user] ?? RegisteredUser() }

    func sessions(of user: UserID) -> [RegisteredSession] {
        (users[user]?.sessions ?? []).compactMap { sessions[$0] }
    }

    /// Those that calls ring, the ones included whose device is gone for the moment.
    func sessionsToRing(of user: UserID) -> [RegisteredSession] { sessions(of: user).filter { !$0.isRevoked } }

    // MARK: - Devices

    mutating func add(_ session: DeviceSession, on connection: ConnectionID) {
        sessions[session.id] = RegisteredSession(session, connection: connection)
        users[session.user, default: RegisteredUser()].sessions.append(session.id)
        connections[connection] = session.id
    }

    /// A session of an earlier run, which is gone for now.
    mutating func add(_ session: DeviceSession, resumeDeadline: Duration) {
        sessions[session.id] = RegisteredSession(session, connection: nil)
        sessions[session.id]?.resumeDeadline = resumeDeadline
        users[session.user, default: RegisteredUser()].sessions.append(session.id)
    }

    /// Binds a known session to a connection.
    ///
    /// - Returns: the connection it had before.
    mutating func bind(_ session: DeviceSession, to connection: ConnectionID) -> ConnectionID? {
        let previous = sessions[session.id]?.connection
        if let previous { connections[previous] = nil }
        connections[connection] = session.id
        sessions[session.id]?.connection = connection
        sessions[session.id]?.resumeDeadline = nil
        sessions[session.id]?.device = session.device
        sessions[session.id]?.capabilities = session.capabilities
        // A login that is good brought it back.
        sessions[session.id]?.isRevoked = false
        return previous
    }

    mutating func unbind(_ connection: ConnectionID, resumeDeadline: Duration?) {
        guard let id = connections.removeValue(forKey: connection) else { return }
        sessions[id]?.connection = nil
        sessions[id]?.returning = nil
        sessions[id]?.resumeDeadline = resumeDeadline
    }

    mutating func setReturning(_ id: SignallingSessionID, _ legs: [LegAddress]?) {
        sessions[id]?.returning = legs
    }

    mutating func revoke(_ id: SignallingSessionID) { sessions[id]?.isRevoked = true }

    mutating func remove(_ id: SignallingSessionID) {
        guard let session = sessions.removeValue(forKey: id) else { return }
        if let connection = session.connection { connections[connection] = nil }
        users[session.user]?.sessions.removeAll { $0 == id }
        forgetIfIdle(session.user)
    }

    // MARK: - Calls

    mutating func add(_ address: LegAddress, named callID: CallID, to id: SignallingSessionID) {
        sessions[id]?.legs[callID] = address
        sessions[id]?.liveLegs += 1
    }

    /// A leg is over. Its name is kept, so that what comes late is told apart from what never was.
    mutating func release(_ address: LegAddress, named callID: CallID, of id: SignallingSessionID) {
        guard sessions[id]?.legs[callID] == address else { return }
        sessions[id]?.liveLegs -= 1
    }

    mutating func forget(_ address: LegAddress, named callID: CallID, of id: SignallingSessionID) {
        guard sessions[id]?.legs[callID] == address else { return }
        sessions[id]?.legs[callID] = nil
    }

    mutating func begin(_ call: CallSessionID, caller: UserID, callee: UserID?, isAnonymous: Bool = false) {
        if isAnonymous { placedAnonymously.insert(call) }
        users[caller, default: RegisteredUser()].liveCalls += 1
        users[caller]?.placed.insert(call)
        guard let callee else { return }
        users[callee, default: RegisteredUser()].calledIn.insert(call)
        if callee != caller { users[callee]?.liveCalls += 1 }
    }

    mutating func end(_ call: CallSessionID, caller: UserID, callee: UserID?) {
        users[caller]?.liveCalls -= 1
        users[caller]?.placed.remove(call)
        placedAnonymously.remove(call)
        if let callee { leave(call, callee: callee, caller: caller) }
        forgetIfIdle(caller)
    }

    /// A call is no longer one of its callee's.
    mutating func leave(_ call: CallSessionID, callee: UserID, caller: UserID) {
        users[callee]?.calledIn.remove(call)
        if callee != caller { users[callee]?.liveCalls -= 1 }
        forgetIfIdle(callee)
    }

    /// A call to a number rings a user.
    mutating func expect(_ user: UserID, in call: CallSessionID) {
        users[user, default: RegisteredUser()].expectedIn.insert(call)
    }

    mutating func forget(_ user: UserID, expectedIn call: CallSessionID) {
        users[user]?.expectedIn.remove(call)
        forgetIfIdle(user)
    }

    private mutating func forgetIfIdle(_ user: UserID) {
        if users[user]?.isIdle == true { users[user] = nil }
    }
}

/// A signalling session the exchange knows, with the calls its device is in.
struct RegisteredSession: Hashable, Sendable {
    let id: SignallingSessionID
    let user: UserID
    var device: DeviceID
    var capabilities: DeviceCapabilities
    /// `nil` while the device is gone.
    var connection: ConnectionID?
    /// When it is forgotten, while the device is gone.
    var resumeDeadline: Duration?
    /// Whether its device was revoked: no call rings it any more, and it is forgotten with the last it is in.
    var isRevoked = false
    /// The calls it is taken back into, until all that can be offered to it are: only then is it ready.
    var returning: [LegAddress]?
    /// The calls of the device by its own names for them, those that ended of late included.
    var legs: [CallID: LegAddress] = [:]
    /// How many of them are live.
    var liveLegs = 0

    init(_ session: DeviceSession, connection: ConnectionID?) {
        id = session.id
        user = session.user
        device = session.device
        capabilities = session.capabilities
        self.connection = connection
    }

    /// The calls in an order that does not depend on hashing.
    var sortedLegs: [LegAddress] { legs.values.sorted() }
}

/// A user who has devices or calls.
struct RegisteredUser: Hashable, Sendable {
    /// In the order they first logged in.
    var sessions: [SignallingSessionID] = []
    /// Live calls, as caller or callee.
    var liveCalls = 0
    /// Live calls the user has placed.
    var placed: Set<CallSessionID> = []
    /// Live calls in which the user is the one called.
    var calledIn: Set<CallSessionID> = []

    /// Live calls to numbers that ring the user.
    var expectedIn: Set<CallSessionID> = []

    var isIdle: Bool { sessions.isEmpty && liveCalls == 0 && calledIn.isEmpty && expectedIn.isEmpty }
}
