package import DeviceModel
package import Foundation
internal import Synchronization

/// One run of the app's process, as seen by the framework objects made in it.
///
/// All calls go through it, so that calls of a dead process have no effect.
package final class ProcessHandle: Sendable {
    /// The phone it runs on.
    package let kernel: DeviceKernel
    /// The number of the run.
    package let generation: ProcessGeneration
    private let parts = Mutex<[(type: ObjectIdentifier, part: any FrameworkState)]>([])
    private let noted = Mutex(FrameworkCalls())

    init(kernel: DeviceKernel, generation: ProcessGeneration) {
        self.kernel = kernel
        self.generation = generation
    }

    /// The process whose code calls this. On a thread that belongs to no process it is the process of the installed
    /// device.
    package static var current: ProcessHandle? { AppRun.current?.process ?? ModelDevice.installed?.process }

    /// Runs code as code of this process.
    package func run<Value>(_ body: () throws -> Value) rethrows -> Value {
        var run = AppRun(process: self)
        defer { if !isKnownUniquelyReferenced(&run) { kernel.note(run) } }
        return try AppRun.$current.withValue(run) { try body() }
    }

    /// Whether the process exists, even if it is suspended.
    ///
    /// A process that was killed between two steps of the app is dead at once, although its objects are released later.
    package var isAlive: Bool {
        kernel.read { state in
            let process = state.machine.process
            return state.process === self && process.generation == generation && process.life != .notRunning
        }
    }

    /// Sends the phone a call of the app. A dead process sends nothing.
    package func send(_ event: AppEvent) {
        kernel.handle(.app(event, from: generation))
    }

    /// The calls that the process made into frameworks.
    var calls: FrameworkCalls { noted.withLock { $0 } }

    func note(_ call: FrameworkCall) {
        noted.withLock { $0.add(call) }
        kernel.frameworkWasCalled()
    }

    func noteEndOfLaunch() { noted.withLock { $0.endLaunch() } }

    /// The part of a framework, which is made at first use.
    package func part<Part: FrameworkState>(_ type: Part.Type) -> Part {
        if let part = existing(type) { return part }
        let fresh = Part(process: self)
        return parts.withLock { parts in
            if let part = parts.first(where: { $0.type == ObjectIdentifier(type) })?.part as? Part { return part }
            parts.append((ObjectIdentifier(type), fresh))
            return fresh
        }
    }

    /// The part of a framework, if the process has used the framework.
    package func existing<Part: FrameworkState>(_ type: Part.Type) -> Part? {
        parts.withLock { $0.first { $0.type == ObjectIdentifier(type) }?.part as? Part }
    }

    func receive(_ callback: AppCallback) async {
        let parts = parts.withLock { $0.map(\.part) }
        for part in parts { await part.receive(callback) }
    }

    func receive(_ callback: FrameworkCallback) async {
        let parts = parts.withLock { $0.map(\.part) }
        for part in parts { await part.receive(callback) }
    }

    /// Releases the framework objects of a process that died.
    func clear() {
        let gone = parts.withLock { parts in
            defer { parts = [] }
            return parts
        }
        for entry in gone { entry.part.end() }
    }
}

/// One run of the app's code. The tasks that it starts keep it, and so do the tasks that those start, until they end.
final class AppRun: Sendable {
    /// The run that the calling code belongs to.
    @TaskLocal static var current: AppRun?

    let process: ProcessHandle

    init(process: ProcessHandle) {
        self.process = process
    }
}

/// A weak reference to a run of the app's code, which ends with the last task that the run started.
struct WeakAppRun: Sendable {
    private(set) weak var run: AppRun?

    init(_ run: AppRun) {
        self.run = run
    }
}

extension DeviceKernel {
    /// Notes a run that has started tasks.
    func note(_ run: AppRun) { change { $0.runs.append(WeakAppRun(run)) } }

    /// The number of noted runs whose tasks have not all ended.
    var unfinishedRuns: Int {
        let runs = read { $0.runs }
        return runs.count { $0.run != nil }
    }

    /// Forgets the runs whose tasks have not ended although they had their turns: they wait for something.
    func forgetRuns() { change { $0.runs = [] } }
}

extension ProcessHandle {
    /// Posts a framework's notification in this process, on the main thread.
    ///
    /// - Parameter object: Makes the sender, on the main thread.
    package func post(
        _ name: Notification.Name, _ facts: [String: NotificationValue] = [:],
        from object: @escaping @Sendable @MainActor () -> AnyObject?
    ) async {
        guard let device = kernel.device else { return }
        await MainActor.run {
            run {
                let info = Dictionary(uniqueKeysWithValues: facts.map { (AnyHashable($0), $1.any) })
                device.post(name, object: object(), userInfo: info)
            }
        }
    }
}

/// A value for a notification's `userInfo` that may cross threads.
package enum NotificationValue: Sendable {
    /// A number, stored as `UInt`.
    case number(UInt)
    /// An object, made on the thread that posts the notification.
    case object(@Sendable () -> AnyObject)

    var any: Any {
        switch self {
        case .number(let number): number
        case .object(let make): make()
        }
    }
}
