import CAllocationCount
import CallModel
import DeviceModel
import DeviceRuntime
import Explorer
import Foundation
import PhoneCore
import PhoneScopes
import PushPayload
import Redaction
import Scopes

/// The phone: its decisions, a push on its way to CallKit, and the search of phone and device together.
struct PhoneBenchmark: Benchmark {
    let name = "phone"
    let figures = [
        "phone-events", "phone-allocations", "push-to-report-p50", "push-to-report-p99", "push-to-report-model-time",
        "push-to-report-suspensions", "launch-p50", "launch-p99", "phone-explorer-states", "phone-explorer-transitions",
    ]
    let activity = "calling the phone, pushing to it and exploring it"

    func measure() async throws -> [Measurement] {
        try decisions() + (try await pushes()) + (await launches()) + exploration()
    }

    private func decisions() throws -> [Measurement] {
        let events = RecordedCall().events
        let phone = RecordedCall.phone
        var effects: [PhoneEffect] = []
        effects.reserveCapacity(256)
        func call() -> Phone {
            var phone = phone
            effects.removeAll(keepingCapacity: true)
            for event in events { phone.handle(event, at: .zero, into: &effects) }
            return phone
        }
        guard call().calls.isEmpty, effects.contains(.publish(.ended(Self.named, .completed))) else {
            throw BenchError("the recorded call does not end as it did")
        }
        let calls = 2_000
        carillon_start_counting_allocations()
        for _ in 0..<calls { _ = call() }
        let allocations = Double(carillon_stop_counting_allocations()) / Double(calls * events.count)
        let nanoseconds = Repetition.nanoseconds { _ = call() } / Double(events.count)
        let how = "an inbound call of \(events.count) events and \(effects.count) effects, with hold and mute, one core"
        return [
            Measurement(name: "phone-events", value: 1e9 / nanoseconds, unit: "events/s", better: .more, how: how),
            Measurement(
                name: "phone-allocations", value: allocations, unit: "Swift objects/event", better: .less,
                how: "\(calls) such calls, counted where the Swift runtime allocates"),
        ]
    }

    private static let named = CallUUID(session: CallSessionID(.random(high: 1, low: 1)))
    private static let pushCount = 4_000
    private static let warmUpCount = 200

    @MainActor
    private func pushes() async throws -> [Measurement] {
        let device = ModelDevice(profile: .ios26) { PushedApp($0, PushStopwatch($0.device)) }
        let count = Self.pushCount + Self.warmUpCount
        for number in 0..<count {
            await device.push(json: Self.payload(UInt64(number)))
            await device.advance(by: .milliseconds(100))
            await device.decline()
            await device.advance(by: .seconds(1))
        }
        guard let watch = (device.app as? PushedApp)?.watch, device.violations == 0,
            watch.microseconds.count == count, device.moments.count(where: { $0.words.hasPrefix("rings") }) == count
        else { throw BenchError("not every push was reported and rung for") }
        let times = Percentiles(Array(watch.microseconds.dropFirst(Self.warmUpCount)))
        device.putAway()
        let how =
            "\(Self.pushCount) pushes, each of a new call, which is then declined; from the entrance of "
            + "PushKit's method to the return of reportNewIncomingCall, on the modelled phone"
        let modelled = watch.modelledMax.milliseconds
        return [
            Measurement(name: "push-to-report-p50", value: times.value(at: 0.5), unit: "µs", better: .less, how: how),
            Measurement(name: "push-to-report-p99", value: times.value(at: 0.99), unit: "µs", better: .less, how: how),
            Measurement(
                name: "push-to-report-model-time", value: modelled, unit: "ms", better: .less,
                how: "the longest of them in the phone's own time"),
            Measurement(
                name: "push-to-report-suspensions", value: Double(watch.returnedBefore), unit: "pushes", better: .less,
                how: "of them, those not yet reported when the method returned, which is synchronous"),
        ]
    }

    @MainActor
    private func launches() async -> [Measurement] {
        let count = 500
        let times = Percentiles(Array(await LaunchStopwatch().microseconds(count + 50).dropFirst(50)))
        let how = "\(count) starts of the whole phone, its record read from a file; frameworks are the models"
        return [
            Measurement(name: "launch-p50", value: times.value(at: 0.5), unit: "µs", better: .less, how: how),
            Measurement(name: "launch-p99", value: times.value(at: 0.99), unit: "µs", better: .less, how: how),
        ]
    }

    private static func payload(_ number: UInt64) -> Data {
        var push = IncomingPush.ringing(
            CallSessionID(.random(high: 9, low: number)), organization: "42",
            deadline: WallTime(milliseconds: 1_800_000_000_000))
        push.callerName = Redacted("Alice Smith")
        push.callerNumber = Redacted("+18179398981")
        return Data(push.bytes() ?? [])
    }

    private func exploration() throws -> [Measurement] {
        guard let scope = Scope.phone.first else { throw BenchError("there is no scope of a phone") }
        let clock = ContinuousClock()
        var counts = scope.explore(workers: 1).counts
        let milliseconds = (0..<3).map { _ in
            clock.measure { counts = scope.explore(workers: 1).counts }.milliseconds
        }
        let seconds = (milliseconds.min() ?? .nan) / 1_000
        let how = "“\(scope.name)”: \(counts), searched whole, best of 3, one core"
        return [
            Measurement(
                name: "phone-explorer-states", value: Double(counts.states) / seconds, unit: "states/s", better: .more,
                how: how),
            Measurement(
                name: "phone-explorer-transitions", value: Double(counts.transitions) / seconds,
                unit: "transitions/s", better: .more, how: how),
        ]
    }
}
