import CNativeMedia
import Dispatch
import Glibc
package import MediaEngine
import Synchronization

/// Tells when an address that connections may use is gone from this machine and there is another way: what iOS tells an
/// app by its path monitor, the kernel tells by netlink.
///
/// Safe to use from any thread. It looks until it is let go of.
package final class AddressWatch: Sendable {
    /// One element for each change; those that were not read yet are one.
    package let changes: AsyncStream<Void>
    private let source: Mutex<any DispatchSourceRead>

    /// - Throws: `MediaError.transport` when the kernel has no such socket.
    package init() throws(MediaError) {
        let socket = cm_watch_addresses()
        guard socket >= 0 else { throw MediaError(.transport, "netlink: \(String(cString: strerror(errno)))") }
        let (stream, outlet) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        changes = stream
        let queue = DispatchQueue(label: "carillon.addresses")
        let source = DispatchSource.makeReadSource(fileDescriptor: socket, queue: queue)
        let begin = AddressLoss(LocalAddresses.reachable())
        let loss = Mutex(begin)
        source.setEventHandler {
            Self.drain(socket)
            if loss.withLock({ $0.look(LocalAddresses.reachable()) }) { outlet.yield() }
        }
        source.setCancelHandler {
            close(socket)
            outlet.finish()
        }
        source.resume()
        self.source = Mutex(source)
    }

    deinit { source.withLock { $0.cancel() } }

    /// The change is read from the addresses themselves: a message that was lost for want of room loses nothing.
    private static func drain(_ socket: Int32) {
        var buffer = [UInt8](repeating: 0, count: 8_192)
        while recv(socket, &buffer, buffer.count, 0) > 0 {}
    }
}

/// Decides whether connections have to find another way: an address went, and there is one.
package struct AddressLoss: Hashable, Sendable {
    private var known: Set<String>
    /// An address went, and there was none since.
    private var isOwed = false

    package init(_ addresses: Set<String>) { known = addresses }

    /// - Parameter addresses: all that a peer could reach now.
    /// - Returns: whether to go another way, now.
    package mutating func look(_ addresses: Set<String>) -> Bool {
        if !known.isSubset(of: addresses) { isOwed = true }
        known = addresses
        guard isOwed, !addresses.isEmpty else { return false }
        isOwed = false
        return true
    }
}
