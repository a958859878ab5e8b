import CoreFoundation
import Foundation

/// Two ends of one TCP connection over loopback, by system calls that wait.
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

    /// The other end is closed by the thread that reads it, once it sees that this one is.
    private func close() {
        _ = shutdown(here, Int32(SHUT_RDWR))
        _ = Foundation.close(here)
    }

    /// How long each of so many round trips of one byte took, in milliseconds.
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

    /// Microseconds of this thread's CPU for one send; another thread reads.
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
