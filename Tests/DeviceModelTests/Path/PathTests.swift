import DeviceModel
import Testing

struct PathTests {
    private let monitor = PathMonitorID(1)

    @Test(.proves(.c90)) func `a started monitor gets the path once, soon, and then each change`() {
        var network = Network()
        #expect(network.request(.start(monitor)) == [.startTimer(.firstUpdate(monitor), after: .milliseconds(10))])
        #expect(network.fire(.firstUpdate(monitor)) == [.update(monitor, .wifi())])
        #expect(network.fire(.firstUpdate(monitor)).isEmpty)
        #expect(network.change(.cellular()) == [.update(monitor, .cellular())])
        #expect(network.change(.cellular()).isEmpty)
    }

    @Test(.proves(.c90)) func `joining Wi-Fi brings several updates, names before IPv6`() {
        var network = Network.running(monitor, on: .cellular())
        var updates = network.change(.wifi()).paths
        while network.hasNextStep { updates += network.fire(.nextStep).paths }
        #expect(updates.count == 3)
        #expect(updates.map(\.supportsDNS) == [false, true, true])
        #expect(updates.map(\.supportsIPv6) == [false, false, true])
        #expect(updates.last == .wifi())
    }

    @Test(.proves(.c90)) func `a handover may pass through no path at all`() {
        var policy = PathPolicy()
        policy.handoverPassesThroughNothing = true
        var network = Network.running(monitor, policy: policy)
        #expect(network.change(.cellular()).paths == [.none])
        #expect(network.fire(.nextStep).paths == [.cellular()])
    }

    @Test(.proves(.c90)) func `a change during a burst takes its place`() {
        var network = Network.running(monitor, on: .cellular())
        _ = network.change(.wifi())
        #expect(network.change(.none).first == .stopTimer(.nextStep))
        #expect(network.book.current == .none)
        #expect(network.fire(.nextStep).isEmpty)
    }

    @Test(.proves(.c91)) func `a canceled monitor cannot be started again`() {
        var network = Network.running(monitor)
        #expect(network.request(.cancel(monitor)).isEmpty)
        #expect(network.request(.start(monitor)).isEmpty)
        #expect(network.change(.cellular()).isEmpty)
        let second = PathMonitorID(2)
        _ = network.request(.start(second))
        #expect(network.fire(.firstUpdate(second)) == [.update(second, .cellular())])
    }

    @Test(.proves(.c91)) func `a monitor canceled before its start or first update reports nothing`() {
        var network = Network()
        _ = network.request(.start(monitor))
        #expect(network.request(.cancel(monitor)) == [.stopTimer(.firstUpdate(monitor))])
        #expect(network.fire(.firstUpdate(monitor)).isEmpty)
        let unstarted = PathMonitorID(2)
        _ = network.request(.cancel(unstarted))
        #expect(network.request(.start(unstarted)).isEmpty)
    }

    @Test(.proves(.c92)) func `cellular exists on Wi-Fi and is not used`() {
        let path = DevicePath.wifi()
        #expect(path.available.contains(.cellular))
        #expect(!path.uses(.cellular))
        #expect(path.uses(.wifi))
    }

    @Test(.proves(.c93)) func `another Wi-Fi is an update though type and status stay`() {
        var network = Network.running(monitor)
        var updates = network.change(.wifi(network: 2)).paths
        while network.hasNextStep { updates += network.fire(.nextStep).paths }
        #expect(updates.last == .wifi(network: 2))
        #expect(updates.allSatisfy { $0.status == .satisfied && $0.uses(.wifi) })
    }

    @Test(.proves(.c93)) func `names that can be looked up at last are an update`() {
        var bare = DevicePath.cellular()
        bare.supportsDNS = false
        var network = Network.running(monitor, on: bare)
        #expect(network.change(.cellular()).paths == [.cellular()])
    }

    @Test(.proves(.c94)) func `a suspended app gets no path, and the present one when it resumes`() {
        var network = Network.running(monitor)
        network.book.suspended()
        #expect(network.change(.none).paths.isEmpty)
        #expect(network.change(.cellular()).paths.isEmpty)
        #expect(network.book.path(of: monitor) == .cellular())
        #expect(network.resume() == [.update(monitor, .cellular())])
    }

    @Test(.proves(.c94)) func `a path that changed and changed back during suspension is never reported`() {
        var network = Network.running(monitor)
        network.book.suspended()
        _ = network.change(.none)
        _ = network.change(.wifi())
        while network.hasNextStep { _ = network.fire(.nextStep) }
        #expect(network.resume().isEmpty)
    }

    @Test func `a first update that fell into the suspension comes on waking`() {
        var network = Network()
        _ = network.request(.start(monitor))
        network.book.suspended()
        #expect(network.fire(.firstUpdate(monitor)).isEmpty)
        #expect(network.resume().paths == [.wifi()])
    }

    @Test func `the monitors of a dead process are gone`() {
        var network = Network.running(monitor)
        var effects: [PathEffect] = []
        network.book.processEnded(into: &effects)
        #expect(network.change(.cellular()).isEmpty)
        #expect(network.book.path(of: monitor) == .none)
    }
}

/// The state of path monitors with its effects as return values.
private struct Network {
    var book: PathMonitorState

    init(policy: PathPolicy = PathPolicy(), on path: DevicePath = .wifi()) {
        book = PathMonitorState(policy: policy, path: path)
    }

    static func running(
        _ monitor: PathMonitorID, policy: PathPolicy = PathPolicy(), on path: DevicePath = .wifi()
    ) -> Network {
        var network = Network(policy: policy, on: path)
        _ = network.request(.start(monitor))
        _ = network.fire(.firstUpdate(monitor))
        return network
    }

    var hasNextStep: Bool { !book.coming.isEmpty }

    mutating func request(_ request: PathRequest) -> [PathEffect] {
        var effects: [PathEffect] = []
        book.handle(request, into: &effects)
        return effects
    }

    mutating func change(_ path: DevicePath) -> [PathEffect] {
        var effects: [PathEffect] = []
        book.changed(to: path, into: &effects)
        return effects
    }

    mutating func fire(_ timer: PathTimer) -> [PathEffect] {
        var effects: [PathEffect] = []
        book.timerFired(timer, into: &effects)
        return effects
    }

    mutating func resume() -> [PathEffect] {
        var effects: [PathEffect] = []
        book.resumed(into: &effects)
        return effects
    }
}

extension [PathEffect] {
    fileprivate var paths: [DevicePath] {
        compactMap { effect in
            switch effect {
            case .update(_, let path): path
            case .startTimer, .stopTimer: nil
            }
        }
    }
}
