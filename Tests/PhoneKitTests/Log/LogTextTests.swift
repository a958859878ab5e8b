import CallModel
import PhoneCore
import PhoneKit
import Redaction
import Testing

@Suite struct LogTextTests {
    private let call = CallUUID(.random(high: 1, low: 2))

    @Test func `words of the source, identifiers and measures stand as they are`() {
        let text: LogText =
            "\(CallDirection.inbound) call \(call) took \(Duration.milliseconds(1_250)), \(3) of \(true)"
        #expect(text.description == "inbound call \(call.description) took 1250 ms, 3 of true")
    }

    @Test func `of a personal value a log shows only that it was present`() {
        let number = Redacted("+4930123456")
        let text: LogText = "from \(number), token \(Redacted([1, 2, 3]))"
        #expect(text.description == "from ‹redacted›, token ‹redacted›")
    }

    @Test func `an absent value is logged as none`() {
        let reason: EndReason? = nil
        let text: LogText = "ended: \(reason), then \(EndReason.completed as EndReason?)"
        #expect(text.description == "ended: none, then completed")
    }

    @Test func `an organization is distinguished in a log without its text, which comes from outside`() {
        let text: LogText = "\(OrganizationID("+4930123456"))"
        #expect(text.description == (("\(OrganizationID("+4930123456"))" as LogText).description))
        #expect(!text.description.contains("4930123456"))
        #expect(text.description != ("\(OrganizationID("acme"))" as LogText).description)
        #expect(text.description.count == "org-00000000".count)
    }

    @Test func `a text has a bound`() {
        var long = LogInterpolation(literalCapacity: 0, interpolationCount: 0)
        for _ in 0..<100 { long.appendInterpolation(call) }
        #expect(LogText(stringInterpolation: long).description.utf8.count == LogText.lengthMax)
    }
}
