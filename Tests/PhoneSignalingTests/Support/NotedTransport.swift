import CarillonRTC
import Synchronization

/// The real transport, and where it was asked to connect to.
final class NotedTransport: SignalingTransport {
    private let real = WebSocketTransport()
    private let noted = Mutex<[String]>([])

    /// Path and query of each address, in order.
    var targets: [String] { noted.withLock { $0 } }

    func open(_ url: SignalingURL) -> any SignalingConnection {
        noted.withLock { $0.append(url.target) }
        return real.open(url)
    }
}
