import CNativeMedia
import Dispatch
import Glibc
public import MediaEngine
import Synchronization

/// Reports when connections must use another network, which the kernel's netlink tells of as iOS's path monitor does. An
/// app on Linux passes each change to `CarillonClient.networkChanged()`.
///
/// Isolation: any thread. It watches until it is released.
public final class NetworkMonitor: Sendable {
    /// One element for each change; unread changes are combined.
    public let changes: AsyncStream<Void>
    private let source: Mutex<any DispatchSourceRead>

    /// How long after the kernel's message addresses and routes are read. An address and its route come one after the
    /// other, and a connection that is made between them leads nowhere.
    private static let settling = DispatchTimeInterval.milliseconds(10)

    /// - Throws: `MediaError` with code `.transport` if the kernel provides no netlink socket.
    public init() throws(MediaError) {
        let socket = cm_watch_network()
        guard socket >= 0 else { throw MediaError(.transport, "netlink: \(String(cString: strerror(errno)))") }
        let (stream, outlet) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        changes = stream
        let queue = DispatchQueue(label: "carillon.network")
        let source = DispatchSource.makeReadSource(fileDescriptor: socket, queue: queue)
        let begin = NetworkDifference(LocalAddresses.reachable(), route: NetworkPreference.current().defaultInterface)
        let change = Mutex(begin)
        source.setEventHandler {
            Self.drain(socket)
            queue.asyncAfter(deadline: .now() + Self.settling) {
                let route = NetworkPreference.current().defaultInterface
                if change.withLock({ $0.look(LocalAddresses.reachable(), route: route) }) { outlet.yield() }
            }
        }
        source.setCancelHandler {
            close(socket)
            outlet.finish()
        }
        source.resume()
        self.source = Mutex(source)
    }

    deinit { source.withLock { $0.cancel() } }

    /// Discards the messages. The change is derived from addresses and routes themselves, so that lost messages do no
    /// harm.
    private static func drain(_ socket: Int32) {
        var buffer = [UInt8](repeating: 0, count: 8_192)
        while recv(socket, &buffer, buffer.count, 0) > 0 {}
    }
}

/// Decides whether connections must use another network: an address disappeared, or the default route leads over
/// another interface.
///
/// Linux sends the packets of all sockets over the default route, also those of a socket with the address of another
/// interface. No answer to these comes back, and nothing tells the socket.
package struct NetworkDifference: Hashable, Sendable {
    private var known: Set<String>
    private var route: String?
    /// Whether the network changed, and no address has been available since.
    private var isOwed = false

    /// - Parameters:
    ///   - addresses: all addresses that a peer can reach.
    ///   - route: the interface of the default route; nil if there is none.
    package init(_ addresses: Set<String>, route: String?) {
        known = addresses
        self.route = route
    }

    /// - Parameters: as of the initializer, as they are now.
    /// - Returns: whether connections must change their network now.
    package mutating func look(_ addresses: Set<String>, route: String?) -> Bool {
        if !known.isSubset(of: addresses) { isOwed = true }
        if let route, route != self.route { isOwed = true }
        known = addresses
        self.route = route
        guard isOwed, !addresses.isEmpty else { return false }
        isOwed = false
        return true
    }
}
