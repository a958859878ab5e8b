import CallModel
import PhoneCore
import Redaction
import Testing
import WireJSON

/// Every end a line can tell, and every end of the phone's own, at every stage: what differs reads differently.
@Suite struct EndDistinctionTests {
    /// Where a call stands when it ends.
    private struct Stage {
        let script: PhoneScript
        let call: CallUUID
        let line: LineID?
    }

    private static let out = Names.spare(5)
    private static let outLine = LineID(outbound: out)

    private static func placed(_ steps: (inout PhoneScript) -> Void = { _ in }) -> PhoneScript {
        var script = PhoneScript()
        script.signal(.ready)
        script.user(.dial(DialRequest("+15550001111", organization: Names.acme, spare: out)))
        steps(&script)
        return script
    }

    private static let stages: [Stage] = {
        var answering = PhoneScript.ringing()
        answering.perform(.answer(callA))
        let begin: (inout PhoneScript) -> Void = {
            $0.requested(out, .start)
            $0.perform(.start(out, .phoneNumber("+15550001111")))
        }
        let connecting = placed(begin)
        var connected = connecting
        connected.line(outLine, .activeOut)
        return [
            Stage(script: .ringing(), call: callA, line: lineA), Stage(script: answering, call: callA, line: lineA),
            Stage(script: .connected(), call: callA, line: lineA), Stage(script: placed(), call: out, line: nil),
            Stage(script: connecting, call: out, line: outLine), Stage(script: connected, call: out, line: outLine),
        ]
    }()

    /// What an exchange may say beside a reason, and nothing at all.
    private static func details(_ reason: EndReason) -> [Ending?] {
        [
            nil, Ending(reason), Ending(reason, cause: .normalClearing), Ending(reason, cause: HangUpCause(3)),
            Ending(reason, cause: .normalClearing, sipCode: 503),
            Ending(reason, cause: .normalClearing, sipCode: 503, sipReason: "No"),
            Ending(reason, cause: .normalClearing, sipCode: 503, sipReason: "\"},{"),
        ]
    }

    /// The one end that a script's last event told.
    private static func end(_ script: PhoneScript) throws -> CallEnd {
        let ends = script.news.compactMap { if case .ended(let end) = $0 { end } else { nil } }
        #expect(ends.count == 1)
        return try #require(ends.first)
    }

    private static func reported() throws -> [CallEnd] {
        var ends: [CallEnd] = []
        for stage in stages {
            for reason in EndReason.allCases {
                guard let line = stage.line else { continue }
                for said in details(reason) {
                    var script = stage.script
                    script.line(line, .ended(said ?? Ending(reason), isReported: said != nil))
                    ends.append(try end(script))
                }
            }
        }
        return ends
    }

    private static func own() throws -> [CallEnd] {
        try stages.map { stage in
            var script = stage.script
            if stage.line == nil { script.user(.end(stage.call)) } else { script.perform(.end(stage.call)) }
            return try end(script)
        } + [
            end(after: .ringing()) { $0.fire(.ring(callA)) },
            end(after: .connected()) { $0.handle(.system(.reset)) },
            end(after: PhoneScript()) {
                $0.push(.ours(1))
                $0.reported(callA, .announce, .filteredByDoNotDisturb)
            },
        ]
    }

    private static func end(
        after script: PhoneScript, _ step: (inout PhoneScript) -> Void
    ) throws -> CallEnd {
        var script = script
        step(&script)
        return try end(script)
    }

    @Test func `no two ends that differ read alike to the page, and each is read as it was written`() throws {
        let ends = try Self.reported() + Self.own()
        var byText: [String: CallEnd] = [:]
        for end in ends {
            var end = end
            end.call = Self.out
            let event = BridgeEvent.callEnded(end, seconds: 0)
            let data = try #require(try JSONParser.parse(text: event.data.jsonText).object)
            #expect(try BridgeEvent(name: "callEnded", data: data) == event)
            #expect(byText.updateValue(end, forKey: event.data.jsonText).map { $0 == end } ?? true)
        }
        // Five stages with a line, eleven reasons, and at least six ways to say each.
        #expect(byText.count >= 5 * 11 * 6)
    }

    @Test func `no two calls that were not taken read alike as missed calls, and a taken one is none`() throws {
        var texts: [String: EndReason] = [:]
        for stage in Self.stages {
            for reason in EndReason.allCases {
                guard let line = stage.line else { continue }
                var script = stage.script
                script.line(line, .ended(reason))
                let end = try Self.end(script)
                let notices = script.phone.record.notices.notices.filter(\.isUnread)
                #expect(notices.isEmpty == !end.disposition.isUntaken(end.direction))
                for notice in notices {
                    #expect(notice.disposition == end.disposition)
                    let text = BridgeEvent.missedCall(Self.out, notice.reason).data.jsonText
                    #expect(texts.updateValue(reason, forKey: text) == nil)
                    #expect(text.contains(#""disposition":"\#(end.disposition)""#))
                }
            }
        }
        #expect(Set(texts.values) == [.busy, .cancelled, .noAnswer, .unreachable, .incompatible, .failed])
    }

    @Test(arguments: [
        (EndReason.noAnswer, CallDisposition.missed), (.cancelled, .missed), (.failed, .missed), (.busy, .busy),
        (.declined, .declined), (.declinedElsewhere, .declinedElsewhere), (.answeredElsewhere, .answeredElsewhere),
    ])
    func `the disposition of an incoming call follows its outcome`(reason: EndReason, disposition: CallDisposition)
        throws
    {
        var script = PhoneScript.ringing()
        script.line(lineA, .ended(reason))
        #expect(try Self.end(script).disposition == disposition)
    }

    @Test(arguments: [
        (EndReason.noAnswer, CallDisposition.noAnswer), (.busy, .busy), (.declined, .declined),
        (.unreachable, .unreachable), (.incompatible, .failed), (.cancelled, .cancelled),
    ])
    func `the disposition of an outgoing call follows the other side's act`(
        reason: EndReason, disposition: CallDisposition
    ) throws {
        let dialing = Self.stages[4]
        var script = dialing.script
        script.line(Self.outLine, .ended(reason))
        #expect(try Self.end(script).disposition == disposition)
    }

    @Test func `where the phone ends a call itself, no cause and no status is made up`() throws {
        for end in try Self.own() { #expect(end.reported == nil) }
        #expect(
            try Self.own().map(\.disposition) == [
                .declined, .declined, .completed, .cancelled, .cancelled, .completed, .missed, .completed, .failed,
            ])
    }

    @Test func `one call too many is told as busy, one that was not answered as missed`() {
        var limits = PhoneLimits()
        limits.callsMax = 1
        var script = PhoneScript.ringing(limits)
        #expect(script.push(.ours(2)) == ["throwaway B", "notify missed B, busy"])
        #expect(script.fire(.ring(callA)) == ["ended A unanswered", "notify missed A"])
        #expect(script.phone.record.notices.notices.map(\.disposition) == [.busy, .missed])
    }
}
