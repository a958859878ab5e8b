import CallModel
import RingCore

extension RingSession {
    /// What a call came to, whatever way it went.
    struct Settled: Hashable {
        var outcome: RingOutcome?
        var winner: DeviceID?
        var epoch: UInt32
        var reasons: [DeviceReason?]
        var ranks: [LegRank]
    }

    var settled: Settled {
        Settled(
            outcome: status.outcome, winner: winner, epoch: epoch, reasons: devices.map(\.reason),
            ranks: legs.map(\.rank))
    }
}
