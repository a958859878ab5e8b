import CAllocationCount
import CallModel

/// Runs a whole outgoing call with a hold through the call machine.
struct CallModelBenchmark: Benchmark {
    let name = "call-model"
    let figures: [Figure<Sample>] = [
        Figure<Sample>("call-model-transitions", "transitions/s", .more, how: { _ in Self.how }) {
            1e9 / $0.nanoseconds
        },
        Figure<Sample>(
            "call-model-allocations", "Swift objects/transition", .less,
            how: { "\($0.calls) such calls, counted where the Swift runtime allocates" }
        ) { $0.allocations },
    ]
    let activity = "walking calls through the call machine"

    private static let events: [CallEvent] = [
        .dial, .inviteSent, .peerRinging, .peerAnswered, .mediaConnected, .hold, .holdConfirmed, .resume,
        .resumeConfirmed,
        .peerHeld, .peerResumed, .hangUp, .releaseAcknowledged,
    ]

    private static var how: String {
        "a call of \(events.count) events with a hold on each side, effects included, one core"
    }

    /// Values per transition.
    struct Sample: Sendable {
        var calls: Int
        var nanoseconds: Double
        var allocations: Double
    }

    func measure(_ size: BenchSize) async throws -> Sample {
        var effects: [CallEffect] = []
        effects.reserveCapacity(16)
        func call() {
            var machine = CallMachine(.outbound)
            for event in CallModelBenchmark.events {
                effects.removeAll(keepingCapacity: true)
                machine.handle(event, into: &effects)
            }
        }
        let calls = size.of(10_000)
        call()
        carillon_start_counting_allocations()
        for _ in 0..<calls { call() }
        let counted = carillon_stop_counting_allocations()
        let allocations = Double(counted) / Double(calls * CallModelBenchmark.events.count)
        let nanoseconds = RepeatedTiming.nanoseconds(size, call) / Double(CallModelBenchmark.events.count)
        return Sample(calls: calls, nanoseconds: nanoseconds, allocations: allocations)
    }
}
