import NIOCore
import NIOPosix

/// Places calls at a steady rate, whether or not earlier ones have ended (open loop), between pairs of devices: even
/// ones call odd ones.
///
/// Used on the fleet's event loop only.
final class CallLoad {
    /// Above the identifiers of all devices.
    private static let firstIdentifier = 1_000_000

    private let fleet: DevicePool
    private let loop: any EventLoop
    private let callsPerSecond: Int
    private let total: Int
    private var idle: [Int]
    private var begun = 0
    private var ended = 0
    private let done: EventLoopPromise<Void>
    /// The time from each call's due time to its answer.
    private(set) var setUpMilliseconds: [Double] = []
    private var started = NIODeadline.now()

    init(fleet: DevicePool, loop: any EventLoop, callsPerSecond: Int, total: Int) {
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
        let call = DevicePool.identifier(CallLoad.firstIdentifier + begun)
        // Measured from the due time, so that waiting for an idle pair counts.
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

/// Many devices on one event loop. All methods are called on that loop.
final class DevicePool {
    private let loop: any EventLoop
    private let port: Int
    private(set) var devices: [LoadDevice] = []

    init(port: Int, on loop: any EventLoop) {
        self.port = port
        self.loop = loop
    }

    /// Registers `count` more devices, `window` at a time; `name` gives the user for a device's number.
    func logIn(_ count: Int, window: Int, name: @escaping (Int) -> String) -> EventLoopFuture<Void> {
        let first = devices.count
        var next = first
        let all = loop.makePromise(of: Void.self)
        var open = 0
        func more() {
            while open < window, next < first + count {
                open += 1
                start(next, as: name(next)).hop(to: loop).assumeIsolated().whenComplete { result in
                    open -= 1
                    if case .failure(let error) = result { all.fail(error) }
                    if next == first + count, open == 0 { all.succeed() } else { more() }
                }
                next += 1
            }
        }
        more()
        return all.futureResult
    }

    private func start(_ index: Int, as user: String) -> EventLoopFuture<Void> {
        let ready = loop.makePromise(of: Void.self)
        let device = LoadDevice(
            user: user, password: "load-\(user)", session: DevicePool.identifier(index), ready: ready)
        devices.append(device)
        LoadSocket.connect(device, port: port, on: loop).cascadeFailure(to: ready)
        return ready.futureResult
    }

    func close() {
        for device in devices { device.close() }
        devices = []
    }

    /// Text of a UUID that ends with `number`; the identifiers of a load need only be distinct.
    static func identifier(_ number: Int) -> String {
        let digits = String(number, radix: 16)
        return "10ad0000-0000-4000-8000-" + String(repeating: "0", count: max(0, 12 - digits.count)) + digits
    }
}
