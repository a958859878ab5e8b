import CAllocationCount
import CallModel
import CallerSealing
import DeviceModel
import DeviceRuntime
import Explorer
import Foundation
import PhoneCore
import PhoneKit
import PhoneScopes
import PushPayload
import Redaction
import Scopes

/// Measures the phone: its decisions, the way of a push to CallKit, and the exploration of phone and device together.
struct PhoneBenchmark: Benchmark {
    let name = "phone"
    let figures: [Figure<Sample>] =
        [
            Figure<Sample>("phone-events", "events/s", .more, how: { $0.decisions.how }) {
                1e9 / $0.decisions.nanoseconds
            },
            Figure<Sample>(
                "phone-allocations", "Swift objects/event", .less,
                how: { "\($0.decisions.calls) such calls, counted where the Swift runtime allocates" }
            ) { $0.decisions.allocations },
        ]
        + Figure<Sample>.pair("push-to-report", "µs", how: { $0.pushes.how }) { $0.pushes.microseconds }
        + [
            Figure<Sample>(
                "push-to-report-model-time", "ms", .less, how: { _ in "the longest of them in the phone's own time" }
            ) { $0.pushes.modeled },
            Figure<Sample>(
                "push-to-report-suspensions", "pushes", .less,
                how: { _ in "of them, those not yet reported when the method returned, which is synchronous" }
            ) { Double($0.pushes.suspensions) },
        ]
        + Figure<Sample>.pair("sealed-push-to-report", "µs", how: { $0.sealedPushes.how }) {
            $0.sealedPushes.microseconds
        }
        + [
            Figure<Sample>(
                "sealed-push-opened", "µs", .less,
                how: { _ in "of each of those, opening the seal alone: the key in memory, base64 and JSON included" }
            ) { $0.opening }
        ]
        + Figure<Sample>.pair(
            "launch", "µs",
            how: {
                "\($0.launchCount) starts of the whole phone, its record read from a file; frameworks are the models"
            }
        ) { $0.launches }
        + [
            Figure<Sample>("phone-memory-1", "bytes/phone", .less, how: { $0.memory.how }) { $0.memory.one },
            Figure<Sample>(
                "phone-memory-2", "bytes/phone", .less,
                how: { $0.memory.how + "; with a second registration each, at the carrier" }
            ) { $0.memory.two },
            Figure<Sample>("phone-explorer-states", "states/s", .more, how: { $0.exploration.how }) {
                Double($0.exploration.counts.states) / $0.exploration.seconds
            },
            Figure<Sample>("phone-explorer-transitions", "transitions/s", .more, how: { $0.exploration.how }) {
                Double($0.exploration.counts.transitions) / $0.exploration.seconds
            },
        ]
    let activity = "calling the phone, pushing to it, registering and exploring it"

    struct Sample: Sendable {
        /// Values per event.
        struct Decisions: Sendable {
            var calls: Int
            var nanoseconds: Double
            var allocations: Double
            var how: String
        }

        struct Pushes: Sendable {
            var microseconds: Percentiles
            /// The longest time on the model's clock, in milliseconds.
            var modeled: Double
            var suspensions: Int
            var how: String
        }

        struct Exploration: Sendable {
            var counts: ExplorationCounts
            var seconds: Double
            var how: String
        }

        var decisions: Decisions
        var pushes: Pushes
        var sealedPushes: Pushes
        /// The time to open one sealed caller, in microseconds.
        var opening: Double
        /// The times of all launches, in microseconds.
        var launches: Percentiles
        var launchCount: Int
        var memory: PhoneMemoryUsage
        var exploration: Exploration
    }

    func measure(_ size: BenchSize) async throws -> Sample {
        let launchCount = size.of(Self.launchCount)
        return Sample(
            decisions: try decisions(size), pushes: try await pushes(size, areSealed: false),
            sealedPushes: try await pushes(size, areSealed: true), opening: try await Self.opening(size),
            launches: Percentiles(
                Array(
                    await LaunchStopwatch().microseconds(launchCount + Self.launchesBefore).dropFirst(
                        Self.launchesBefore))),
            launchCount: launchCount, memory: try await PhoneMemoryUsage.measure(size),
            exploration: try exploration(size))
    }

    private func decisions(_ size: BenchSize) throws -> Sample.Decisions {
        let events = RecordedCall().events
        let phone = RecordedCall.phone
        var effects: [PhoneEffect] = []
        effects.reserveCapacity(256)
        func call() -> Phone {
            var phone = phone
            effects.removeAll(keepingCapacity: true)
            for event in events { phone.handle(event, into: &effects) }
            return phone
        }
        guard call().calls.isEmpty, effects.contains(where: Self.reportsCompleted) else {
            throw BenchError("the recorded call does not end as it did")
        }
        let calls = size.of(2_000)
        carillon_start_counting_allocations()
        for _ in 0..<calls { _ = call() }
        let allocations = Double(carillon_stop_counting_allocations()) / Double(calls * events.count)
        let nanoseconds = RepeatedTiming.nanoseconds(size) { _ = call() } / Double(events.count)
        let how = "an inbound call of \(events.count) events and \(effects.count) effects, with hold and mute, one core"
        return Sample.Decisions(calls: calls, nanoseconds: nanoseconds, allocations: allocations, how: how)
    }

