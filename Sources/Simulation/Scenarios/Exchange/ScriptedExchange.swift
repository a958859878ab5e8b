internal import CallModel
internal import CarillonRTC
internal import DeviceModel
internal import DeviceRuntime
package import PhoneCore

/// The exchange and the people behind it: what it believes of each call, and what it says to the phone over the
/// connections the app makes. It does by itself what a real one does; the rest is in the scenario's steps.
@MainActor
package final class ScriptedExchange {
    /// From a dialled call to its ringing at the other end.
    static let peerRingsAfter: Duration = .milliseconds(50)

    package let scenario: Scenario
    let limits: ScriptedLimits
    /// What it does not do as the real one, in a test of the contract.
    let kindness: PlantedKindness?
    let account = ScriptedAccount()
    package let calls: [ExchangeCall]
    /// Calls to numbers that belong to no one.
    private var strays: [ExchangeCall] = []
    /// Told what the exchange comes to believe, in words.
    var tells: (String) -> Void = { _ in }
    /// The line whose sound the app lets through.
    package var soundLine: LineID?
    private(set) var sockets: [ScriptedSocket] = []
    /// Those whose process runs, or is suspended.
    private var living: [ScriptedSocket] { sockets.filter { !$0.isDead } }
    private var refusedRegistrations: [String] = []
    var gateway = Gateway.registers
    private(set) var isCut = false
    private(set) var isSilent = false
    private var hasPath = true
    private var tasks: [Task<Void, Never>] = []
    unowned let device: ModelDevice

    init(_ scenario: Scenario, device: ModelDevice, planted kindness: PlantedKindness? = nil) {
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

    package func call(_ name: CallName) -> ExchangeCall? { calls.first { $0.plan.id == name } }

    /// Gives up everything that was to happen later.
    func stop() {
        for task in tasks { task.cancel() }
        tasks = []
    }

    /// Does something later, by the phone's time, on nobody's thread of the phone.
    func after(_ delay: Duration, _ body: @escaping @MainActor () -> Void) {
        let due = device.clock.now.advanced(by: delay)
        // On the main actor from its first step: time waits for what is to be done there, not for busy threads.
        let wait: @MainActor @Sendable () async -> Void = { await self.wait(until: due, body) }
        tasks.append(Task.detached(operation: wait))
    }

    private func wait(until due: DeviceClock.Instant, _ body: @MainActor () -> Void) async {
        do { try await device.clock.sleep(until: due) } catch { return }
        lookAround()
        body()
    }

    func believe(_ belief: ExchangeBelief, of call: ExchangeCall) {
        guard call.belief != belief else { return }
        call.belief = belief
        call.episode += 1
        tells("\(call.plan.shownName): \(belief.rawValue)")
    }

    // MARK: - Connections

    /// What becomes of a question to the exchange.
    enum Way {
        case open, refused, silent
    }

    /// Of questions to the exchange's API.
    var wayToAPI: Way { !isReachable ? .refused : isSilent ? .silent : .open }

    var isReachable: Bool { hasPath && !isCut }

    /// Whether words to this connection arrive.
    func reaches(_ socket: ScriptedSocket) -> Bool {
        socket.state != .closed && !socket.isDeaf && device.machine.isRunning(socket.process)
    }

    /// Calls the app's signalling, as the network would.
    func inApp(of socket: ScriptedSocket, _ body: (any ScriptedSocketListener) -> Void) {
        guard reaches(socket), let listener = socket.listener else { return }
        device.asApp { body(listener) }
    }

    /// Connects the process that asks.
    ///
    /// - Parameters:
    ///   - fetchesCalls: at the carrier, whether what waits there is asked for.
    ///   - takesSessionUp: whether it goes on with the session of the process before.
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

    /// The app closes its connection.
    package func close(_ socket: ScriptedSocket) {
        guard socket.state != .closed else { return }
        socket.state = .closed
        sockets.removeAll { $0 === socket }
        leave(socket)
    }

    /// The app has another network under its connection, and makes it again at once.
    package func renew(_ socket: ScriptedSocket) {
        guard socket.state == .reconnecting else { return lose(socket) }
        socket.failures = 0
        connect(socket)
    }

    func connect(_ socket: ScriptedSocket) {
        socket.attempt += 1
        let attempt = socket.attempt
        let isFirst = socket.state == .connecting
        // As the real client, at every attempt.
        if !isFirst { inApp(of: socket) { $0.socket(socket, says: .reconnecting) } }
        after(isReachable && isSilent ? limits.connectTime : scenario.device.connectAfter) { [self] in
            // A suspended process does not connect.
            guard socket.attempt == attempt, socket.state != .closed, !socket.isStale else { return }
            if isReachable, !isSilent { return receive(socket) }
            if isFirst { fail(socket, .unreachable) } else { retry(socket) }
        }
    }

    /// What the exchange or the carrier says to a client that has logged in.
    private func receive(_ socket: ScriptedSocket) {
        let isRefused = kindness != .takesAnyCredentials && refusedRegistrations.contains(socket.registration)
        switch isOfCarrier(socket) ? gateway : .registers {
        case _ where isRefused: fail(socket, .refused)
        case .fails: fail(socket, .refused)
        case .hesitates: awaitGateway(of: socket)
        case .registers: welcome(socket)
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

    func fail(_ socket: ScriptedSocket, _ news: ScriptedSocket.News) {
        inApp(of: socket) { $0.socket(socket, says: news) }
        close(socket)
    }

    func welcome(_ socket: ScriptedSocket) {
        guard device.machine.isRunning(socket.process) else { return }
        socket.state = .ready
        socket.isStale = false
        socket.absences += 1
        if socket.takesSessionUp { takeSessionUp(socket) }
        inApp(of: socket) { $0.socket(socket, says: .ready) }
        catchUp(socket)
        for call in calls where socket.isFor(call) {
            if let line = call.line, line.socket === socket { line.handle(.linkRestored) }
            join(call)
        }
    }

    /// A phone that logs in at the exchange while its person is rung rings too, whatever its other connections do. What
    /// the carrier sends over one stays there.
    private func join(_ call: ExchangeCall) {
        if !call.plan.isOfCarrier, call.belief.isRinging, call.line?.socket.isDead == true { call.line = nil }
        invite(call)
    }

    /// What either side said while nothing passed arrives.
    private func catchUp(_ socket: ScriptedSocket) {
        let (words, news, abandoned) = (socket.waiting, socket.unheard, socket.abandoned)
        (socket.waiting, socket.unheard, socket.abandoned) = ([], [], [])
        for say in words { say() }
        for (line, ending) in news { line.handle(.released(ending)) }
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
        (socket.isStranded, socket.isSwallowed, socket.awaitsGateway) = (false, false, false)
        connect(socket)
        leave(socket)
        for call in calls {
            if let line = call.line, line.socket === socket { line.handle(.linkImpaired) }
        }
    }

    /// The network changed between phone and exchange.
    func setNetwork(cut: Bool? = nil, silent: Bool? = nil, hasPath: Bool? = nil) {
        isCut = cut ?? isCut
        isSilent = silent ?? isSilent
        self.hasPath = hasPath ?? self.hasPath
        // That there is a way again, a client finds out by itself or is told by its app.
        if !isReachable { for socket in isCut ? sockets : living { lose(socket) } }
        for socket in living where socket.state == .ready && socket.isSwallowed != isSilent {
            socket.isSwallowed = isSilent
            if isSilent { awaitSilence(of: socket) } else if !socket.isDeaf { catchUp(socket) }
        }
    }

    /// A client that is told nothing finds out when a word of its own stays without an answer.
    private func awaitSilence(of socket: ScriptedSocket) {
        socket.silences += 1
        let silence = socket.silences
        after(limits.silenceTime) { [self] in
            if socket.isDeaf, !socket.isDead, socket.silences == silence { lose(socket) }
        }
    }

    /// The phone is in another network. What was connected in the one before hears and says nothing any more; who does
    /// not connect anew at once finds out when a word stays without an answer.
    func changeNetwork() {
        for socket in living where socket.state == .ready {
            let wasDeaf = socket.isDeaf
            socket.isStranded = true
            if !wasDeaf { awaitSilence(of: socket) }
        }
    }

    /// Every connection is gone, and nothing stands in the way of the next.
    func breakConnections() {
        for socket in sockets { lose(socket) }
    }

    func refuseCredentials(of organization: String) { refusedRegistrations.append(organization) }

    /// The exchange gave new credentials, and takes those.
    func takeCredentials(of organization: String) { refusedRegistrations.removeAll { $0 == organization } }

    /// Calls on a connection that is gone wait a while for the phone to come back.
    func leave(_ socket: ScriptedSocket) {
        socket.absences += 1
        let absence = socket.absences
        for call in calls {
            guard let line = call.line, line.socket === socket else { continue }
            if socket.state == .closed {
                call.line = nil
                call.isParked = call.plan.isOfCarrier
            }
            guard call.belief.isTalking || call.belief == .dialled else { continue }
            let episode = call.episode
            if socket.state != .reconnecting { tells("\(call.plan.shownName): the phone is gone") }
            after(call.belief == .dialled ? limits.callerGraceTime : limits.resumeTime) { [self] in
                let isAway = call.line == nil || call.line?.socket === socket
                if call.episode == episode, socket.absences == absence, isAway { believe(.lost, of: call) }
            }
        }
    }

    // MARK: - Branches

    /// Offers a call to the phone, once it can be reached.
    func invite(_ call: ExchangeCall) {
        // A call stays in the session of its phone, whose client ends what stood in a process before.
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

    /// The connection over which the INVITE goes: one that can be heard, or else one of which it is not known that it
    /// cannot.
    private func connection(for call: ExchangeCall) -> ScriptedSocket? {
        let open = sockets.filter { $0.isFor(call) && $0.state == .ready && offers(call, over: $0) }
        guard let heard = open.first(where: { !$0.isDead }) else { return open.first }
        return reaches(heard) ? heard : nil
    }

    func hasConnection(for call: ExchangeCall) -> Bool {
        sockets.contains { $0.isFor(call) && $0.state == .ready }
    }

    /// What waits at the carrier is sent to a phone that asks for it; what stood comes back by itself.
    private func offers(_ call: ExchangeCall, over socket: ScriptedSocket) -> Bool {
        guard !call.isUnreached else { return false }
        return kindness == .offersToAnyLogin || !call.isParked || socket.fetchesCalls || call.belief.isTalking
    }

    /// The app dials a number; what belongs to no one ends as unreachable.
    ///
    /// - Parameter begins: is given the line before anything is told of it.
    @discardableResult
    package func dial(
        _ number: String, as id: LineID, on socket: ScriptedSocket, begins: (ScriptedLine) -> Void = { _ in }
    ) -> ScriptedLine {
        let known = calls.first { $0.plan.number == number && !$0.belief.isLive && $0.line == nil }
        let callee = known ?? ExchangeCall(ScenarioCall("", number: number), index: 0, session: nil)
        if known == nil { strays.append(callee) }
        let line = ScriptedLine(id, .outbound, of: callee, on: socket, exchange: self)
        callee.line = line
        callee.digits = ""
        begins(line)
        line.handle(.dial)
        return line
    }
}
