import NIOCore

/// Calls to a user with several devices, one call after the other: all ring, one answers, the others are told.
/// On one event loop only.
final class RingRounds {
    static let devices = 5
    private static let callee = "bob"
    private static let password = "secret-of-a-benchmark"
    /// How long a run may take before it counts as failed: a hundred times what a round takes.
    private static let patience = TimeAmount.seconds(120)

    /// What an exchange has to be configured with.
    static var configuration: String {
        let devices = (0..<devices).map { "{ name: d\($0), login: bob-d\($0), password: \(password) }" }
        return """
            log-level: critical
            limits: { requests-per-second: 1000000 }
            users:
              - { name: alice, password: \(password) }
              - { name: \(callee), devices: [\(devices.joined(separator: ", "))] }
            """
    }

    private let loop: any EventLoop
    private let total: Int
    private let done: EventLoopPromise<Void>
    private var alice: RungDevice?
    private var rung: [RungDevice] = []
    /// The round that is played, from zero.
    private var round = -1
    private var names: [Int: String] = [:]
    private var answeredAt = NIODeadline.now()
    private var toldCount = 0
    private var isWinnerOver = false
    private var isCallerOver = false
    private var isCallerAnswered = false
    /// From the answer until the last of the others was told, one a round.
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
        alice.told = { [unowned self] in self.caller(is: $0) }
        self.alice = alice
        var ready = [isAliceReady]
        for index in 0..<RingRounds.devices {
            let (device, isReady) = connect("bob-d\(index)", 1 + index, port: port)
            device.told = { [unowned self] in self.device(index, is: $0) }
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

    private func connect(_ login: String, _ number: Int, port: Int) -> (RungDevice, EventLoopFuture<Void>) {
        let ready = loop.makePromise(of: Void.self)
        let device = RungDevice(
            login: login, password: RingRounds.password, session: LoadFleet.identifier(number), ready: ready)
        let rounds = NIOLoopBound(self, eventLoop: loop)
        device.failed = { rounds.value.done.fail($0) }
        LoadSocket.connect(device, port: port, on: loop).cascadeFailure(to: ready)
        return (device, ready.futureResult)
    }

    private var callID: String { LoadFleet.identifier(1_000 + round) }
    private var winner: Int { round % RingRounds.devices }

    private func next() {
        round += 1
        guard round < total else { return done.succeed() }
        names = [:]
        toldCount = 0
        (isWinnerOver, isCallerOver, isCallerAnswered) = (false, false, false)
        alice?.dial(RingRounds.callee, as: callID)
    }

    private func device(_ index: Int, is news: RungDevice.News) {
        switch news {
        case .invited(let name):
            names[index] = name
            guard names.count == RingRounds.devices, let name = names[winner] else { return }
            answeredAt = .now()
            rung[winner].answer(name)
        case .over where index == winner:
            isWinnerOver = true
            finishRound()
        case .over:
            toldCount += 1
            guard toldCount == RingRounds.devices - 1 else { return }
            milliseconds.append(Double((NIODeadline.now() - answeredAt).nanoseconds) / 1e6)
            hangUp()
        case .answered: break
        }
    }

    private func caller(is news: RungDevice.News) {
        switch news {
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
        if isCallerAnswered, toldCount == RingRounds.devices - 1 { alice?.hangUp(callID) }
    }

    private func finishRound() {
        if isWinnerOver, isCallerOver { next() }
    }
}
