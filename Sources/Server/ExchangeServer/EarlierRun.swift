internal import ExchangeCore
internal import ExchangeStorage
internal import Logging

/// What the run before this one left open: calls in which somebody speaks go on, the others failed with it.
struct EarlierRun: Sendable {
    /// The calls that go on.
    let keptCalls: [KeptCall]
    let counts: RestartCounts

    /// Reads it, and ends what does not go on.
    init(
        in journal: any CallJournal, clock: WallClock, sealing: any Sealing, logger: Logger
    ) throws(StorageError) {
        keptCalls = try journal.takeKeptCalls(clock: clock, sealing: sealing)
        let lost = try journal.closeUnfinished(
            at: clock.originMicroseconds, except: Set(keptCalls.map(\.session)))
        counts = RestartCounts(lost: lost.count, recovered: keptCalls.count)
        for kept in keptCalls {
            logger.notice("call \(kept.session) was answered when the last run ended: it goes on")
        }
        for call in lost {
            logger.warning("call \(call.session) was \(call.stage.rawValue) when the last run ended: it failed with it")
        }
    }
}
