internal import CallModel
internal import ExchangeCarrier
internal import Logging
internal import RingCore

/// Hears what ring sessions decide.
final class RingStation: RingListener {
    private let counts: RingCounts
    private let logger: Logger

    init(_ counts: RingCounts, _ logger: Logger) {
        self.counts = counts
        self.logger = logger
    }

    func notify(_ notice: DeviceNotice, of session: CallSessionID, to device: DeviceID) {}

    func changed(_ status: RingStatus) {
        let outcome = status.outcome.map { ", \($0.rawValue)" } ?? ""
        logger.debug("call \(status.session) is \(status.stage.rawValue), version \(status.version)\(outcome)")
    }

    func recorded(_ record: RingRecord, of session: CallSessionID) {}

    func alarm(_ alarm: RingAlarm, of session: CallSessionID) {
        counts.alarm()
        logger.warning("call \(session): \(alarm)")
    }
}
