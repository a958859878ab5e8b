import CarillonRTC
import MediaEngine
public import PhoneCore
public import PhoneKit

/// The phone's signalling and media: one client for each registration, one line for each call.
///
/// Decides nothing: orders become requests of a client or a call, in the order they came, and what those tell becomes
/// events. Everything of one line comes in order; a line's sound runs between ``startAudio(of:)`` and ``stopAudio()``.
@MainActor
public final class PhoneSignaling: SignalingPort {
    public weak var sink: (any PhoneEventSink)?
    /// Who wants to know how the lines sound.
    public weak var qualityListener: (any QualityListener)?
    let parts: SignalingParts
    var lines: [LineID: Line] = [:]
    /// The line whose sound runs.
    private(set) var heard: LineID?
    private var engine: (any MediaEngine)?
    private var connections: [RegistrationID: RegistrationConnection] = [:]

    /// Signalling that has not been asked for anything: no socket, no engine.
    public init(_ parts: SignalingParts) {
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
        heard = line
        parts.sound.open()
        lines[line]?.call.setAudioSource(parts.sound.microphone)
        lines[line]?.call.setAudioSink(parts.sound.speaker)
    }

    public func stopAudio() {
        quieten()
        parts.sound.close()
    }

    private func quieten() {
        let line = heard.flatMap { lines[$0] }
        heard = nil
        line?.call.setAudioSource(nil)
        line?.call.setAudioSink(nil)
    }

    /// The client over which calls of a registration go.
    func client(of registration: RegistrationID) -> CarillonClient? { connections[registration]?.client }

    private func connect(_ registration: RegistrationID, _ login: CarrierLogin?) {
        if let connection = connections[registration] {
            guard let edge = login?.edge, connection.edge != edge,
                !lines.values.contains(where: { $0.registration == registration })
            else { return }
            connections[registration] = nil  // What it still says is not heard.
            connection.close()
        }
        let connection = RegistrationConnection(registration, via: login?.edge) { [weak self] connection, news in
            self?.take(news, from: connection)
        }
        connections[registration] = connection
        connection.open(parts.credentials) { [weak self] credentials, device in
            guard let self else { throw CancellationError() }
            return try makeClient(credentials, for: registration, login, on: device)
        }
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
        return try CarillonClient(configuration, ports: ports)
    }

    private func take(_ news: ConnectionNews, from connection: RegistrationConnection) {
        let registration = connection.registration
        guard connections[registration] === connection else { return }
        switch news {
        case .state(let state):
            if case .disconnected = state { connections[registration] = nil }
            sink?.send(.signaling(registration, state))
        case .offered(let call): adopt(call, from: registration)
        }
    }
}
