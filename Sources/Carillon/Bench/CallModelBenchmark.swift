import CAllocationCount
import CallModel

/// A whole outgoing call with a hold, through the call machine.
struct CallModelBenchmark: Benchmark {
    let name = "call-model"
    let figures = ["call-model-transitions", "call-model-allocations"]
    let activity = "walking calls through the call machine"

    private static let events: [CallEvent] = [
        .dial, .inviteSent, .peerRinging, .peerAnswered, .mediaConnected, .hold, .holdConfirmed, .resume,
        .resumeConfirmed,
        .peerHeld, .peerResumed, .hangUp, .releaseAcknowledged,
    ]

    func measure() async throws -> [Measurement] {
        var effects: [CallEffect] = []
        effects.reserveCapacity(16)
        func call() {
            var machine = CallMachine(.outbound)
            for event in CallModelBenchmark.events {
                effects.removeAll(keepingCapacity: true)
                machine.handle(event, into: &effects)
            }
        }
        let calls = 10_000
        call()
        carillon_start_counting_allocations()
        for _ in 0..<calls { call() }
        let counted = carillon_stop_counting_allocations()
        let allocations = Double(counted) / Double(calls * CallModelBenchmark.events.count)
        let nanoseconds = Repetition.nanoseconds(call) / Double(CallModelBenchmark.events.count)
        let how =
            "a call of \(CallModelBenchmark.events.count) events with a hold on each side, effects included, one core"
        return [
            Measurement(
                name: "call-model-transitions", value: 1e9 / nanoseconds, unit: "transitions/s", better: .more, how: how
            ),
            Measurement(
                name: "call-model-allocations", value: allocations, unit: "Swift objects/transition", better: .less,
                how: "\(calls) such calls, counted where the Swift runtime allocates"),
        ]
    }
}
