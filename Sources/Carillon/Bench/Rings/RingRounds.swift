import NIOCore
import WireJSON

/// Calls to a user with several devices, one call after the other: all ring, one answers, the others are told. Used on
/// one event loop only.
final class RingRounds {
    static let devices = 5
    private static let callee = "bob"
    private static let password = "secret-of-a-benchmark"
    /// How long a run may take before it counts as failed.
    private static let patience = TimeAmount.seconds(120)

    /// The configuration that the exchange needs.
    static var configuration: String {
        let devices = (0..<devices).map { "{ name: d\($0), login: bob-d\($0), password: \(password) }" }
        return """
            log-level: critical
            limits: { requests-per-second: 1000000, ring-starts-per-minute: 1000000 }
            users:
              - { name: alice, password: \(password) }
              - { name: \(callee), devices: [\(devices.joined(separator: ", "))] }
            """
    }

    private let loop: any EventLoop
    private let total: Int
    private let done: EventLoopPromise<Void>
    private var alice: LoadRingDevice?
    private var rung: [LoadRingDevice] = []
    /// The current round, counted from zero.
    private var round = -1
    private var names: [Int: String] = [:]
    private var answeredAt = NIODeadline.now()
    private var reportedCount = 0
    private var isWinnerOver = false
    private var isCallerOver = false
    private var isCallerAnswered = false
    /// The time from the answer until the last losing device is told, one value per round.
    private(set) var milliseconds: [Double] = []

    init(_ total: Int, on loop: any EventLoop) {
        self.total = total
        self.loop = loop
        done = loop.makePromise(of: Void.self)
    }

    static func run(_ total: Int, port: Int, on loop: any EventLoop) async throws -> Percentiles {
        try await loop.flatSubmit {
            let rounds = RingRounds(total, on: loop)
            let bound = NIOLoopBound(rounds, eventLoop: loop)
            return rounds.run(port: port).map { Percentiles(bound.value.milliseconds) }
        }.get()
    }

    private func run(port: Int) -> EventLoopFuture<Void> {
        let rounds = NIOLoopBound(self, eventLoop: loop)
        let (alice, isAliceReady) = connect("alice", 0, port: port)
        alice.onEvent = { [unowned self] in self.caller(is: $0) }
        self.alice = alice
        var ready = [isAliceReady]
        for index in 0..<RingRounds.devices {
            let (device, isReady) = connect("bob-d\(index)", 1 + index, port: port)
            device.onEvent = { [unowned self] in self.device(index, is: $0) }
            rung.append(device)
            ready.append(isReady)
        }
        EventLoopFuture.andAllSucceed(ready, on: loop).whenComplete { result in
            if case .failure(let error) = result { return rounds.value.done.fail(error) }
            rounds.value.next()
        }
        let alarm = loop.scheduleTask(in: RingRounds.patience) {
            rounds.value.done.fail(BenchError("round \(rounds.value.round) did not come to its end"))
        }
        done.futureResult.whenComplete { _ in
            alarm.cancel()
            rounds.value.alice?.close()
            for device in rounds.value.rung { device.close() }
        }
        return done.futureResult
    }

    private func connect(_ login: String, _ number: Int, port: Int) -> (LoadRingDevice, EventLoopFuture<Void>) {
        let ready = loop.makePromise(of: Void.self)
        let device = LoadRingDevice(
            login: login, password: RingRounds.password, session: DevicePool.identifier(number), ready: ready)
        let rounds = NIOLoopBound(self, eventLoop: loop)
        device.failed = { rounds.value.done.fail($0) }
        LoadSocket.connect(device, port: port, on: loop).cascadeFailure(to: ready)
        return (device, ready.futureResult)
    }

    private var callID: String { DevicePool.identifier(1_000 + round) }
    private var winner: Int { round % RingRounds.devices }

    private func next() {
        round += 1
        guard round < total else { return done.succeed() }
        names = [:]
        reportedCount = 0
        (isWinnerOver, isCallerOver, isCallerAnswered) = (false, false, false)
        alice?.dial(RingRounds.callee, as: callID)
    }

    private func device(_ index: Int, is event: LoadRingDevice.Event) {
        switch event {
        case .invited(let name):
            names[index] = name
            guard names.count == RingRounds.devices, let name = names[winner] else { return }
            answeredAt = .now()
            rung[winner].answer(name)
        case .over where index == winner:
            isWinnerOver = true
            finishRound()
        case .over:
            reportedCount += 1
            guard reportedCount == RingRounds.devices - 1 else { return }
            milliseconds.append(Double((NIODeadline.now() - answeredAt).nanoseconds) / 1e6)
            hangUp()
        case .answered: break
        }
    }

    private func caller(is event: LoadRingDevice.Event) {
        switch event {
        case .answered:
            isCallerAnswered = true
            hangUp()
        case .over:
            isCallerOver = true
            finishRound()
        case .invited: break
        }
    }

    private func hangUp() {
        if isCallerAnswered, reportedCount == RingRounds.devices - 1 { alice?.hangUp(callID) }
    }

    private func finishRound() {
        if isWinnerOver, isCallerOver { next() }
    }
}

/// A device that reports its events to ``RingRounds`` and follows its orders. Used on its event loop only.
final class LoadRingDevice: LoadSocketOwner {
    enum Event {
        /// The device was invited to a call with this id.
        case invited(String)
        case answered
        case over
    }

    private let login: String
    private let password: String
    private let session: String
    private let ready: EventLoopPromise<Void>
    private var socket: LoadSocket?
    private var nextID = 1
    var onEvent: ((Event) -> Void)?
    var failed: ((BenchError) -> Void)?

    init(login: String, password: String, session: String, ready: EventLoopPromise<Void>) {
        self.login = login
        self.password = password
        self.session = session
        self.ready = ready
    }

    func logIn(on socket: LoadSocket) {
        self.socket = socket
        socket.send(VertoText.login(user: login, password: password, session: session, id: newID()))
    }

    func dial(_ destination: String, as call: String) {
        socket?.send(VertoText.invite(call: call, to: destination, session: session, id: newID()))
    }

    func answer(_ call: String) {
        socket?.send(VertoText.answer(call: call, session: session, id: newID()))
    }

    func hangUp(_ call: String) {
        socket?.send(VertoText.bye(call: call, session: session, id: newID()))
    }

    func close() { socket?.close() }

    func receive(_ object: JSONObject) {
        guard let method = object["method"]?.string else { return receiveResponse(object) }
        // The event is reported before the acknowledgement is sent, so that sending it is not measured.
        switch method {
        case "telnyx_rtc.clientReady": ready.succeed()
        case "telnyx_rtc.invite": onEvent?(.invited(object["params"]?.object?["callID"]?.string ?? ""))
        case "telnyx_rtc.answer": onEvent?(.answered)
        case "telnyx_rtc.bye": onEvent?(.over)
        default: break
        }
        if let id = object["id"]?.integer { socket?.send(VertoText.acknowledgement(id: id, method: method)) }
    }

    private func receiveResponse(_ object: JSONObject) {
        if let error = object["error"]?.object {
            let refusal = BenchError("the exchange refused \(login): \(error["message"]?.string ?? "without a word")")
            ready.fail(refusal)
            failed?(refusal)
        } else if object["result"]?.object?["message"]?.string == "CALL ENDED" {
            onEvent?(.over)
        }
    }

    private func newID() -> Int {
        defer { nextID += 1 }
        return nextID
    }
}
