internal import CallModel
internal import ExchangeCarrier
internal import ExchangeStorage
internal import Logging
internal import RingCore

/// Hears what ring sessions decide, and tells whom it concerns.
final class RingStation: RingListener {
    private let counts: RingCounts
    private let feed: RingFeed
    private let recordings: RecordingKeeper
    private let unheard: UnheardReporter
    private let credentials: CarrierCredentialKeeper?
    private let hearing: HearingDevices
    private let trace: RingTrace?
    private let logger: Logger

    init(
        _ counts: RingCounts, _ feed: RingFeed, _ hearing: HearingDevices, _ recordings: RecordingKeeper,
        _ unheard: UnheardReporter, _ credentials: CarrierCredentialKeeper?, _ trace: RingTrace?, _ logger: Logger
    ) {
        self.counts = counts
        self.feed = feed
        self.hearing = hearing
        self.recordings = recordings
        self.unheard = unheard
        self.credentials = credentials
        self.trace = trace
        self.logger = logger
    }

    func followed(_ turn: RingTurn, of input: RingInput) {
        trace?.record(turn, of: input)
        if turn.outcome == .unknownSession, input.source != nil { unheard.wake() }
    }

    /// Of most devices nobody ever listens to the channel: for them nothing is kept there.
    func notify(_ notice: DeviceNotice, of status: RingStatus, to device: DeviceID, round: RingRound) {
        guard hearing.isKnown(device) else { return }
        feed.tell(notice, of: status, to: device, round: round)
    }

    func hears(_ device: DeviceID) -> Bool { hearing.contains(device) }

    func changed(_ status: RingStatus, for users: [UserID]) {
        counts.changed(status)
        var metadata: Logger.Metadata = [
            "call": "\(status.session)", "version": "\(status.version)", "change": "\(status.stage.rawValue)",
            "organization": "\(status.organization.rawValue)",
        ]
        metadata["reason"] = status.outcome.map { "\($0.rawValue)" }
        logger.info("call to a number changed", metadata: metadata)
        feed.changed(status, for: users)
    }

    /// What was broadcast before is gone with the earlier run: it is told again how the call stands.
    func found(_ status: RingStatus, for users: [UserID]) {
        counts.changed(status)
        feed.changed(status, for: users)
    }

    func recorded(_ record: RingRecord, of status: RingStatus, for users: [UserID]) {
        switch record {
        case .device(let device, _, let reason): feed.ended(device, reason, of: status, for: users)
        case .message, .discarded: recordings.wake()
        case .missedCall, .conversation, .recording, .call: break  // Found in the history.
        }
    }

    func discarded(parked count: Int) {
        counts.webhook(.neverKnown, times: count)
        counts.alarm()
        logger.warning("\(count) webhooks came of legs that no call came to know: thrown away")
    }

    func alarm(_ alarm: RingAlarm, of session: CallSessionID) {
        // Noted with the decision itself, and told from there: a death in between loses none.
        if UnheardEnd.Cause(alarm) != nil { return unheard.wake() }
        counts.alarm()
        if case .dialRefused(let device) = alarm { credentials?.doubt(.device(device, session)) }
        logger.warning("call \(session): \(alarm)")
    }
}
