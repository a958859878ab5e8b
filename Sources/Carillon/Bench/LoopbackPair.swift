import CoreFoundation
import Foundation

/// Both ends of a TCP connection over loopback, used with blocking system calls.
struct LoopbackPair: Sendable {
    private let here: Int32
    private let there: Int32

    /// - Throws: `BenchError` when the system gives no sockets.
    private init() throws {
        let (listener, port) = try LoopbackSocket.listening()
        defer { _ = Foundation.close(listener) }
        guard let end = try LoopbackSocket.connected(to: port) else {
            throw BenchError("a loopback port cannot be connected to")
        }
        here = end
        there = accept(listener, nil, nil)
        for end in [here, there] {
            var yes: Int32 = 1
            _ = setsockopt(end, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
        }
    }

    /// Closes this end. The thread that reads the other end closes that one when it notices.
    private func close() {
        _ = shutdown(here, Int32(SHUT_RDWR))
        _ = Foundation.close(here)
    }

    /// Returns the time of each of `count` round trips of one byte, in milliseconds.
    static func roundTrips(_ count: Int) throws -> [Double] {
        let pair = try LoopbackPair()
        defer { pair.close() }
        Thread.detachNewThread {
            var byte: UInt8 = 0
            while recv(pair.there, &byte, 1, 0) == 1 { _ = send(pair.there, &byte, 1, 0) }
            _ = Foundation.close(pair.there)
        }
        return (0..<count).map { _ in
            var byte: UInt8 = 1
            return ContinuousClock().measure {
                _ = send(pair.here, &byte, 1, 0)
                _ = recv(pair.here, &byte, 1, 0)
            }.milliseconds
        }
    }

    /// Returns this thread's CPU time for one send, in microseconds; another thread reads.
    static func sendCPU(_ count: Int, bytes: Int) throws -> Double {
        let pair = try LoopbackPair()
        defer { pair.close() }
        Thread.detachNewThread {
            let room = 256 * 1024
            var buffer = [UInt8](repeating: 0, count: room)
            while recv(pair.there, &buffer, room, 0) > 0 {}
            _ = Foundation.close(pair.there)
        }
        let message = [UInt8](repeating: 0, count: bytes)
        let before = threadSeconds
        for _ in 0..<count { _ = send(pair.here, message, bytes, 0) }
        return (threadSeconds - before) * 1e6 / Double(count)
    }

    private static var threadSeconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

/// TCP sockets over loopback with blocking system calls, for measurements below any library.
enum LoopbackSocket {
    /// Opens a socket that listens on a port chosen by the system.
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

    /// Opens a socket connected to `port`; nil if no process listens there.
    static func connected(to port: Int) throws -> Int32? {
        let descriptor = try made()
        var address = address(UInt16(clamping: port))
        guard with(&address, { connect(descriptor, $0, $1) }) == 0 else {
            _ = close(descriptor)
            return nil
        }
        return descriptor
    }

    /// A port on which no process listens now.
    static func freePort() throws -> Int {
        let (descriptor, port) = try listening()
        _ = close(descriptor)
        return port
    }

    /// Whether a process listens on `port`.
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
