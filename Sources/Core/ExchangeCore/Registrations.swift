internal import CallModel

/// The logged-in devices, their connections, and the calls they are in.
struct Registrations: Hashable, Sendable {
    private(set) var sessions: [SignalingSessionID: RegisteredSession] = [:]
    /// The calls of each session. They are not in the session, because a copy of it that is at hand while a call is
    /// added would have all of them copied.
    private var legs: [SignalingSessionID: SessionLegs] = [:]
    private var connections: [ConnectionID: SignalingSessionID] = [:]
    private var users: [UserID: RegisteredUser] = [:]
    /// The live calls of callers without an account.
    private(set) var placedAnonymously: Set<CallSessionID> = []

    var connectionCount: Int { connections.count }

    func session(on connection: ConnectionID) -> RegisteredSession? {
        connections[connection].flatMap { sessions[$0] }
    }

    /// Finds a device's call by the device's own name for it, so that no device reaches another's calls.
    func address(of callID: CallID, on connection: ConnectionID) -> LegIndex? {
        connections[connection].flatMap { address(of: callID, in: $0) }
    }

    /// Finds a call of a session, live or ended lately, by the device's own name for it.
    func address(of callID: CallID, in session: SignalingSessionID) -> LegIndex? { legs[session]?.byName[callID] }

    /// The calls of a session, live or ended lately, in an order that does not depend on hashing.
    func addresses(in session: SignalingSessionID) -> [LegIndex] { legs[session]?.byName.values.sorted() ?? [] }

    /// The number of live calls of a session.
    func liveLegCount(in session: SignalingSessionID) -> Int { legs[session]?.live ?? 0 }

    func user(_ user: UserID) -> RegisteredUser { users[user] ?? RegisteredUser() }

    func sessions(of user: UserID) -> [RegisteredSession] {
        (users[user]?.sessions ?? []).compactMap { sessions[$0] }
    }

    /// The sessions of a user that calls ring, including those without a connection.
    func sessionsToRing(of user: UserID) -> [RegisteredSession] { sessions(of: user).filter { !$0.isRevoked } }

    // MARK: - Devices

    mutating func add(_ session: DeviceSession, on connection: ConnectionID) {
        sessions[session.id] = RegisteredSession(session, connection: connection)
        legs[session.id] = SessionLegs()
        users[session.user, default: RegisteredUser()].sessions.append(session.id)
        connections[connection] = session.id
    }

    /// Adds a session of an earlier run, which has no connection yet.
    mutating func add(_ session: DeviceSession, resumeDeadline: Duration) {
        sessions[session.id] = RegisteredSession(session, connection: nil)
        legs[session.id] = SessionLegs()
        sessions[session.id]?.resumeDeadline = resumeDeadline
        users[session.user, default: RegisteredUser()].sessions.append(session.id)
    }

    /// Binds a known session to a connection.
    ///
    /// - Returns: the session's connection before.
    mutating func bind(_ session: DeviceSession, to connection: ConnectionID) -> ConnectionID? {
        let previous = sessions[session.id]?.connection
        if let previous { connections[previous] = nil }
        connections[connection] = session.id
        sessions[session.id]?.connection = connection
        sessions[session.id]?.resumeDeadline = nil
        sessions[session.id]?.device = session.device
        sessions[session.id]?.capabilities = session.capabilities
        // A valid login lifts the revocation.
        sessions[session.id]?.isRevoked = false
        return previous
    }

    mutating func unbind(_ connection: ConnectionID, resumeDeadline: Duration?) {
        guard let id = connections.removeValue(forKey: connection) else { return }
        sessions[id]?.connection = nil
        sessions[id]?.returning = nil
        sessions[id]?.resumeDeadline = resumeDeadline
    }

    mutating func setReturning(_ id: SignalingSessionID, _ legs: [LegIndex]?) {
        sessions[id]?.returning = legs
    }

    mutating func revoke(_ id: SignalingSessionID) { sessions[id]?.isRevoked = true }

    mutating func remove(_ id: SignalingSessionID) {
        guard let session = sessions.removeValue(forKey: id) else { return }
        legs[id] = nil
        if let connection = session.connection { connections[connection] = nil }
        users[session.user]?.sessions.removeAll { $0 == id }
        forgetIfIdle(session.user)
    }

    // MARK: - Calls

    mutating func add(_ address: LegIndex, named callID: CallID, to id: SignalingSessionID) {
        legs[id]?.add(address, named: callID)
    }

