import CallModel
import PhoneCore
import PhoneKit
import Redaction
import Testing
import WireJSON

@Suite struct PhoneLoggerTests {
    private let clock = StillClock()
    private let journal = LogJournal()
    private let call = CallUUID(.random(high: 1, low: 2))

    @Test func `lines below their category's level are neither formatted nor kept`() {
        var settings = LogSettings()
        settings.levels[.network] = .debug
        settings.levels[.bridge] = .error
        let logger = PhoneLogger(settings, sinks: [journal], clock: clock)
        logger.write(.debug, .calls, "not this")
        logger.write(.debug, .network, "this")
        logger.write(.warning, .bridge, "nor this")
        logger.write(.error, .bridge, "but this")
        #expect(logger.records.map(\.text.description) == ["this", "but this"])
        #expect(journal.lines.count == 2)
    }

    @Test func `a line is JSON with its number, time, level, category and context`() {
        let logger = PhoneLogger(sinks: [journal], clock: clock)
        clock.move(to: .milliseconds(20))
        logger.write(
            .notice, .calls, "rings",
            about: LogContext(call: call, line: LineID(callID: "leg"), organization: OrganizationID("acme")))
        let line = LineID(callID: "leg").description
        let organization = ("\(OrganizationID("acme"))" as LogText).description
        #expect(
            journal.lines == [
                #"{"n":1,"time":"20 ms","level":"notice","category":"calls","text":"rings","call":"\#(call)","#
                    + #""line":"\#(line)","organization":"\#(organization)"}"#
            ])
    }

    @Test func `the latest lines are kept in order, up to the limit`() {
        var settings = LogSettings()
        settings.linesMax = 3
        let logger = PhoneLogger(settings, clock: clock)
        for number in 1...7 { logger.write(.info, .calls, "line \(number)") }
        #expect(logger.records.map(\.number) == [5, 6, 7])
        #expect(logger.records.map(\.text.description) == ["line 5", "line 6", "line 7"])
    }

    @Test func `every line of the phone's own and every fault is written under its category and call`() {
        let logger = PhoneLogger(sinks: [journal], clock: clock)
        let request = SystemRequestID(call, .answer)
        let all: [PhoneLog] = [
            .thrownAway(call, .unreadable), .reportRefused(call, .filteredByDoNotDisturb),
            .requestRefused(request, .unknownCall), .actionTimedOut(call), .pairedByNumber(call),
            .terminationGivenUp(call),
        ]
        for line in all { logger.write(line) }
        #expect(logger.records.count == all.count)
        #expect(logger.records.allSatisfy { $0.context.call == call })
        #expect(logger.records[0].text.description == "reported and ended at once: unreadable")
        #expect(logger.records[2].text.description == "the system refused to answer: unknownCall")
        for code in PhoneDiagnostic.Code.allCases { logger.write(PhoneDiagnostic(code, "code 7")) }
        let faults = logger.records.dropFirst(all.count)
        #expect(faults.map(\.text.description) == PhoneDiagnostic.Code.allCases.map { "\($0.rawValue): code 7" })
        #expect(faults.allSatisfy { $0.level >= .warning })
    }
}