    private static func reportsCompleted(_ effect: PhoneEffect) -> Bool {
        if case .publish(.ended(let end)) = effect { end.call == named && end.disposition == .completed } else { false }
    }

    private static let named = CallUUID(session: CallSessionID(.random(high: 1, low: 1)))
    private static let pushCount = 4_000
    private static let warmUpCount = 200
    private static let launchCount = 500
    private static let launchesBefore = 50

    @MainActor
    private func pushes(_ size: BenchSize, areSealed: Bool) async throws -> Sample.Pushes {
        let device = ModelDevice(profile: .ios26) { PushedApp($0, PushStopwatch($0.device)) }
        let (pushCount, warmUpCount) = (size.of(Self.pushCount), size.of(Self.warmUpCount))
        let count = pushCount + warmUpCount
        for number in 0..<count {
            // The key exists only after the first push has started the app.
            let keys = areSealed ? (device.app as? PushedApp)?.keys : nil
            await device.push(json: Data(Self.push(UInt64(number), sealedFor: keys).bytes() ?? []))
            await device.advance(by: .milliseconds(100))
            await device.decline()
            await device.advance(by: .seconds(1))
        }
        guard let watch = (device.app as? PushedApp)?.watch, device.violations == 0,
            watch.microseconds.count == count,
            device.moments.count(where: { $0.words == "rings: Alice Smith" }) == count
        else { throw BenchError("not every push was reported and rung for") }
        let times = Percentiles(Array(watch.microseconds.dropFirst(warmUpCount)))
        device.dropProcess()
        let how =
            "\(pushCount) \(areSealed ? "sealed " : "")pushes, each of a new call, which is then declined; from the "
            + "entrance of "
            + "PushKit's method to the return of reportNewIncomingCall, on the modeled phone"
        return Sample.Pushes(
            microseconds: times, modeled: watch.modeledMax.milliseconds, suspensions: watch.returnedBefore, how: how)
    }

    /// A push of a call from Alice Smith, in plain text or sealed.
    @MainActor
    private static func push(_ number: UInt64, sealedFor keys: PushKeyStore?) -> IncomingPush {
        let call = CallSessionID(.random(high: 9, low: number))
        var push = IncomingPush.ringing(
            call, organization: "42", deadline: WallTime(milliseconds: 1_800_000_000_000))
        let caller = CallerDetails(name: "Alice Smith", number: "+18179398981")
        if let key = keys?.newest.flatMap({ keys?.key($0) }) {
            push.sealedCaller = CallerSeal(key: key)?.seal(caller, for: call)
        } else {
            push.apply(caller)
        }
        return push
    }

    private static let openings = 2_000

    /// - Returns: the time to open one push, in microseconds.
    @MainActor
    private static func opening(_ size: BenchSize) throws -> Double {
        let folder = FileManager.default.temporaryDirectory.appending(path: "carillon-bench-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let keys = PushKeyStore(files: SystemFileStore(folder: folder), names: RandomUUIDs(), log: NullPorts())
        keys.make()
        let pushes = (0..<UInt64(size.of(openings))).map { push($0, sealedFor: keys) }
        var isOpen = true
        let nanoseconds = RepeatedTiming.nanoseconds(size) {
            for sealed in pushes {
                var push = sealed
                isOpen = !keys.open(&push) && push.callerName != nil && isOpen
            }
        }
        guard isOpen, pushes.allSatisfy({ $0.sealedCaller != nil }) else {
            throw BenchError("a sealed caller was not opened")
        }
        return nanoseconds / Double(pushes.count) / 1_000
    }

    private func exploration(_ size: BenchSize) throws -> Sample.Exploration {
        guard let scope = Scope.phone.first else { throw BenchError("there is no scope of a phone") }
        let (clock, rounds) = (ContinuousClock(), size.of(3))
        var counts = scope.explore(workers: 1).counts
        let milliseconds = (0..<rounds).map { _ in
            clock.measure { counts = scope.explore(workers: 1).counts }.milliseconds
        }
        let seconds = (milliseconds.min() ?? .nan) / 1_000
        let how = "“\(scope.name)”: \(counts), searched whole, best of \(rounds), one core"
        return Sample.Exploration(counts: counts, seconds: seconds, how: how)
    }
}