    mutating func readdress(_ callID: CallID, of id: SignalingSessionID, to address: LegIndex) {
        if legs[id]?.byName[callID] != nil { legs[id]?.byName[callID] = address }
    }

    /// Counts a leg as over. Its name is kept for a while, so that a late message about it is told apart from one
    /// about an unknown call.
    mutating func release(_ address: LegIndex, named callID: CallID, of id: SignalingSessionID) {
        legs[id]?.release(address, named: callID)
    }

    mutating func forget(_ address: LegIndex, named callID: CallID, of id: SignalingSessionID) {
        legs[id]?.forget(address, named: callID)
    }

    mutating func begin(_ call: CallSessionID, caller: UserID, callee: UserID?, isAnonymous: Bool = false) {
        if isAnonymous { placedAnonymously.insert(call) }
        users[caller, default: RegisteredUser()].place(call)
        if let callee { users[callee, default: RegisteredUser()].receive(call, isCaller: callee == caller) }
    }

    mutating func end(_ call: CallSessionID, caller: UserID, callee: UserID?) {
        placedAnonymously.remove(call)
        // A caller who is the callee too has the call as such until it was left.
        if let callee { leave(call, callee: callee, caller: caller) }
        if users[caller]?.endPlaced(call) == true { users[caller] = nil }
    }

    /// Frees the callee of a call that was diverted or has ended.
    mutating func leave(_ call: CallSessionID, callee: UserID, caller: UserID) {
        if users[callee]?.leave(call, isCaller: callee == caller) == true { users[callee] = nil }
    }

    /// Notes that a call to a number rings a user.
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

/// A known signaling session, with the calls its device is in.
struct RegisteredSession: Hashable, Sendable {
    let id: SignalingSessionID
    let user: UserID
    var device: DeviceID
    var capabilities: DeviceCapabilities
    /// `nil` while the device is gone.
    var connection: ConnectionID?
    /// When the session is forgotten; `nil` while it has a connection.
    var resumeDeadline: Duration?
    /// Whether its device was revoked. No call rings the device any more, and the session is forgotten with its last
    /// call.
    var isRevoked = false
    /// The calls the device takes up again, until all that can be offered have been. Only then is it told that it is
    /// ready.
    var returning: [LegIndex]?

    init(_ session: DeviceSession, connection: ConnectionID?) {
        id = session.id
        user = session.user
        device = session.device
        capabilities = session.capabilities
        self.connection = connection
    }
}

/// The calls of a session.
private struct SessionLegs: Hashable, Sendable {
    /// By the device's own names for them, including those that ended lately.
    var byName: [CallID: LegIndex] = [:]
    /// The number of these calls that are live.
    var live = 0

    mutating func add(_ address: LegIndex, named callID: CallID) {
        byName[callID] = address
        live += 1
    }

    mutating func release(_ address: LegIndex, named callID: CallID) {
        if byName[callID] == address { live -= 1 }
    }

    mutating func forget(_ address: LegIndex, named callID: CallID) {
        if byName[callID] == address { byName[callID] = nil }
    }
}

/// A user who has devices or calls.
struct RegisteredUser: Hashable, Sendable {
    /// The user's sessions, in the order they first logged in.
    var sessions: [SignalingSessionID] = []
    /// The number of live calls, as caller or callee.
    var liveCalls = 0
    /// The live calls the user has placed.
    var placed: Set<CallSessionID> = []
    /// The live calls in which the user is the callee.
    var calledIn: Set<CallSessionID> = []
    /// The live calls to numbers that ring the user, or did.
    var expectedIn: Set<CallSessionID> = []

    var isIdle: Bool { sessions.isEmpty && liveCalls == 0 && calledIn.isEmpty && expectedIn.isEmpty }

    mutating func place(_ call: CallSessionID) {
        liveCalls += 1
        placed.insert(call)
    }

    /// - Returns: whether the user is idle now.
    mutating func endPlaced(_ call: CallSessionID) -> Bool {
        liveCalls -= 1
        placed.remove(call)
        return isIdle
    }

    /// - Parameter isCaller: whether the user has placed the call too, in which it counts once.
    mutating func receive(_ call: CallSessionID, isCaller: Bool) {
        calledIn.insert(call)
        if !isCaller { liveCalls += 1 }
    }

    /// - Returns: whether the user is idle now.
    mutating func leave(_ call: CallSessionID, isCaller: Bool) -> Bool {
        calledIn.remove(call)
        if !isCaller { liveCalls -= 1 }
        return isIdle
    }
}
