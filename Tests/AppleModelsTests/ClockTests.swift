import DeviceModel
import DeviceRuntime
import Foundation
import Synchronization
import Testing

@MainActor
@Suite struct ClockTests {
    @Test func `time passes no sleep that was asked for, however busy other threads are`() async {
        let woken = Mutex<[Duration]>([])
        let phone = ModelDevice(profile: .ios26) { context in
            for seconds in [3, 1] {
                whileThreadsAreBusy {
                    try await context.clock.sleep(for: .seconds(seconds))
                    woken.withLock { $0.append(context.clock.now.sinceStart) }
                }
            }
            return NSObject()
        }
        whileThreadsAreBusy {
            try await phone.clock.sleep(until: phone.clock.now.advanced(by: .seconds(2)))
            woken.withLock { $0.append(phone.now) }
        }
        await phone.openApp()
        await phone.advance(by: .seconds(4))
        #expect(woken.withLock { $0 } == [.seconds(1), .seconds(2), .seconds(3)])
    }
}

/// Starts a task of the main actor's that finds all other threads busy.
@MainActor
private func whileThreadsAreBusy(_ body: @escaping @MainActor @Sendable () async throws -> Void) {
    Task { try await withTaskExecutorPreference(BusyThreads()) { try await body() } }
}

/// Threads with so much to do that the app seems long at rest when they come to a job of it.
private final class BusyThreads: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        Task { @MainActor in
            // on purpose: the test is about a phone that gets many turns meanwhile
            for _ in 0..<1_000 { await Task.yield() }
            DispatchQueue.global().async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        }
    }
}
