internal import CallModel
internal import ExchangeStorage
internal import RingCore
internal import Trace
internal import WireJSON

/// Writes what ring sessions are told and want done, as the runner does for the exchange's own calls.
struct RingTrace: Sendable {
    private static let machine = "RingSession"

    let sink: any TraceSink
    /// Of the runner, so that both write moments since one origin.
    let clock: RunClock

    func record(_ turn: RingTurn, of input: RingInput) {
        guard turn.outcome == .taken, let session = turn.session else { return }
        switch input.content {
        case .open(let call, _): write(opening(call), session)
        case .event(let event, _): write(.event, event, session)
        case .stranger: break
        }
        record(turn.effects, of: session)
        for met in turn.met { if let session = met.session { record(met.effects, of: session) } }
    }

    private func record(_ effects: [RingEffect], of session: CallSessionID) {
        for effect in effects { write(.effect, effect, session) }
    }

    /// Who calls stands in no trace.
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
