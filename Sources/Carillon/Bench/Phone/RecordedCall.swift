import CallModel
import PhoneCore
import PushPayload
import Redaction

/// The events of one call to a phone: pushed, answered on the lock screen, connected, held, resumed, muted and hung up.
struct RecordedCall {
    let events: [PhoneEvent]

    private static let registration = RegistrationID(OrganizationID("42"))
    private static let line = LineID(callID: "0c1d2e3f-0000-4000-8000-000000000002")

    /// A phone that was started for the push.
    static var phone: Phone {
        var phone = Phone()
        var effects: [PhoneEffect] = []
        phone.handle(.launched(Launch(.none)), into: &effects)
        phone.handle(.path(NetworkPath(.wifi)), into: &effects)
        return phone
    }

    init() {
        let session = CallSessionID(.random(high: 1, low: 1))
        let call = CallUUID(session: session)
        let display = CallDisplay(.phoneNumber(Redacted("+18179398981")), name: Redacted("Alice Smith"))
        let pushed = PushedCall(session: session, organization: Self.registration.organization, display: display)
        var recorder = LineRecorder(line: Self.line)
        events =
            [
                .push(VoIPPush(.call(pushed), age: .seconds(1), spare: CallUUID(.random(high: 2, low: 2)))),
                .system(.reported(call, .announce, nil)),
                .signaling(Self.registration, .connecting), .signaling(Self.registration, .ready),
                .line(Self.line, .invited(IncomingInvite(Self.registration, session: session, display: display))),
            ] + recorder.changes(.invited) + [Self.perform(.answer(call), 1)]
            + recorder.changes(.answer) + [.system(.audioActivated)] + recorder.changes(.mediaConnected)
            + [Self.perform(.hold(call, true), 2)] + recorder.changes(.hold, .holdConfirmed)
            + [.system(.audioDeactivated), Self.perform(.hold(call, false), 3)]
            + recorder.changes(.resume, .resumeConfirmed)
            + [.system(.audioActivated), Self.perform(.mute(call, true), 4), Self.perform(.end(call), 5)]
            + [.line(Self.line, .ended(Ending(.completed))), .system(.audioDeactivated)]
    }

    private static func perform(_ action: SystemAction, _ number: UInt64) -> PhoneEvent {
        .system(.perform(SystemActionID(.random(high: 3, low: number)), action, timeLeft: .seconds(60)))
    }
}

/// Turns events of the line's call machine into events for the phone.
private struct LineRecorder {
    let line: LineID
    var machine = CallMachine(.inbound)

    mutating func changes(_ events: CallEvent...) -> [PhoneEvent] {
        var effects: [CallEffect] = []
        for event in events { machine.handle(event, into: &effects) }
        return effects.compactMap { effect in
            if case .changed(_, let state) = effect { .line(line, .changed(state)) } else { nil }
        }
    }
}
