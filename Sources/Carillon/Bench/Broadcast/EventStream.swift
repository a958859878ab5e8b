import NIOCore

/// Publishes events to many listeners at a steady rate, whether or not earlier ones were delivered (open loop). Each
/// event carries the time at which it was due.
///
/// Used on the listeners' event loop only.
final class EventStream {
    static let channel = "bench"
    /// The size used in the published figures of the servers that ours is compared with.
    static let messageBytes = 221
    /// How long the last deliveries may take before the run counts as failed.
    private static let patience = TimeAmount.seconds(60)
    private static let before = #"{"event":"tick","channel":"bench","data":""#
    private static let after = #""}"#
    private static let digits = 19

    private let pool: ListenerPool
    private let loop: any EventLoop
    private let done: EventLoopPromise<Void>
    private let publisher: any EventPublisher
    private var begun = 0
    private var started = NIODeadline.now()
    private let port: Int
    /// The time from the first event's due time to the last delivery.
    private(set) var seconds = 0.0
    /// The time from an event's due time to its delivery, for the sampled listeners.
    private(set) var milliseconds: [Double] = []

    init(by publisher: any EventPublisher, to pool: ListenerPool, port: Int, on loop: any EventLoop) {
        self.publisher = publisher
        self.pool = pool
        self.port = port
        self.loop = loop
        done = loop.makePromise(of: Void.self)
    }

    /// The message that a listener receives for an event.
    static func message(_ data: String) -> String { before + data + after }

    /// The due time in an event's data, in nanoseconds of uptime.
    static func moment(in payload: ByteBuffer) -> Int64? {
        payload.getString(at: payload.readerIndex + before.utf8.count, length: digits).flatMap { Int64($0) }
    }

    func run(eventsPerSecond: Int, total: Int) -> EventLoopFuture<Void> {
        let stream = NIOLoopBound(self, eventLoop: loop)
        let awaited = total * pool.count
        pool.received = 0
        pool.sampled = { moment in
            let late = Int64(clamping: NIODeadline.now().uptimeNanoseconds) - moment
            stream.value.milliseconds.append(Double(late) / 1e6)
        }
        pool.counted = { stream.value.finish(at: awaited) }
        publisher.connect(port: port, on: loop) { stream.value.done.fail($0) }.whenComplete { result in
            if case .failure(let error) = result { return stream.value.done.fail(error) }
            stream.value.publish(eventsPerSecond, total)
        }
        return done.futureResult
    }

    private func publish(_ rate: Int, _ total: Int) {
        let stream = NIOLoopBound(self, eventLoop: loop)
        started = .now()
        loop.scheduleRepeatedTask(initialDelay: .zero, delay: .milliseconds(1)) { task in
            stream.value.publishDue(rate, total)
            if stream.value.begun == total { task.cancel() }
        }
        loop.scheduleTask(in: .seconds(Int64(total / rate)) + EventStream.patience) {
            let pool = stream.value.pool
            stream.value.done.fail(BenchError("only \(pool.received) deliveries of \(total * pool.count) came"))
        }
    }

    private func publishDue(_ rate: Int, _ total: Int) {
        let elapsed = Int((NIODeadline.now() - started).nanoseconds)
        let due = min(total, 1 + elapsed * rate / 1_000_000_000)
        while begun < due {
            let moment = started + .nanoseconds(Int64(begun) * 1_000_000_000 / Int64(rate))
            begun += 1
            let digits = String(moment.uptimeNanoseconds)
            let data = String(repeating: "0", count: EventStream.digits - digits.utf8.count) + digits
            let room =
                EventStream.messageBytes - EventStream.before.utf8.count - data.utf8.count
                - EventStream.after.utf8.count
            publisher.publish(data + String(repeating: "x", count: room))
        }
    }

    private func finish(at awaited: Int) {
        guard pool.received >= awaited, seconds == 0 else { return }
        seconds = Double((NIODeadline.now() - started).nanoseconds) / 1e9
        publisher.close()
        done.succeed()
    }
}

/// Publishes a stream of events to a server over one connection. Used on its event loop only.
protocol EventPublisher: AnyObject {
    func connect(port: Int, on loop: any EventLoop, failed: @escaping (BenchError) -> Void) -> EventLoopFuture<Void>
    /// - Parameter data: the event's payload, which the server delivers to every listener as
    ///   ``EventStream/message(_:)``.
    func publish(_ data: String)
    func close()
}
