import Foundation

/// TCP sockets over loopback by system calls that wait; for what is below any library.
enum LoopbackSocket {
    /// A socket that listens to a port the system has chosen.
    ///
    /// - Throws: `BenchError` when the system gives none.
    static func listening() throws -> (descriptor: Int32, port: Int) {
        let descriptor = try made()
        var address = address(0)
        guard with(&address, { bind(descriptor, $0, $1) }) == 0, listen(descriptor, 1) == 0 else {
            throw BenchError("no loopback port can be listened to: \(String(cString: strerror(errno)))")
        }
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        _ = with(&address) { name, _ in getsockname(descriptor, name, &length) }
        return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
    }

    /// A socket connected to a port; nil: nobody listens there.
    static func connected(to port: Int) throws -> Int32? {
        let descriptor = try made()
        var address = address(UInt16(clamping: port))
        guard with(&address, { connect(descriptor, $0, $1) }) == 0 else {
            _ = close(descriptor)
            return nil
        }
        return descriptor
    }

    /// A port nobody listens to now.
    static func freePort() throws -> Int {
        let (descriptor, port) = try listening()
        _ = close(descriptor)
        return port
    }

    /// Whether somebody listens to a port.
    static func answers(_ port: Int) throws -> Bool {
        guard let descriptor = try connected(to: port) else { return false }
        _ = close(descriptor)
        return true
    }

    private static func made() throws -> Int32 {
        #if os(Linux)
            let stream = Int32(SOCK_STREAM.rawValue)
        #else
            let stream = SOCK_STREAM
        #endif
        let descriptor = socket(AF_INET, stream, 0)
        guard descriptor >= 0 else {
            throw BenchError("the system gives no socket: \(String(cString: strerror(errno)))")
        }
        return descriptor
    }

    private static func address(_ port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }

    private static func with(
        _ address: inout sockaddr_in, _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}
