import Trace
import Verto

/// Writes what the client's machine is told and wants. SDP, numbers and credentials are redacted by their types.
struct ClientTrace: Sendable {
    private static let machine = "ClientMachine"

    let sink: any TraceSink
    let actor: String

    func record(_ event: ClientEvent, at now: Duration) {
        sink.record(TraceRecord(at: now, actor: actor, machine: Self.machine, kind: .event, describing: event))
    }

    func record(_ effect: ClientEffect, at now: Duration) {
        sink.record(TraceRecord(at: now, actor: actor, machine: Self.machine, kind: .effect, describing: effect))
    }
}
