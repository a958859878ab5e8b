package import DeviceModel
package import Foundation
internal import Synchronization

/// The state of a phone that all threads share, behind one lock. The app may call frameworks on any thread.
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

    /// Lets the machine handle an event.
    package func handle(_ event: DeviceEvent) {
        change { $0.handle(event) }
    }

    /// The time since the phone was made.
    package var now: Duration { read { $0.now } }

    /// The date and time of a moment of the phone. The first day is fixed, so that runs can be compared.
    package func date(at moment: Duration) -> Date {
        let components = moment.components
        return Date(timeIntervalSinceReferenceDate: 820_000_000 + Double(components.seconds))
            .addingTimeInterval(Double(components.attoseconds) / 1e18)
    }

    /// Calls a function of the machine that returns a result at once.
    package func ask<Value: Sendable>(_ body: (inout DeviceMachine, inout [DeviceEffect], Duration) -> Value) -> Value {
        change { state in
            var effects: [DeviceEffect] = []
            let value = body(&state.machine, &effects, state.now)
            state.perform(effects)
            return value
        }
    }

    /// Reads the state of the machine.
    package func look<Value: Sendable>(_ body: (borrowing DeviceMachine) -> Value) -> Value {
        read { body($0.machine) }
    }

    /// Uses the texts behind the machine's numbers.
    package func texts<Value: Sendable>(_ body: (inout InternTable) -> Value) -> Value {
        change { body(&$0.texts) }
    }

    /// An object that a framework keeps for the app beyond its process. It is made at first use.
    package func persistentObject<Keepsake: Sendable>(_ make: @Sendable () -> Keepsake) -> Keepsake {
        change { state in
            let key = ObjectIdentifier(Keepsake.self)
            if let kept = state.keepsakes[key] as? Keepsake { return kept }
            let fresh = make()
            state.keepsakes[key] = fresh
            return fresh
        }
    }

    /// Registers a closure that is called for each call into a framework, before the call takes effect.
    package func watchFrameworkCalls(_ watcher: @escaping @Sendable () -> Void) {
        self.watcher.withLock { $0 = watcher }
    }

    func frameworkWasCalled() { watcher.withLock { $0 }?() }

    /// A new number that is unique on this phone.
    package func newName() -> UInt32 { change { $0.newName() } }

    /// A new UUID, determined by the seed.
    package func newUUID() -> UUID {
        change { state in SystemCallID(high: state.chance.next(), low: state.chance.next()).uuid }
    }

    /// The 32 bytes of a token, as an app and its server know it. They differ between phones with different seeds.
    package func bytes(of token: PushTokenID) -> Data {
        var chance = SeededRandom(seed: (seed &- 1) << 32 &+ UInt64(token.value) &+ 0xCA11)
        return Data((0..<4).flatMap { _ in withUnsafeBytes(of: chance.next().bigEndian) { Array($0) } })
    }

    /// Makes a choice that Apple leaves open.
    package func flip() -> Bool { change { $0.chance.flip() } }

    /// The payload of a push.
    package func payload(of push: VoIPPushID) -> Data? { read { $0.payloads[push] } }

    /// Adds a sentence to the moments that the person noticed.
    package func note(_ words: String) { change { $0.observationLog.note(words, at: $0.now) } }
}
