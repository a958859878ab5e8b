import Dispatch
import Glibc
import Synchronization

/// The thread that paces the sound of every connection every 20 ms. It uses absolute deadlines, so that it does not
/// drift.
///
/// It sleeps without a timer while there is no connection.
final class MediaClock: Sendable {
    static let sampleRate = 48_000
    static let frameSamples = 960
    static let frame: Duration = .milliseconds(20)
    /// The most frames sent late after a stall. More would arrive as a burst that the peer's jitter buffer discards.
    static let catchUpFramesMax = 3

    private struct Members {
        var flows: [AudioFlow] = []
        var version = 0
        var isStopped = false
    }

    private let members = Mutex(Members())
    private let wakening = WakeSignal()
    private let encoding: EncodingOptions

    init(_ encoding: EncodingOptions) { self.encoding = encoding }

    /// Starts the thread; returns false if the system provides none.
    func start() -> Bool {
        Self.spawn { [self] in run() }
    }

    func stop() {
        members.withLock { $0.isStopped = true }
        wakening.wake()
    }

    func add(_ flow: AudioFlow) {
        members.withLock { members in
            members.flows.append(flow)
            members.version += 1
        }
        wakening.wake()
    }

    /// Removes a flow, which is released within a frame.
    func remove(_ flow: AudioFlow) {
        members.withLock { members in
            members.flows.removeAll { $0 === flow }
            members.version += 1
        }
    }

    private func run() {
        var pumps: [AudioPump] = []
        var version = -1
        var next = MonotonicTime.now()
        while true {
            guard refresh(&pumps, &version) else { return }
            if pumps.isEmpty {
                wakening.wait()
                next = MonotonicTime.now()
                continue
            }
            let skipped = skip(&next)
            let now = MonotonicTime.now()
            for pump in pumps { pump.tick(at: now, skipped: skipped) }
            next += Self.frame
            MonotonicTime.sleep(until: next)
        }
    }

    /// Returns the number of frames skipped because the clock is late, and moves `next` past them.
    private func skip(_ next: inout Duration) -> Int {
        let late = Int((MonotonicTime.now() - next) / Self.frame)
        guard late > Self.catchUpFramesMax else { return 0 }
        next += Self.frame * late
        return late
    }

    /// Updates the pumps; returns false if the clock was stopped.
    private func refresh(_ pumps: inout [AudioPump], _ version: inout Int) -> Bool {
        let (flows, isStopped): ([AudioFlow]?, Bool) = members.withLock { members in
            defer { version = members.version }
            return (members.version == version ? nil : members.flows, members.isStopped)
        }
        if isStopped { return false }
        guard let flows else { return true }
        var known = Dictionary(uniqueKeysWithValues: pumps.map { (ObjectIdentifier($0.flow), $0) })
        pumps = flows.map { flow in
            known.removeValue(forKey: ObjectIdentifier(flow)) ?? AudioPump(flow, encoding)
        }
        return true
    }

    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    private static func spawn(_ run: @escaping @Sendable () -> Void) -> Bool {
        let body = Unmanaged.passRetained(Body(run))
        var thread = pthread_t()
        let result = pthread_create(
            &thread, nil,
            { context in
                if let context { Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run() }
                return nil
            }, body.toOpaque())
        guard result == 0 else {
            body.release()
            return false
        }
        pthread_detach(thread)
        return true
    }
}

/// Lets the clock's thread sleep until it is woken.
struct WakeSignal: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    func wake() { semaphore.signal() }

    /// Waits for `wake`. It may return once without one, but never misses one.
    func wait() { semaphore.wait() }
}

/// The engine's clock: the time since the system started, which never jumps.
enum MonotonicTime {
    static func now() -> Duration {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// Sleeps until `deadline`; returns at once if it has passed.
    static func sleep(until deadline: Duration) {
        let (seconds, attoseconds) = deadline.components
        var time = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
        while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nil) == EINTR {}
    }
}
