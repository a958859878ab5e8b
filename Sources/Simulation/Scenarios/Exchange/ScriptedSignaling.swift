internal import CallModel
internal import DeviceModel
internal import DeviceRuntime
internal import PhoneCore
internal import PhoneKit
internal import Redaction

/// The signaling and media of one process of our app, over the scripted exchange, in place of CarillonRTC and a media
/// engine.
@MainActor
final class ScriptedSignaling: SignalingPort {
    weak var sink: (any PhoneEventSink)?
    private let exchange: ScriptedExchange
    private let credentials: CredentialStore
    private var sockets: [RegistrationID: ScriptedSocket] = [:]
    private let steps: AppSteps
    private let process: ProcessGeneration
    /// Whether the phone knows its id at the exchange, so that the next process continues its sessions.
    private let takesSessionsUp: Bool
    /// The number of pending reads of the keychain, which run on another thread.
    private var readsUnderWay = 0
    private var lines: [LineID: ScriptedLine] = [:]
    /// The carrier login of each connection.
    private var logins: [RegistrationID: CarrierLogin] = [:]

    init(_ exchange: ScriptedExchange, credentials: CredentialStore, steps: AppSteps, takesSessionsUp: Bool = true) {
        self.exchange = exchange
        self.takesSessionsUp = takesSessionsUp
        self.steps = steps
        process = exchange.device.machine.process.generation
        self.credentials = credentials
        exchange.device.staysBusy { [weak self] in (self?.readsUnderWay ?? 0) > 0 }
    }

    /// Counts a step. Returns false if the process has ended, so that its messages do not arrive.
    private func isHeard() -> Bool {
        steps.capture()
        return exchange.device.machine.isRunning(process)
    }

    func perform(_ order: SignalingOrder) {
        guard isHeard() else { return }
        switch order {
        case .connect(let registration, let login): connect(registration, login)
        case .renew(let registration): if let socket = sockets[registration] { exchange.renew(socket) }
        case .disconnect(let registration):
            guard let socket = sockets.removeValue(forKey: registration) else { return }
            // A call that only rings is left to the exchange, which offers it to the other devices.
            let left =
                exchange.kindness == .linesOutliveConnections
                ? [] : lines.values.filter { $0.socket === socket && $0.machine.state.progress != .ringing }
            for line in left { line.hangUp() }
            exchange.close(socket)
            sink?.send(.signaling(registration, .disconnected(nil)))
            for line in left { self.line(line, ended: line.machine.ending ?? Ending(.completed), isReported: false) }
        }
    }

    /// Connects a registration. The credentials are read from the keychain, as for a real connection, and may be
    /// inaccessible.
    ///
    /// An order whose login replaces the carrier's, where a call waits, replaces a connection without calls.
    private func connect(_ registration: RegistrationID, _ login: CarrierLogin?) {
        if let socket = sockets[registration] {
            guard let login, login.replaces(logins[registration]),
                !lines.values.contains(where: { $0.socket === socket })
            else { return }
            sockets[registration] = nil
            exchange.close(socket)
        }
        let socket = exchange.open(
            registration.description, fetchesCalls: login?.fetchesCalls ?? false, takesSessionUp: takesSessionsUp,
            for: self)
        sockets[registration] = socket
        logins[registration] = login
        sink?.send(.signaling(registration, .connecting))
        readsUnderWay += 1
        Task { [weak self, credentials] in
            defer { self?.readsUnderWay -= 1 }
            let key = try? await credentials.keys().last { $0.registration == registration }
            let found: PhoneCredentials? = if let key { try? await credentials.read(key) } else { nil }
            guard found == nil, let self, sockets[registration] === socket else { return }
            sockets[registration] = nil
            exchange.close(socket)
            sink?.send(.signaling(registration, .disconnected(.noCredentials)))
        }
    }

    func perform(_ order: LineOrder) {
        guard isHeard() else { return }
        switch order {
        case .dial(let id, let registration, let party):
            dial(party.destination.text.revealed, as: id, over: registration)
        case .answer(let id): lines[id]?.answer()
        case .decline(let id, let isBusy): lines[id]?.decline(isBusy: isBusy)
        case .hangUp(let id): lines[id]?.hangUp()
        case .hold(let id, let isOn):
            guard let line = lines[id], !line.hold(isOn) else { return }
            refuse(isOn ? .hold : .resume, on: line)
        case .mute(let id, let isOn): lines[id]?.mute(isOn)
        case .digits(let id, let digits):
            guard let line = lines[id], !line.send(digits: digits.revealed) else { return }
            refuse(.digits, on: line)
        // The scripted exchange transfers no calls.
        case .transfer(let id, _): if let line = lines[id] { refuse(.transfer, on: line) }
        case .restartMedia: break  // Media here do not depend on networks.
        }
    }

    /// Reports a failed order on a call, not synchronously.
    private func refuse(_ failure: LineFailure, on line: ScriptedLine) {
        exchange.after(.zero) { [weak self, exchange] in
            exchange.inApp(of: line.socket) { _ in self?.sink?.send(.line(line.id, .failed(failure))) }
        }
    }

    /// Dials over a ready connection only.
    private func dial(_ number: String, as id: LineID, over registration: RegistrationID) {
        guard lines[id] == nil else { return }
        guard let socket = sockets[registration], socket.state == .ready, !socket.awaitsGateway else {
            sink?.send(.line(id, .failed(.dial)))
            return
        }
        exchange.dial(number, as: id, on: socket) { lines[id] = $0 }
    }

    func startAudio(of line: LineID) {
        guard isHeard() else { return }
        exchange.soundLine = line
        ProcessHandle.current?.send(.audio(.startMedia))
    }

    func stopAudio() {
        guard isHeard() else { return }
        exchange.soundLine = nil
        ProcessHandle.current?.send(.audio(.stopMedia))
    }
}

extension ScriptedSignaling: ScriptedSocketListener {
    func socket(_ socket: ScriptedSocket, says event: ScriptedSocket.Event) {
        let registration = RegistrationID(text: socket.registration)
        guard sockets[registration] === socket else { return }
        switch event {
        case .connecting: sink?.send(.signaling(registration, .connecting))
        case .ready: sink?.send(.signaling(registration, .ready))
        case .reconnecting: sink?.send(.signaling(registration, .reconnecting))
        case .unreachable, .refused:
            sockets[registration] = nil
            sink?.send(.signaling(registration, .disconnected(event == .refused ? .refused : .unreachable)))
        }
    }

    func socket(_ socket: ScriptedSocket, offers line: ScriptedLine) {
        lines[line.id] = line
        let plan = line.call.plan
        var invitation = IncomingInvite(RegistrationID(text: socket.registration))
        if plan.inviteNames.contains(.session) { invitation.session = line.call.session }
        if plan.inviteNames.contains(.vendor) { invitation.vendor = VendorCallID(text: line.call.vendorName) }
        invitation.display = plan.caller
        sink?.send(.line(line.id, .invited(invitation)))
        sink?.send(.line(line.id, .changed(line.machine.state)))
    }

    func line(_ line: ScriptedLine, became state: CallState) {
        guard lines[line.id] === line else { return }
        sink?.send(.line(line.id, .changed(state)))
    }

    func line(_ line: ScriptedLine, ended ending: Ending, isReported: Bool) {
        guard lines.removeValue(forKey: line.id) != nil else { return }
        if line.isTerminationLost { sink?.send(.line(line.id, .terminationLost)) }
        sink?.send(.line(line.id, .ended(ending, isReported: isReported)))
    }
}
