import MediaEngine
import Synchronization

/// What the connections of an engine share; it ends when the engine and all of them are gone.
final class EngineParts: Sendable {
    /// More threads than that serve no machine.
    private static let loopCountMax = 16

    let identity: DtlsIdentity
    let clock: MediaClock
    let options: NativeMediaOptions
    let encoding: EncodingOptions
    private let loops: [EventLoop]

    private struct Register {
        var nextLoop = 0
        var count = 0
        var isClosed = false
    }

    private let register = Mutex(Register())

    init(_ options: NativeMediaOptions) throws(MediaError) {
        guard let identity = DtlsIdentity() else { throw MediaError(.transport, "no certificate from OpenSSL") }
        self.identity = identity
        self.options = options
        loops = (0..<min(max(options.loopCount, 1), Self.loopCountMax)).compactMap { _ in EventLoop() }
        encoding = EncodingOptions(
            bitsPerSecond: min(max(options.opusBitsPerSecond, 6000), 128_000),
            complexity: min(max(options.opusComplexity, 0), 10))
        clock = MediaClock(encoding)
        guard !loops.isEmpty, clock.start() else { throw MediaError(.transport, "no thread from the system") }
    }

    deinit { clock.stop() }

    /// Counts a connection in and gives it a loop.
    func enter() throws(MediaError) -> EventLoop {
        let loop: Result<EventLoop, MediaError> = register.withLock { register in
            guard !register.isClosed else { return .failure(MediaError(.closed, "the engine")) }
            guard register.count < options.connectionCountMax else {
                return .failure(MediaError(.limitReached, "connections of an engine"))
            }
            register.count += 1
            register.nextLoop = (register.nextLoop + 1) % loops.count
            return .success(loops[register.nextLoop])
        }
        return try loop.get()
    }

    func leave() { register.withLock { $0.count -= 1 } }

    func close() { register.withLock { $0.isClosed = true } }

    var connectionCount: Int { register.withLock { $0.count } }
}
