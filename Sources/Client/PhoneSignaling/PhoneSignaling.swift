import CarillonRTC
import MediaEngine
public import PhoneCore
public import PhoneKit

/// The phone's signalling and media: one client for each organisation, one line for each call.
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
    private var connections: [OrganizationID: OrganizationConnection] = [:]

    /// Signalling that has not been asked for anything: no socket, no engine.
    public init(_ parts: SignalingParts) {
        self.parts = parts
    }

    public func perform(_ order: SignalingOrder) {
        switch order {
        case .connect(let organization, let edge): connect(organization, via: edge)
        case .renew(let organization): connections[organization]?.renew()
        case .disconnect(let organization): connections[organization]?.close()
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

    /// The client over which calls of an organisation go.
    func client(of organization: OrganizationID) -> CarillonClient? { connections[organization]?.client }

    private func connect(_ organization: OrganizationID, via edge: VendorEdge?) {
        if let connection = connections[organization] {
            guard let edge, connection.edge != edge, !lines.values.contains(where: { $0.organization == organization })
            else { return }
            connections[organization] = nil  // What it still says is not heard.
            connection.close()
        }
        let connection = OrganizationConnection(organization, via: edge) { [weak self] connection, news in
            self?.take(news, from: connection)
        }
        connections[organization] = connection
        connection.open(parts.credentials) { [weak self] credentials in
            guard let self else { throw CancellationError() }
            return try makeClient(credentials, via: edge)
        }
    }

    private func makeClient(_ credentials: PhoneCredentials, via edge: VendorEdge?) throws -> CarillonClient {
        let engine = try self.engine ?? parts.makeEngine()
        self.engine = engine
        return try CarillonClient(
            try ClientConfiguration(credentials, parts.settings, via: edge),
            ports: ClientPorts(
                media: engine, transport: parts.transport, clock: parts.clock, trace: parts.trace, name: "phone"))
    }

    private func take(_ news: ConnectionNews, from connection: OrganizationConnection) {
        let organization = connection.organization
        guard connections[organization] === connection else { return }
        switch news {
        case .state(let state):
            if case .disconnected = state { connections[organization] = nil }
            sink?.send(.signaling(organization, state))
        case .offered(let call): adopt(call, from: organization)
        case .mediaToRestart: restartMedia(of: organization)
        }
    }
}
