internal import CallModel
internal import Clocks
internal import ExchangeCarrier
internal import ExchangeStorage
internal import Logging
internal import RingCore
internal import Trace
internal import WireJSON

/// Receives the decisions of ring sessions and passes them to the parts they concern.
final class RingEventHandler: RingListener {
    private let counts: RingCounts
    private let feed: CallEventSender
    private let deviceRegistry: DeviceRegistry
    private let clock: any TimeSource
    private let recordings: RecordingSynchronizer
    private let unheard: RecordingAlarmReporter
    private let credentials: CarrierCredentialReconciler?
    private let listening: ListeningDevices
    private let trace: RingTrace?
    private let logger: Logger

    init(
        _ counts: RingCounts, _ feed: CallEventSender, _ deviceRegistry: DeviceRegistry, _ clock: any TimeSource,
        _ listening: ListeningDevices, _ recordings: RecordingSynchronizer,
        _ unheard: RecordingAlarmReporter, _ credentials: CarrierCredentialReconciler?, _ trace: RingTrace?,
        _ logger: Logger
    ) {
        self.counts = counts
        self.feed = feed
        self.deviceRegistry = deviceRegistry
        self.clock = clock
        self.listening = listening
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

    /// Most devices never listen to their channel; nothing is published for those.
    func notify(_ notice: DeviceNotice, of status: RingStatus, to device: DeviceID, round: RingRound) {
        guard listening.isKnown(device) else { return }
        let change = DeviceRingChange(
            notice: notice, status: status, device: device, round: round,
            answeredBy: deviceRegistry.answerer(of: status, forDevice: device))
        feed.send([change.publication(at: clock.calendar.components.seconds)])
    }

    func isListening(_ device: DeviceID) -> Bool { listening.contains(device) }

    func changed(_ status: RingStatus, for users: [UserID]) {
        counts.changed(status)
        var metadata: Logger.Metadata = [
            "call": "\(status.session)", "version": "\(status.version)", "change": "\(status.stage.rawValue)",
            "organization": "\(status.organization.rawValue)",
        ]
        metadata["reason"] = status.outcome.map { "\($0.rawValue)" }
        logger.info("call to a number changed", metadata: metadata)
        publish(CallStateChange.changes(of: status, for: users))
    }

    /// Publishes the call's state again, because earlier publications were lost with the earlier run.
    func found(_ status: RingStatus, for users: [UserID]) {
        counts.changed(status)
        publish(CallStateChange.changes(of: status, for: users))
    }

    func recorded(_ record: RingRecord, of status: RingStatus, for users: [UserID]) {
        switch record {
        case .device(let device, _, let reason):
            publish(CallStateChange.changes(byEndOf: device, reason, in: status, for: users))
        case .message, .discarded: recordings.wake()
        case .missedCall, .conversation, .recording, .call: break  // These are read from the history.
        }
    }

    private func publish(_ changes: [CallStateChange]) {
        let timestamp = clock.calendar.components.seconds
        feed.send(changes.map { $0.publication(at: timestamp) })
    }

    func discarded(parked count: Int) {
        counts.webhook(.neverKnown, times: count)
        counts.alarm()
        logger.warning("\(count) webhooks were discarded, because no call knew their legs in time")
    }

    func alarm(_ alarm: RingAlarm, of session: CallSessionID) {
        // The store noted this alarm with the decision, and the reporter raises it from there, so a crash loses none.
        if RecordingAlarm.Cause(alarm) != nil { return unheard.wake() }
        counts.alarm()
        if case .dialRefused(let device) = alarm { credentials?.doubt(.device(device, session)) }
        logger.warning("call \(session): \(alarm)")
    }
}

/// Writes the events and effects of ring sessions to the trace, as the runner does for the exchange's own calls.
struct RingTrace: Sendable {
    private static let machine = "RingSession"

    let sink: any TraceSink
    /// The runner's clock, so that both write times since one origin.
    let clock: RunClock

    func record(_ turn: RingTurn, of input: RingInput) {
        guard turn.outcome == .taken, let session = turn.session else { return }
        switch input.content {
        case .open(let call, _): write(opening(call), session)
        case .event(let event, _): write(.event, event, session)
        case .unknownLeg: break
        }
        record(turn.effects, of: session)
        for met in turn.met { if let session = met.session { record(met.effects, of: session) } }
    }

    /// The new state comes first, because it is stored before any message of the same event is sent.
    private func record(_ effects: [RingEffect], of session: CallSessionID) {
        for effect in effects where effect.tellsState { write(.effect, effect, session) }
        for effect in effects where !effect.tellsState { write(.effect, effect, session) }
    }

    /// A trace must not contain the caller.
    private func opening(_ call: InboundCall) -> TraceRecord {
        TraceRecord(
            at: clock.now, actor: "exchange", machine: Self.machine, kind: .event, name: "open",
            fields: [
                "provider": .string(call.parent.provider), "isOutbound": .bool(call.outbound != nil),
                "devices": .array(call.devices.map { .string($0.device.rawValue) }),
            ])
    }

    private func write(_ kind: TraceRecord.Kind, _ value: Any, _ session: CallSessionID) {
        write(
            TraceRecord(at: clock.now, actor: "exchange", machine: Self.machine, kind: kind, describing: value),
            session)
    }

    private func write(_ record: TraceRecord, _ session: CallSessionID) {
        var record = record
        record.fields["session"] = .string(session.description)
        sink.record(record)
    }
}

extension RingEffect {
    fileprivate var tellsState: Bool {
        if case .stateChanged = self { true } else { false }
    }
}
