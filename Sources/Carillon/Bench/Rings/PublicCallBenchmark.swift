import DeviceRuntime
import Foundation
import LivePhones
import Standins

/// Measures the stages of a public call to a locked iPhone whose app has no process, through the carrier's stand-in and
/// without the stand-in's own time.
struct PublicCallBenchmark: Benchmark {
    let name = "public-call"
    let figures: [Figure<Sample>] =
        Figure<Sample>.pair(
            "public-call-pushed", how: { $0.how("the public call until Apple's push service has the exchange's push") }
        ) { $0.times(\.pushed) }
        + Figure<Sample>.pair(
            "public-call-ringing",
            how: {
                $0.how(
                    "the push's hand-over to the phone until the carrier sends its INVITE there: launch, report, connection, login"
                )
            }
        ) { $0.times(\.ringing) }
        + Figure<Sample>.pair(
            "public-call-bridged",
            how: { $0.how("the answer on the lock screen until the exchange tells the carrier to bridge") }
        ) { $0.times(\.bridged) }
        + Figure<Sample>.pair(
            "public-call-connected", how: { $0.how("the same answer until the call stands on the phone's screen") }
        ) { $0.times(\.connected) }
        + Figure<Sample>.pair(
            "public-call-standins",
            how: { $0.how("the stages pushed, ringing and connected: the time subtracted from their sum") }
        ) { $0.standins }
    let activity = "calling a locked iPhone from the public network"

    /// The number of measured calls, one after the other.
    private static let calls = 200
    /// Calls before them that are not measured; with the first, the phone registers at the carrier.
    private static let callsBefore = 5

    struct Sample: Sendable {
        fileprivate var calls: [Call]

        fileprivate func how(_ stage: String) -> String {
            "\(calls.count) calls one after the other, exchange, carrier and modeled iPhone in one process, loopback; from \(stage); "
                + "without the time in which a stand-in decided or its media engine worked"
        }

        fileprivate func times(_ stage: (Call) -> Stage) -> Percentiles {
            Percentiles(calls.map { (stage($0).whole - stage($0).standins).milliseconds })
        }

        fileprivate var standins: Percentiles {
            Percentiles(
                calls.map { ($0.pushed.standins + $0.ringing.standins + $0.connected.standins).milliseconds })
        }
    }

    fileprivate typealias Stage = (whole: Duration, standins: Duration)

    fileprivate struct Call: Sendable {
        var pushed: Stage
        var ringing: Stage
        var bridged: Stage
        var connected: Stage
    }

    func measure(_ size: BenchSize) async throws -> Sample {
        let parties = try await PublicCallParties.start()
        do {
            var calls: [Call] = []
            for number in 0..<size.of(Self.callsBefore) + size.of(Self.calls) {
                let call = try await Self.call(parties)
                if number >= size.of(Self.callsBefore) { calls.append(call) }
            }
            let isLawful = await parties.handset.phone.device.violations == 0
            await parties.stop()
            guard isLawful else { throw BenchError("the phone broke a rule that its system punishes") }
            return Sample(calls: calls)
        } catch {
            await parties.stop()
            throw error
        }
    }

    @MainActor
    private static func call(_ parties: PublicCallParties) async throws -> Call {
        let (watch, device, telnyx) = (parties.watch, parties.handset.phone.device, parties.carrier.telnyx)
        let (number, frequency) = DemoUsers.publicCaller
        watch.forget()
        let dialed = watch.moment
        let leg = telnyx.callIn(from: number, to: DemoCarrier.number, voice: .tone(frequency))
        let pushed = try await first(.apns, "", parties)
        guard let payload = parties.payload else { throw BenchError("no push told of the public call") }
        let handed = watch.moment
        await device.push(json: payload)
        let invited = try await first(.telnyx, "invite", parties)
        try await parties.pass("rang") { device.screen.first?.stage == .ringing }
        let tapped = watch.moment
        await device.answer()
        let bridged = try await first(.telnyx, "actions/bridge", parties)
        try await parties.pass("was connected") { device.screen.first?.stage == .connected }
        let connected = watch.moment
        try await parties.finish(leg)
        return Call(
            pushed: dialed.duration(to: pushed), ringing: handed.duration(to: invited),
            bridged: tapped.duration(to: bridged), connected: tapped.duration(to: connected))
    }

    @MainActor
    private static func first(
        _ party: StandinKind, _ word: String, _ parties: PublicCallParties
    ) async throws -> BenchMoment {
        try await parties.pass("led to \(party.rawValue) \(word)") { parties.watch.seenFirst(party, word) != nil }
        guard let moment = parties.watch.seenFirst(party, word) else { throw BenchError("nothing was seen") }
        return moment
    }
}
