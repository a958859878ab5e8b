import DevicePorts
import DeviceRuntime
import Foundation
import ModelPushKit
import PhoneCore
import PhoneKit

/// The part of the app that handles a push on its way to CallKit: receiver, shell, phone and call system.
@MainActor
final class PushedApp: NSObject {
    let watch: PushStopwatch
    private let registry = PKPushRegistry(queue: .main)
    let keys: PushKeyStore
    private let receiver: PushReceiver
    private let shell: PhoneShell

    init(_ context: LaunchContext, _ watch: PushStopwatch) {
        self.watch = watch
        let clock = DeviceTime(context)
        let ports = NullPorts()
        let calls = CallSystem(
            appearance: CallAppearance(), limits: PhoneLimits(), unknownCaller: "Unknown caller", clock: clock)
        keys = PushKeyStore(
            files: SystemFileStore(DeviceFileSystem(context.files)), names: RandomUUIDs(), log: ports)
        keys.make()
        receiver = PushReceiver(keys: keys, clock: clock, names: RandomUUIDs(), log: ports)
        shell = PhoneShell(Phone(), ports: ports.ports(TimedCalls(calls, watch)), clock: clock)
        receiver.sink = shell
        super.init()
        calls.open()
        shell.send(.launched(Launch(.none)))
        registry.delegate = self
        registry.desiredPushTypes = [.voIP]
    }
}

extension PushedApp: @MainActor PKPushRegistryDelegate {
    func pushRegistry(
        _ registry: PKPushRegistry, didUpdate pushCredentials: PKPushCredentials, for type: PKPushType
    ) {}

    func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload, for type: PKPushType,
        completion: @escaping () -> Void
    ) {
        watch.enter()
        receiver.pushRegistry(registry, didReceiveIncomingPushWith: payload, for: type, completion: completion)
        watch.leave()
    }
}

/// The call system, which tells the stopwatch when it has reported a call.
@MainActor
private final class TimedCalls: CallSystemPort {
    private let calls: CallSystem
    private let watch: PushStopwatch

    init(_ calls: CallSystem, _ watch: PushStopwatch) {
        self.calls = calls
        self.watch = watch
    }

    var sink: (any PhoneEventSink)? {
        get { calls.sink }
        set { calls.sink = newValue }
    }

    func report(_ order: ReportOrder, completion: (@Sendable () -> Void)?) {
        calls.report(order, completion: completion)
        if case .incoming = order { watch.reported() }
    }

    func complete(_ action: SystemActionID, _ outcome: ActionOutcome) { calls.complete(action, outcome) }
    func request(_ id: SystemRequestID, _ actions: [SystemAction]) { calls.request(id, actions) }
}

/// Measures from the entrance of the delegate's method to the return of `reportNewIncomingCall`.
///
/// Also shows that nothing was suspended in between: the method is synchronous, so a report before its return was made
/// without a suspension.
@MainActor
final class PushStopwatch {
    private unowned let device: ModelDevice
    private let clock = ContinuousClock()
    private var entrance: (real: ContinuousClock.Instant, modeled: Duration)?
    /// The time of each push, in microseconds.
    private(set) var microseconds: [Double] = []
    /// The longest of these times on the phone's own clock.
    private(set) var modeledMax = Duration.zero
    /// The number of pushes whose method returned before a report.
    private(set) var returnedBefore = 0

    init(_ device: ModelDevice) {
        self.device = device
    }

    func enter() { entrance = (clock.now, device.now) }

    func reported() {
        guard let entrance else { return }
        microseconds.append(entrance.real.duration(to: clock.now).milliseconds * 1_000)
        modeledMax = max(modeledMax, device.now - entrance.modeled)
        self.entrance = nil
    }

    func leave() {
        if entrance != nil { returnedBefore += 1 }
        entrance = nil
    }
}
