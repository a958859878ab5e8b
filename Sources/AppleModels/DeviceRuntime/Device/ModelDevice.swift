public import DeviceModel
package import Foundation
internal import Synchronization

/// One iPhone with an app installed on it. A test acts on it and reads what a person would see and hear.
///
/// The framework modules find the phone through the current task: everything that the app's code does while the phone
/// calls it, and in tasks it begins there, belongs to this phone and to this run of the process. Several phones can
/// exist in one test process at the same time. Time moves only by `advance(by:)`.
@MainActor
public final class ModelDevice {
    /// Makes the app's composition root; called at each launch of the process.
    public typealias Launch = @MainActor (LaunchContext) -> any AnyObject

    package nonisolated let kernel: DeviceKernel
    private let launch: Launch
    private var root: (any AnyObject)?
    private var notificationCenter = NotificationCenter()
    private var launchBlock: Duration = .zero
    private var busy: [@MainActor () -> Bool] = []
    private let sharesDefaultCenter: Bool

    /// Makes an unlocked phone on which the app was never started.
    ///
    /// - Parameters:
    ///   - profile: The system that the phone runs.
    ///   - seed: Decides every choice that Apple leaves open, such as the order of a completion and a delegate's
    ///     method.
    ///   - manifest: How the app was built.
    ///   - sharesDefaultCenter: Whether notifications are also posted to `NotificationCenter.default`, where apps of
    ///     other phones in the same test process receive them too.
    ///   - app: Makes the app's composition root at each launch.
    public convenience init(
        profile: DeviceProfile = .ios26p4, seed: UInt64 = 1, manifest: AppManifest = AppManifest(),
        sharesDefaultCenter: Bool = false, app: @escaping Launch
    ) {
        self.init(
            policy: profile.policy, seed: seed, manifest: manifest, sharesDefaultCenter: sharesDefaultCenter, app: app)
    }

    /// Makes a phone with a custom policy.
    public init(
        policy: DevicePolicy, seed: UInt64 = 1, manifest: AppManifest = AppManifest(),
        sharesDefaultCenter: Bool = false, app: @escaping Launch
    ) {
        kernel = DeviceKernel(policy: policy, app: manifest, seed: seed)
        launch = app
        self.sharesDefaultCenter = sharesDefaultCenter
        kernel.change { [weak self] in $0.device = WeakDevice(self) }
    }

    private nonisolated static let installation = Mutex<DeviceKernel?>(nil)

    /// Makes this the phone of threads that no phone has called, such as a library's threads or the app's own queues.
    public func install() { Self.installation.withLock { $0 = kernel } }

    nonisolated static var installed: DeviceKernel? { installation.withLock { $0 } }

    /// The phone that the calling code belongs to.
    public nonisolated static var current: ModelDevice? {
        (ProcessHandle.current?.kernel ?? installed)?.read { $0.device.device }
    }

    /// The app's composition root; nil while the app has no process.
    public var app: (any AnyObject)? { root }

    /// Runs code as the app's own, so that the objects it makes belong to the app's process. Returns nil if there is no
    /// process.
    public func asApp<Value>(_ body: @MainActor () throws -> Value) rethrows -> Value? {
        guard let process = kernel.process else { return nil }
        return try process.run { try body() }
    }

    /// The phone's time, for a test's own tasks.
    public nonisolated var clock: DeviceClock { DeviceClock(kernel: kernel, process: nil) }

    /// Adds a condition under which the app is busy with work that the phone cannot see, such as a socket's. `settle`
    /// waits until all such conditions are false.
    public func staysBusy(while condition: @escaping @MainActor () -> Bool) { busy.append(condition) }

    var isBusy: Bool { busy.contains { $0() } }

    func blockLaunch(for duration: Duration) { launchBlock += duration }

    /// Releases the app without telling it, so that a run that makes many phones keeps none of them.
    public func dropProcess() {
        if let process = kernel.process { dropProcess(process.generation) }
    }

    /// Hands one delivery to the app. Returns false if there is none.
    func deliverOne() async -> Bool {
        switch kernel.nextDelivery() {
        case nil: return false
        case .death(let generation): dropProcess(generation)
        case .callback(let callback, let generation):
            guard let process = kernel.process(of: generation) else { return true }
            await deliver(callback, to: process)
        case .framework(let callback, let generation):
            await kernel.process(of: generation)?.receive(callback)
        }
        return true
    }

    private func deliver(_ callback: AppCallback, to process: ProcessHandle) async {
        if case .process(.launched(let isInBackground)) = callback {
            start(process, isInBackground: isInBackground)
        }
        await process.receive(callback)
        if case .process(.launched) = callback { finishLaunch(of: process) }
    }

    private func start(_ process: ProcessHandle, isInBackground: Bool) {
        launchBlock = .zero
        notificationCenter = NotificationCenter()
        let context = LaunchContext(
            device: self, isInBackground: isInBackground, clock: DeviceClock(kernel: kernel, process: process),
            files: DeviceFiles(kernel: kernel, process: process),
            contacts: DeviceContacts(kernel: kernel, process: process), notificationCenter: notificationCenter)
        process.run { root = launch(context) }
    }

    private func finishLaunch(of process: ProcessHandle) {
        process.noteEndOfLaunch()
        guard launchBlock > .zero else {
            process.send(.process(.launchFinished))
            return
        }
        kernel.holdDeliveries(for: launchBlock, then: .app(.process(.launchFinished), from: process.generation))
    }

    private func dropProcess(_ generation: ProcessGeneration) {
        guard let process = kernel.removeProcess(generation) else { return }
        root = nil
        busy = []
        process.clear()
        kernel.wakeAll(of: generation)
    }

    /// Posts a notification of a framework in the process.
    package func post(_ name: Notification.Name, object: Any?, userInfo: [AnyHashable: Any]?) {
        notificationCenter.post(name: name, object: object, userInfo: userInfo)
        if sharesDefaultCenter { NotificationCenter.default.post(name: name, object: object, userInfo: userInfo) }
    }
}

/// A weak reference to a phone.
struct WeakDevice: Sendable {
    private(set) weak var device: ModelDevice?

    init(_ device: ModelDevice?) {
        self.device = device
    }
}
