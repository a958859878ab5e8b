import CallModel
import CarillonRTC
import Clocks
import MediaEngine
public import PhoneCore
public import PhoneKit
import Redaction

/// The phone's signaling and media: one client for each registration, one line for each call.
///
/// It decides nothing. Orders become requests to a client or a call, in the order in which they came, and their results
/// become events. Events of one line keep their order. A line's sound runs between ``startAudio(of:)`` and
/// ``stopAudio()``.
@MainActor
public final class PhoneSignaling: SignalingPort {
    /// Receives the events of registrations and lines, on the main actor. The phone's shell sets it.
    public weak var sink: (any PhoneEventSink)?
    /// Receives the measured quality of the lines.
    public weak var qualityListener: (any QualityObserver)?
    let parts: SignalingDependencies
    var lines: [LineID: Line] = [:]
    /// The line whose audio runs.
    private(set) var audioLine: LineID?
    private var engine: (any MediaEngine)?
    private var connections: [RegistrationID: RegistrationConnection] = [:]
    /// The unanswered logins of former clients by the name of the session (``CarillonClient/lateLogins``).
    private var lateLogins: [String: [Duration]] = [:]

    /// Makes signaling that has opened neither a socket nor a media engine yet.
    public init(_ parts: SignalingDependencies) {
        self.parts = parts
    }

    public func perform(_ order: SignalingOrder) {
        switch order {
        case .connect(let registration, let login): connect(registration, login)
        case .renew(let registration): connections[registration]?.renew()
        case .disconnect(let registration): connections[registration]?.close()
        }
    }

    public func startAudio(of line: LineID) {
        quieten()
        audioLine = line
        parts.sound.open()
        lines[line]?.call.setAudioSource(parts.sound.microphone)
        lines[line]?.call.setAudioSink(parts.sound.speaker)
    }

    public func stopAudio() {
        quieten()
        parts.sound.close()
    }

    private func quieten() {
        let line = audioLine.flatMap { lines[$0] }
        audioLine = nil
        line?.call.setAudioSource(nil)
        line?.call.setAudioSink(nil)
    }

    /// The client that carries the calls of a registration.
    func client(of registration: RegistrationID) -> CarillonClient? { connections[registration]?.client }

    private func connect(_ registration: RegistrationID, _ login: CarrierLogin?) {
        if let connection = connections[registration] {
            guard let login, login.replaces(connection.login),
                !lines.values.contains(where: { $0.registration == registration })
            else { return }
            connections[registration] = nil  // Its later events are ignored.
            noteLateLogins(of: connection)
            connection.close()
        }
        let connection = RegistrationConnection(registration, login) { [weak self] connection, event in
            self?.handle(event, from: connection)
        }
        connections[registration] = connection
        connection.open(parts.credentials) { [weak self] credentials, device in
            guard let self else { throw CancellationError() }
            return try makeClient(credentials, for: registration, login, on: device)
        }
    }

    /// Remembers the logins of a connection's client that may reach the exchange after those of the next one. A client
    /// with a random session has no successor.
    private func noteLateLogins(of connection: RegistrationConnection) {
        guard let client = connection.client, let session = client.configuration.sessionID else { return }
        lateLogins[session] = client.lateLogins
    }

    private func makeClient(
        _ credentials: PhoneCredentials, for registration: RegistrationID, _ login: CarrierLogin?, on device: String?
    ) throws -> CarillonClient {
        let provider = registration.provider
        let engine = try self.engine ?? parts.makeEngine()
        self.engine = engine
        let name = provider == .carrier ? "\(parts.name)@carrier" : parts.name
        var ports = ClientPorts(
            media: engine, transport: parts.transport, clock: parts.clock, trace: parts.trace, name: name)
        if provider == .carrier { ports.iceServers = parts.iceServers }
        var configuration = try ClientConfiguration(credentials, parts.settings(at: provider), login)
        configuration.sessionID = device.map { SignalingSession(of: registration, on: $0).name }
        if let session = configuration.sessionID {
            configuration.lateLogins = (lateLogins[session] ?? []).filter { $0 > parts.clock.now }
        }
        return try CarillonClient(configuration, ports: ports)
    }

    private func handle(_ event: ConnectionEvent, from connection: RegistrationConnection) {
        let registration = connection.registration
        guard connections[registration] === connection else { return }
        switch event {
        case .state(let state):
            if case .disconnected = state {
                noteLateLogins(of: connection)
                connections[registration] = nil
            }
            sink?.send(.signaling(registration, state))
        case .offered(let call): adopt(call, from: registration)
        }
    }
}

/// Lines: the registration's calls as the phone knows them.
extension PhoneSignaling {
    public func perform(_ order: LineOrder) {
        if case .dial(let line, let registration, let party) = order {
            dial(party, as: line, over: registration)
        } else if let operation = order.operation, let line = lines[order.line] {
            line.call.ask(operation) { [weak self] error in
                guard let error, error.code != .callEnded, let failure = order.failure else { return }
                Task { @MainActor in self?.send(.failed(failure), of: order.line) }
            }
        }
    }

    private func dial(_ party: DialedParty, as id: LineID, over registration: RegistrationID) {
        guard lines[id] == nil else { return }
        guard let client = client(of: registration) else { return reportDialFailure(id) }
        do throws(ClientError) {
            let options = DialOptions(party.settings)
            try client.dial(party.destination.text.revealed, options) { call in
                add(Line(id, registration, call))
            } then: { [weak self] error in
                guard error != nil else { return }
                Task { @MainActor in self?.giveUp(id) }
            }
        } catch {
            reportDialFailure(id)
        }
    }

    private func giveUp(_ id: LineID) {
        guard lines.removeValue(forKey: id) != nil else { return }
        reportDialFailure(id)
    }

    /// Tells the phone that the call was not placed. No other event of the line follows.
    private func reportDialFailure(_ id: LineID) {
        sink?.send(.line(id, .failed(.dial)))
    }

    func adopt(_ call: Call, from registration: RegistrationID) {
        let id = LineID(callID: call.id)
        guard lines[id] == nil else { return }
        add(Line(id, registration, call))
        sink?.send(
            .line(id, .invited(IncomingInvite(call, registration, parts.settings(at: registration.provider).names))))
    }

    private func add(_ line: Line) {
        let id = line.id
        lines[id] = line
        line.listen { [weak self] event in
            self?.handle(event, of: id)
        } quality: { [weak self, weak line] quality in
            guard let line else { return }
            self?.qualityListener?.didMeasure(line.takeReport(quality), on: id)
        }
    }

    private func handle(_ event: Call.Event, of id: LineID) {
        switch event {
        case .stateChanged(let state):
            if case .ended = state.progress { return }  // The event `ended` gives the reason.
            send(.changed(state), of: id)
        case .ended(let ending):
            guard let line = lines.removeValue(forKey: id) else { return }
            if line.call.isReleaseLost { sink?.send(.line(id, .terminationLost)) }
            sink?.send(.line(id, .ended(ending, isReported: line.call.isEndingReported)))
        case .mediaRestarted(let reason): lines[id]?.restart = reason
        case .relaysUnavailable: lines[id]?.relaysUnavailable = true
        case .mutedChanged, .digitReceived, .earlyMedia, .firstAudio, .headersReceived, .namesLearned, .mediaChanged:
            break
        case .transferFailed(let ending): send(.transferFailed(ending), of: id)
        }
    }

    private func send(_ event: LineEvent, of id: LineID) {
        guard lines[id] != nil else { return }
        sink?.send(.line(id, event))
    }
}
