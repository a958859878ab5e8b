import CallModel
import PhoneCore
import PhoneKit
import Redaction
import Testing

@MainActor
@Suite struct CrashLogTests {
    private let clock = StillClock()
    private let journal = LogJournal()
    private let call = CallUUID(.random(high: 1, low: 2))

    /// What an exchange says at an end is foreign text.
    private let reported = Ending(
        .dropped, cause: .mediaTimeout, sipCode: 408, sipReason: "Anna at +4930123456 is gone")

    private func snapshot(_ phase: CallPhase) -> CallSnapshot {
        let display = CallDisplay(
            .phoneNumber("+4930123456"), name: "Anna Beispiel", organizationName: "Acme GmbH")
        return CallSnapshot(
            id: call, session: nil, organization: OrganizationID("acme"), direction: .inbound, phase: phase,
            isMuted: false,
            isHeld: false, display: display)
    }

    @Test func `lines written before the service is ready wait for it, and its keys with them`() {
        let crash = CrashLog()
        let logger = PhoneLogger(sinks: [crash], clock: clock)
        let screens = InstrumentedScreens(RecordingPorts(), log: logger, crash: crash, analytics: nil, clock: clock)
        logger.write(.error, .store, "lost")
        screens.show(.call(snapshot(.ringing)))
        crash.attach(journal)
        #expect(
            journal.lines == [
                "call_id=\(call)", "call_direction=inbound", "call_phase=ringing", "call_count=1",
                "failure error store: lost", "breadcrumb info calls: inbound ringing",
            ])
        logger.write(.notice, .push, "later")
        #expect(journal.lines.last == "breadcrumb notice push: later")
    }

    @Test func `only the latest wait`() {
        let crash = CrashLog()
        let logger = PhoneLogger(sinks: [crash], clock: clock)
        for number in 1...(CrashLog.waitingMax + 10) { logger.write(.info, .calls, "line \(number)") }
        crash.attach(journal)
        #expect(journal.lines.count == CrashLog.waitingMax)
        #expect(journal.lines.first == "breadcrumb info calls: line 11")
    }

    @Test func `calls are counted once for each step, with how long they stood`() {
        let logger = PhoneLogger(clock: clock)
        let screens = RecordingPorts()
        let counted = InstrumentedScreens(screens, log: logger, crash: nil, analytics: journal, clock: clock)
        counted.show(.call(snapshot(.ringing)))
        counted.show(.call(snapshot(.connected)))
        clock.move(to: .seconds(90))
        counted.show(.call(snapshot(.reconnecting)))
        counted.show(.call(snapshot(.connected)))
        counted.show(.ended(CallEnd(call, .inbound, at: .connected, .completed)))
        counted.show(.failed(call, .timedOut))
        #expect(
            journal.lines == [
                "call_began direction=inbound", "call_connected direction=inbound",
                "call_ended direction=inbound disposition=completed reason=completed seconds=90",
                "call_failed refusal=timedOut",
            ])
        #expect(screens.news.count == 6)
    }

    @Test func `no number, name, organization, token or SDP gets anywhere`() {
        let crash = CrashLog()
        crash.attach(journal)
        let logger = PhoneLogger(sinks: [crash, journal], clock: clock)
        let counted = InstrumentedScreens(RecordingPorts(), log: logger, crash: crash, analytics: journal, clock: clock)
        for phase in CallPhase.allCases { counted.show(.call(snapshot(phase))) }
        counted.show(.ended(CallEnd(call, .inbound, at: .connected, .dropped, reported: reported)))
        counted.organizationSettled(OrganizationID("acme"), .notMember)
        counted.sessionOver(.refused)
        let token = DevicePushToken("a1b2c3d4")
        let sdp = Redacted("v=0\r\na=ice-pwd:secret")
        logger.write(.notice, .session, "token \(token.digits), description \(sdp)")
        let text = (journal.lines + logger.records.map(\.description)).joined(separator: "\n")
        #expect(text.contains("token ‹redacted›, description ‹redacted›"))
        #expect(text.contains("ended: dropped, dropped, cause 804, SIP 408"))
        for secret in ["4930123456", "Anna", "Beispiel", "Acme", "acme", "a1b2c3d4", "ice-pwd", "secret"] {
            #expect(!text.contains(secret))
        }
    }
}
