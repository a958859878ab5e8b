internal import CallModel
internal import CarillonRTC
internal import DeviceModel
internal import DeviceRuntime
package import PhoneCore

/// The exchange and its other users: it keeps the state of each call and talks to the phone over the app's connections.
/// It does by itself what a real exchange does; everything else is in the scenario's steps.
@MainActor
package final class ScriptedExchange {
    /// The time from dialing to ringing at the other end.
    static let peerRingsAfter: Duration = .milliseconds(50)

    package let scenario: Scenario
    let limits: ScriptedLimits
    /// A planted difference from the real exchange, in a test of the contract.
    let kindness: InjectedLeniency?
    let account = ScriptedAccount()
    package let calls: [ExchangeCall]
    /// Calls to unassigned numbers.
    private var unknownCalls: [ExchangeCall] = []
    /// Called with each change of a call's state, in words.
    var reports: (String) -> Void = { _ in }
    /// The line whose audio the app plays.
    package var soundLine: LineID?
    private(set) var sockets: [ScriptedSocket] = []
    /// The connections whose process runs or is suspended.
    private var living: [ScriptedSocket] { sockets.filter { !$0.isDead } }
    private var refusedRegistrations: [String] = []
    var gateway = Gateway.registers
    private(set) var isCut = false
    private(set) var isSilent = false
    private var hasPath = true
    private var tasks: [Task<Void, Never>] = []
    unowned let device: ModelDevice

    init(_ scenario: Scenario, device: ModelDevice, planted kindness: InjectedLeniency? = nil) {
        self.scenario = scenario
        self.kindness = kindness
        limits = kindness?.limits ?? ScriptedLimits()
        self.device = device
        var made: [ExchangeCall] = []
        for (index, plan) in scenario.calls.enumerated() {
            let other = plan.sessionOf.flatMap { name in made.first { $0.plan.id == name } }
            made.append(ExchangeCall(plan, index: UInt64(index), session: other?.session))
        }
        calls = made
    }

    package func call(_ name: ScenarioCallName) -> ExchangeCall? { calls.first { $0.plan.id == name } }

    /// Cancels all delayed actions.
    func stop() {
        for task in tasks { task.cancel() }
        tasks = []
    }

    /// Runs `body` later, by the phone's time, outside the phone's threads.
    func after(_ delay: Duration, _ body: @escaping @MainActor () -> Void) {
        let due = device.clock.now.advanced(by: delay)
        // It runs on the main actor from its first step, because the phone's time waits for work there, but not for
        // other threads.
        let wait: @MainActor @Sendable () async -> Void = { await self.wait(until: due, body) }
        tasks.append(Task.detached(operation: wait))
    }

    private func wait(until due: DeviceClock.Instant, _ body: @MainActor () -> Void) async {
        do { try await device.clock.sleep(until: due) } catch { return }
        lookAround()
        body()
    }

    func believe(_ belief: ExchangeCallState, of call: ExchangeCall) {
        guard call.belief != belief else { return }
        call.belief = belief
        call.episode += 1
        reports("\(call.plan.shownName): \(belief.rawValue)")
    }

    // MARK: - Connections

    /// The result of a request on its way to the exchange.
    enum Way {
        case open, refused, silent
    }

    /// The result of requests to the exchange's API.
    var wayToAPI: Way { !isReachable ? .refused : isSilent ? .silent : .open }

    var isReachable: Bool { hasPath && !isCut }

    /// Whether messages to this connection arrive.
    func reaches(_ socket: ScriptedSocket) -> Bool {
        socket.state != .closed && !socket.receivesNothing && device.machine.isRunning(socket.process)
    }

    /// Calls the app's signaling, as the network would.
    func inApp(of socket: ScriptedSocket, _ body: (any ScriptedSocketListener) -> Void) {
        guard reaches(socket), let listener = socket.listener else { return }
        device.asApp { body(listener) }
    }

    /// Connects the calling process.
    ///
    /// - Parameters:
    ///   - fetchesCalls: whether calls that wait at the carrier are fetched.
    ///   - takesSessionUp: whether it continues the session of the process before.
    package func open(
        _ registration: String, takesAll: Bool = false, fetchesCalls: Bool = false, takesSessionUp: Bool = false,
        for listener: any ScriptedSocketListener
    ) -> ScriptedSocket {
        let socket = ScriptedSocket(
            registration, of: device.machine.process.generation, takesAll: takesAll, fetchesCalls: fetchesCalls,
            takesSessionUp: takesSessionUp, listener: listener)
        sockets.append(socket)
        connect(socket)
        return socket
    }

    /// Closes a connection for the app.
    package func close(_ socket: ScriptedSocket) {
        guard socket.state != .closed else { return }
        socket.state = .closed
        sockets.removeAll { $0 === socket }
        leave(socket)
    }

    /// Restores a connection at once, because the app has changed to another network.
    package func renew(_ socket: ScriptedSocket) {
        guard socket.state == .reconnecting else { return lose(socket) }
        socket.failures = 0
        connect(socket)
    }

    func connect(_ socket: ScriptedSocket) {
        socket.attempt += 1
        let attempt = socket.attempt
        let isFirst = socket.state == .connecting
        // The real client reports this at every attempt too.
        if !isFirst { inApp(of: socket) { $0.socket(socket, says: .reconnecting) } }
        after(isReachable && isSilent ? limits.connectTime : scenario.device.connectAfter) { [self] in
            // A suspended process does not connect.
            guard socket.attempt == attempt, socket.state != .closed, !socket.isStale else { return }
            if isReachable, !isSilent { return receive(socket) }
            if isFirst { fail(socket, .unreachable) } else { retry(socket) }
        }
    }

    /// Answers the login of a client, as the exchange or the carrier does.
    private func receive(_ socket: ScriptedSocket) {
        let isRefused = kindness != .takesAnyCredentials && refusedRegistrations.contains(socket.registration)
        switch isOfCarrier(socket) ? gateway : .registers {
        case _ where isRefused: fail(socket, .refused)
        case .fails: fail(socket, .refused)
        case .hesitates: awaitGateway(of: socket)
        case .registers: accept(socket)
        }
    }

    private func retry(_ socket: ScriptedSocket) {
        socket.failures += 1
        guard socket.failures < limits.reconnection.attemptsMax else { return fail(socket, .unreachable) }
        let attempt = socket.attempt
        after(limits.reconnection.longestDelay(attempt: socket.failures)) { [self] in
            if socket.attempt == attempt, socket.state == .reconnecting, !socket.isStale { connect(socket) }
        }
    }

    func fail(_ socket: ScriptedSocket, _ event: ScriptedSocket.Event) {
        inApp(of: socket) { $0.socket(socket, says: event) }
        close(socket)
    }

    func accept(_ socket: ScriptedSocket) {
        guard device.machine.isRunning(socket.process) else { return }
        socket.state = .ready
        socket.isStale = false
        socket.absences += 1
        if socket.takesSessionUp { resumeSession(socket) }
        inApp(of: socket) { $0.socket(socket, says: .ready) }
        catchUp(socket)
        for call in calls where socket.isFor(call) {
            if let line = call.line, line.socket === socket { line.handle(.linkRestored) }
            join(call)
        }
    }

    /// Rings a phone that logs in at the exchange while its user is rung, whatever its other connections do. An INVITE
    /// of the carrier stays on its connection.
    private func join(_ call: ExchangeCall) {
        if !call.plan.isOfCarrier, call.belief.isRinging, call.line?.socket.isDead == true { call.line = nil }
        invite(call)
    }

    /// Delivers the messages of both sides from the time when none arrived.
    private func catchUp(_ socket: ScriptedSocket) {
        let (words, endings, abandoned) = (socket.waiting, socket.unheard, socket.abandoned)
        (socket.waiting, socket.unheard, socket.abandoned) = ([], [], [])
        for send in words { send() }
        for (line, ending) in endings { line.handle(.released(ending)) }
        for line in abandoned { line.abandon() }
    }

    func lose(_ socket: ScriptedSocket) {
        guard socket.state == .ready else { return }
        guard !socket.isDead else { return close(socket) }
        socket.state = .reconnecting
        if kindness != .tellsEndsAgain {
            socket.abandoned += socket.unheard.map(\.line)
            socket.unheard = []
        }
        socket.failures = 0
        (socket.isStranded, socket.isBlackholed, socket.awaitsGateway) = (false, false, false)
        connect(socket)
        leave(socket)
        for call in calls {
            if let line = call.line, line.socket === socket { line.handle(.linkImpaired) }
        }
    }

    /// Changes the network between phone and exchange.
    func setNetwork(cut: Bool? = nil, silent: Bool? = nil, hasPath: Bool? = nil) {
        isCut = cut ?? isCut
        isSilent = silent ?? isSilent
        self.hasPath = hasPath ?? self.hasPath
        // A client finds out by itself, or is told by its app, that the network is back.
        if !isReachable { for socket in isCut ? sockets : living { lose(socket) } }
        for socket in living where socket.state == .ready && socket.isBlackholed != isSilent {
            socket.isBlackholed = isSilent
            if isSilent { awaitSilence(of: socket) } else if !socket.receivesNothing { catchUp(socket) }
        }
    }

    /// Loses a connection on which nothing arrives, when the client's own request stays unanswered.
    private func awaitSilence(of socket: ScriptedSocket) {
        socket.silences += 1
        let silence = socket.silences
        after(limits.silenceTime) { [self] in
            if socket.receivesNothing, !socket.isDead, socket.silences == silence { lose(socket) }
        }
    }

    /// Moves the phone to another network. Connections made in the one before no longer carry anything. A client that
    /// does not reconnect at once notices when a request stays unanswered.
    func changeNetwork() {
        for socket in living where socket.state == .ready {
            let receivedNothing = socket.receivesNothing
            socket.isStranded = true
            if !receivedNothing { awaitSilence(of: socket) }
        }
    }

    /// Breaks all connections; new ones are possible at once.
    func breakConnections() {
        for socket in sockets { lose(socket) }
    }

    func refuseCredentials(of organization: String) { refusedRegistrations.append(organization) }

    /// Accepts the credentials of an organization again, because the exchange has issued new ones.
    func acceptCredentials(of organization: String) { refusedRegistrations.removeAll { $0 == organization } }

    /// Starts the time for which calls on a lost connection wait for the phone.
    func leave(_ socket: ScriptedSocket) {
        socket.absences += 1
        let absence = socket.absences
        for call in calls {
            guard let line = call.line, line.socket === socket else { continue }
            if socket.state == .closed {
                call.line = nil
                call.isParked = call.plan.isOfCarrier
            }
            guard call.belief.isTalking || call.belief == .dialed else { continue }
            let episode = call.episode
            if socket.state != .reconnecting { reports("\(call.plan.shownName): the phone is gone") }
            after(call.belief == .dialed ? limits.callerGraceTime : limits.resumeTime) { [self] in
                let isAway = call.line == nil || call.line?.socket === socket
                if call.episode == episode, socket.absences == absence, isAway { believe(.lost, of: call) }
            }
        }
    }

    // MARK: - Legs

    /// Offers a call to the phone, if it can be reached.
    func invite(_ call: ExchangeCall) {
        // A call stays in the session of its phone, whose client ends the answered calls of an earlier process.
        let isReturn = kindness == .returnsToAnySession && call.belief.isTalking && call.line == nil
        if call.plan.isOfCarrier, !isReturn, !hasConnection(for: call) {
            if call.plan.isKeptByCarrier { call.isParked = true } else { call.isUnreached = true }
        }
        guard call.belief.isRinging || isReturn, call.line == nil,
            let delay = isReturn ? ScriptedLine.roundTrip : call.plan.inviteAfter
        else { return }
        let episode = call.episode
        after(delay) { [self] in
            guard call.episode == episode, call.line == nil, let socket = connection(for: call) else { return }
            call.inviteCount += 1
            let line = ScriptedLine(
                LineID(callID: "\(call.vendorName) \(call.inviteCount)"), .inbound, of: call, on: socket, exchange: self
            )
            call.line = line
            line.handle(.invited)
            inApp(of: socket) { $0.socket(socket, offers: line) }
        }
    }

    /// The connection for the INVITE: one that carries messages, or else one that is not yet known to be dead.
    private func connection(for call: ExchangeCall) -> ScriptedSocket? {
        let open = sockets.filter { $0.isFor(call) && $0.state == .ready && offers(call, over: $0) }
        guard let heard = open.first(where: { !$0.isDead }) else { return open.first }
        return reaches(heard) ? heard : nil
    }

    func hasConnection(for call: ExchangeCall) -> Bool {
        sockets.contains { $0.isFor(call) && $0.state == .ready }
    }

    /// Whether a call is offered over a connection. A call that waits at the carrier is sent only to a phone that
    /// fetches it; an answered one returns by itself.
    private func offers(_ call: ExchangeCall, over socket: ScriptedSocket) -> Bool {
        guard !call.isUnreached else { return false }
        return kindness == .offersToAnyLogin || !call.isParked || socket.fetchesCalls || call.belief.isTalking
    }

    /// Dials a number for the app; a call to an unassigned number ends as unreachable.
    ///
    /// - Parameter begins: called with the line before any of its events.
    @discardableResult
    package func dial(
        _ number: String, as id: LineID, on socket: ScriptedSocket, begins: (ScriptedLine) -> Void = { _ in }
    ) -> ScriptedLine {
        let known = calls.first { $0.plan.number == number && !$0.belief.isLive && $0.line == nil }
        let callee = known ?? ExchangeCall(ScenarioCall("", number: number), index: 0, session: nil)
        if known == nil { unknownCalls.append(callee) }
        let line = ScriptedLine(id, .outbound, of: callee, on: socket, exchange: self)
        callee.line = line
        callee.digits = ""
        begins(line)
        line.handle(.dial)
        return line
    }
}
