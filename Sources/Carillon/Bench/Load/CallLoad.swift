import NIOCore

/// Calls placed at a steady rate whatever becomes of them (open loop), between pairs of devices: even ones call odd ones.
///
/// On its fleet's event loop only.
final class CallLoad {
    /// Beyond every device's.
    private static let firstIdentifier = 1_000_000

    private let fleet: LoadFleet
    private let loop: any EventLoop
    private let callsPerSecond: Int
    private let total: Int
    private var idle: [Int]
    private var begun = 0
    private var ended = 0
    private let done: EventLoopPromise<Void>
    /// Milliseconds from when a call was due until it was answered, one a call.
    private(set) var setUpMilliseconds: [Double] = []
    private var started = NIODeadline.now()

    init(fleet: LoadFleet, loop: any EventLoop, callsPerSecond: Int, total: Int) {
        self.fleet = fleet
        self.loop = loop
        self.callsPerSecond = callsPerSecond
        self.total = total
        idle = Array(stride(from: 0, to: fleet.devices.count - 1, by: 2))
        done = loop.makePromise(of: Void.self)
        setUpMilliseconds.reserveCapacity(total)
    }

    func run() -> EventLoopFuture<Void> {
        started = .now()
        let ticks = NIOLoopBound(self, eventLoop: loop)
        let task = loop.scheduleRepeatedTask(initialDelay: .zero, delay: .milliseconds(1)) { _ in
            let load = ticks.value
            let elapsed = Int((NIODeadline.now() - load.started).nanoseconds)
            // The first is due at once.
            let due = min(load.total, 1 + elapsed * load.callsPerSecond / 1_000_000_000)
            while load.begun < due, load.place() {}
        }
        done.futureResult.whenComplete { _ in task.cancel() }
        return done.futureResult
    }

    private func place() -> Bool {
        guard let pair = idle.popLast() else { return false }
        let caller = fleet.devices[pair]
        let call = LoadFleet.identifier(CallLoad.firstIdentifier + begun)
        // From when the call was due, not from when it could start: what waits for an idle pair is counted too.
        let due = started + .nanoseconds(Int64(begun) * 1_000_000_000 / Int64(callsPerSecond))
        begun += 1
        caller.placeCall(to: fleet.devices[pair + 1].user, id: call) { [self] in
            setUpMilliseconds.append(Double((NIODeadline.now() - due).nanoseconds) / 1e6)
        } over: { [self] error in
            if let error { done.fail(error) }
            idle.insert(pair, at: 0)
            ended += 1
            if ended == total { done.succeed() }
        }
        return true
    }
}
