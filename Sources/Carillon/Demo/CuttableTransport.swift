import CarillonRTC
import Synchronization

/// A WebSocket whose cable can be pulled: the demo's way of losing a connection.
final class CuttableTransport: SignalingTransport {
    private let real = WebSocketTransport()
    private let newest = Mutex<(any SignalingConnection)?>(nil)

    func open(_ url: SignalingURL) -> any SignalingConnection {
        let connection = real.open(url)
        newest.withLock { $0 = connection }
        return connection
    }

    /// Closes the present socket without a word to the exchange.
    func cut() {
        newest.withLock { $0 }?.close()
    }
}
