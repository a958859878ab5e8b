package import DeviceModel
package import Foundation
internal import Synchronization

/// What all threads share of a phone, behind one lock. The app's frameworks may be called on any thread.
package final class DeviceKernel: Sendable {
    private let state: Mutex<KernelState>
    private let watcher = Mutex<(@Sendable () -> Void)?>(nil)
    private let seed: UInt64

    init(policy: DevicePolicy, app: AppManifest, seed: UInt64) {
        self.seed = seed
        state = Mutex(KernelState(policy: policy, app: app, seed: seed))
    }

    func read<Value: Sendable>(_ body: (borrowing KernelState) -> Value) -> Value {
        state.withLock { body($0) }
    }

    func change<Value: Sendable>(_ body: (inout KernelState) -> Value) -> Value {
        state.withLock { state in
            state.activity += 1
            return body(&state)
        }
    }

    /// Tells the machine what happens.
    package func handle(_ event: DeviceEvent) {
        change { $0.handle(event) }
    }

    /// The phone's time.
    package var now: Duration { read { $0.now } }

    /// The wall time of a moment of the phone. Its first day is a fixed one, so that runs can be compared.
    package func date(at moment: Duration) -> Date {
        let components = moment.components
        return Date(timeIntervalSinceReferenceDate: 820_000_000 + Double(components.seconds))
            .addingTimeInterval(Double(components.attoseconds) / 1e18)
    }

    /// Asks the machine something that needs an answer at once.
    package func ask<Value: Sendable>(_ body: (inout DeviceMachine, inout [DeviceEffect], Duration) -> Value) -> Value {
        change { state in
            var effects: [DeviceEffect] = []
            let value = body(&state.machine, &effects, state.now)
            state.take(effects)
            return value
        }
    }

    /// What the machine knows.
    package func look<Value: Sendable>(_ body: (borrowing DeviceMachine) -> Value) -> Value {
        read { body($0.machine) }
    }

    /// Uses the texts behind the machine's numbers.
    package func texts<Value: Sendable>(_ body: (inout TextBook) -> Value) -> Value {
        change { body(&$0.texts) }
    }

    /// What a framework keeps for the app beyond its process; made at first use.
    package func keepsake<Keepsake: Sendable>(_ make: @Sendable () -> Keepsake) -> Keepsake {
        change { state in
            let key = ObjectIdentifier(Keepsake.self)
            if let kept = state.keepsakes[key] as? Keepsake { return kept }
            let fresh = make()
            state.keepsakes[key] = fresh
            return fresh
        }
    }

    /// Has somebody told of each call into a framework before it has any effect.
    package func watchFrameworkCalls(_ watcher: @escaping @Sendable () -> Void) {
        self.watcher.withLock { $0 = watcher }
    }

    func frameworkWasCalled() { watcher.withLock { $0 }?() }

    /// A number nothing else has.
    package func newName() -> UInt32 { change { $0.newName() } }

    /// A UUID that the seed decides.
    package func newUUID() -> UUID {
        change { state in SystemCallID(high: state.chance.next(), low: state.chance.next()).uuid }
    }

    /// The 32 bytes of a token, as an app and its server know it: on phones with different seeds they differ.
    package func bytes(of token: PushToken) -> Data {
        var chance = SeededChance(seed: (seed &- 1) << 32 &+ UInt64(token.value) &+ 0xCA11)
        return Data((0..<4).flatMap { _ in withUnsafeBytes(of: chance.next().bigEndian) { Array($0) } })
    }

    /// A choice Apple leaves open.
    package func flip() -> Bool { change { $0.chance.flip() } }

    /// What a push carries.
    package func payload(of push: PushID) -> Data? { read { $0.payloads[push] } }

    /// Writes a sentence into what the person saw.
    package func note(_ words: String) { change { $0.diary.note(words, at: $0.now) } }
}
