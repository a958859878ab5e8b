import CarillonRTC
import Synchronization
import WireJSON

/// The real transport, with the addresses it was asked to connect to, and the data sent over it.
final class NotedTransport: SignalingTransport {
    fileprivate struct Notes {
        var targets: [String] = []
        var sent: [[UInt8]] = []
    }

    private let real = WebSocketTransport()
    private let notes = SharedNotes()

    /// Path and query of each address, in order.
    var targets: [String] { notes.state.withLock { $0.targets } }

    /// The `dialogParams` of the INVITE that was sent last.
    var invite: JSONObject? { inviteParams?["dialogParams"]?.object }

    /// The `params` of the INVITE that was sent last.
    var inviteParams: JSONObject? {
        let sent = notes.state.withLock { $0.sent }
        let frames = sent.compactMap { try? JSONParser.parse($0).object }
        return frames.last { $0["method"]?.string?.hasSuffix("invite") == true }?["params"]?.object
    }

    func open(_ url: SignalingURL) -> any SignalingConnection {
        notes.state.withLock { $0.targets.append(url.target) }
        return NotedConnection(real.open(url), notes)
    }

    fileprivate final class SharedNotes: Sendable {
        let state = Mutex(Notes())
    }
}

private final class NotedConnection: SignalingConnection {
    private let real: any SignalingConnection
    private let notes: NotedTransport.SharedNotes

    init(_ real: any SignalingConnection, _ notes: NotedTransport.SharedNotes) {
        self.real = real
        self.notes = notes
    }

    var events: AsyncStream<SocketEvent> { real.events }

    func send(_ text: [UInt8]) {
        notes.state.withLock { $0.sent.append(text) }
        real.send(text)
    }

    func close() { real.close() }
}
