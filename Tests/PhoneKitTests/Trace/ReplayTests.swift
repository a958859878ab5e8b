import CallModel
import DeviceModel
import DeviceRuntime
import PhoneCore
import PhoneKit
import Redaction
import Replay
import Testing
import Trace
import WireJSON

/// What the recorder writes on a modelled iPhone is held against the model of one.
@MainActor
@Suite struct ReplayTests {
    /// What happens to the phone that records.
    enum Story: String, CaseIterable, Sendable {
        case answeredAndHungUp, declined, rungOut, secondCall, refusedByFocus, heldAndMuted, suspendedAndOpened, dialed
        case killedAndRungAgain
    }

    @Test(arguments: Story.allCases, [DeviceProfile.ios18, .ios26, .ios26p4, .ios27])
    func `a recording of a modeled iPhone matches the model of the same version`(
        story: Story, profile: DeviceProfile
    ) async throws {
        let phone = PhoneUnderTest(profile)
        await play(story, on: phone)
        let report = Replay.hold(try phone.recorded.recording(), against: profile)
        #expect(report.holds, "\(report.findings.map(\.description))\n\(phone.recorded.text)")
        #expect(!report.confirmed.isEmpty)
        #expect(report.lineCount >= 6)
    }

    @Test func `the recording of an older iPhone speaks against the newer one's model, by the rule it breaks`()
        async throws
    {
        let phone = PhoneUnderTest(.ios18)
        await phone.device.openApp()
        await phone.device.push(json: Payload.call(1))
        await phone.device.advance(by: .seconds(1))
        let report = Replay.hold(try phone.recorded.recording(), against: .ios26p4)
        #expect(report.contradicted == [.c10])
        let finding = try #require(report.findings.first)
        #expect(finding.description.contains("C10"))
        #expect(phone.recorded.names[finding.line - 1] == "incoming")
        #expect(Replay.hold(try phone.recorded.recording(), against: .ios18).holds)
    }

    /// An answer action that the phone does not complete; the iPhone times it out after so many seconds.
    private func unanswered(_ seconds: Int) throws -> Recording {
        try Self.recording(
            Self.rung + [
                (70, FrameworkRecord(.reported, [.call: 1])),
                (2_000, FrameworkRecord(.perform, [.action: 1, .call: 1], words: [.verb: "answer"])),
                (
                    2_000 + seconds * 1_000,
                    FrameworkRecord(.timedOut, [.action: 1, .call: 1], words: [.verb: "answer"])
                ),
            ])
    }

    @Test func `a figure that a device has otherwise is named with its rule, its line and both times`() throws {
        let report = Replay.hold(try unanswered(30), against: .ios26p4)
        #expect(report.findings.map(\.rule) == [.c43])
        #expect(report.findings.first?.line == 10)
        #expect(report.findings.first?.words.contains("the model waits until 62.000 s") == true)
        #expect(report.answered == [.c23, .c43])
    }

    @Test func `the figure of the model is confirmed, and its question answered`() throws {
        let report = Replay.hold(try unanswered(60), against: .ios26p4)
        #expect(report.holds, "\(report.findings)")
        #expect(report.confirmed.contains(.c43))
        #expect(report.answered == [.c23, .c43])
        #expect(!report.untouched.contains(.c43) && report.untouched.contains(.c24))
    }

    @Test func `a callback of the model that a recording lacks is a difference`() throws {
        let all = try unanswered(60).lines
        let without = Recording(all.filter { $0.line.name != .reported })
        let report = Replay.hold(without, against: .ios26p4)
        #expect(report.findings.map(\.rule) == [.c23])
    }

    @Test func `a push that led to no report kills the app of the model too`() throws {
        let all = try unanswered(60).lines
        let silent = all.filter { [.launched, .open, .register, .token, .incoming, .returned].contains($0.line.name) }
        #expect(Replay.hold(Recording(silent), against: .ios26p4).confirmed.contains(.c2))
        let alive =
            silent + [Recording.Line(number: 11, at: .seconds(3), FrameworkRecord(.path, words: [.word: "wifi"]))]
        #expect(Replay.hold(Recording(alive), against: .ios26p4).contradicted.contains(.c2))
    }

    @Test func `an app that goes on where the model has suspended it is a difference`() throws {
        let lines = try unanswered(60).lines.prefix(8)
        let ending = FrameworkRecord(.end, [.call: 1], words: [.word: "remoteEnded"])
        let end = Recording.Line(number: 9, at: .seconds(3), ending)
        let late = Recording.Line(number: 10, at: .seconds(60), FrameworkRecord(.path, words: [.word: "wifi"]))
        #expect(Replay.hold(Recording(lines + [end, late]), against: .ios26p4).contradicted == [.c94])
    }

    /// For each rule with a question that a recording answers: one that speaks for it, and one that speaks against it.
    private static let answers: [DeviceRule: (for: Lines, against: Lines)] = {
        let refused = rung + [(70, FrameworkRecord(.reported, [.call: 1], words: [.word: "filteredByDoNotDisturb"]))]
        let taken =
            rung + [
                (70, FrameworkRecord(.reported, [.call: 1])),
                (2_000, FrameworkRecord(.perform, [.action: 1, .call: 1], words: [.verb: "answer"])),
            ]
        let hungUp = FrameworkRecord(.perform, [.action: 2, .call: 1], words: [.verb: "end"])
        let over =
            rung + [
                (70, FrameworkRecord(.reported, [.call: 1])),
                (3_000, FrameworkRecord(.end, [.call: 1], words: [.word: "remoteEnded"])),
            ]
        func path(_ word: String, _ at: Int) -> (Int, FrameworkRecord) {
            (at, FrameworkRecord(.path, words: [.word: word]))
        }
        let timedOut = FrameworkRecord(.timedOut, [.action: 1, .call: 1], words: [.verb: "answer"])
        var locked = taken
        locked.insert((0, FrameworkRecord(.locked)), at: 1)
        return [
            .c5: (refused + [(10_000, FrameworkRecord(.active))], refused + [(10_000, FrameworkRecord(.launched))]),
            .c23: (over, over.filter { $0.1.name != .reported }),
            .c43: (taken + [(62_000, timedOut)], taken + [(32_000, timedOut)]),
            .c71: (over + [(60_000, FrameworkRecord(.active))], over + [(60_000, FrameworkRecord(.configure))]),
            .c72: (taken + [(9_000, hungUp)], locked + [(5_000, FrameworkRecord(.active)), (9_000, hungUp)]),
            .c90: (
                over.prefix(8) + [path("wifi", 75), path("none", 9_000), path("cellular", 9_050)],
                over.prefix(8) + [path("wifi", 75)] + (0...4).map { path("wifi", 9_000 + $0 * 50) }
            ),
            .c94: (over + [(60_000, FrameworkRecord(.active))], over + [path("wifi", 60_000)]),
        ]
    }()

    private typealias Lines = [(Int, FrameworkRecord)]
    /// A push began the process, and the phone reported its call.
    private static let rung: Lines = [
        (0, FrameworkRecord(.launched)), (0, FrameworkRecord(.open)), (0, FrameworkRecord(.register)),
        (20, FrameworkRecord(.token)), (30, FrameworkRecord(.incoming, isOn: true)),
        (31, FrameworkRecord(.report, [.call: 1], words: [.word: "announce"])), (31, FrameworkRecord(.returned)),
    ]

    private static func recording(_ lines: Lines) throws -> Recording {
        let text = lines.map { $1.record(at: .milliseconds($0), actor: "iphone").json.jsonText + "\n" }.joined()
        return try Recording(bytes: Array(text.utf8))
    }

    @Test func `every question that a recording is to answer has one that speaks for its rule and one against it`()
        throws
    {
        for rule in DeviceRule.allCases {
            guard case .recorded = rule.question?.answer else { continue }
            let answer = try #require(Self.answers[rule], "\(rule)")
            let confirming = Replay.hold(try Self.recording(answer.for), against: .ios26p4)
            #expect(confirming.confirmed.contains(rule), "\(rule): \(confirming.findings)")
            let contradicting = Replay.hold(try Self.recording(answer.against), against: .ios26p4)
            #expect(contradicting.contradicted.contains(rule), "\(rule): \(contradicting.confirmations)")
            #expect(confirming.answered.contains(rule) && contradicting.answered.contains(rule), "\(rule)")
        }
    }

    @Test func `a scene that comes up where the phone may have been unlocked speaks against no rule`() throws {
        let opened: Lines = [
            (70, FrameworkRecord(.reported, [.call: 1])),
            (2_000, FrameworkRecord(.perform, [.action: 1, .call: 1], words: [.verb: "answer"])),
            (5_000, FrameworkRecord(.active)),
        ]
        #expect(!Replay.hold(try Self.recording(Self.rung + opened), against: .ios26p4).answered.contains(.c72))
    }

    @Test func `a first path that comes late speaks against the first update`() throws {
        let reported = (70, FrameworkRecord(.reported, [.call: 1]))
        let late = Self.rung + [reported, (1_500, FrameworkRecord(.path, words: [.word: "wifi"]))]
        #expect(Replay.hold(try Self.recording(late), against: .ios26p4).contradicted == [.c90])
    }

    private func play(_ story: Story, on phone: PhoneUnderTest) async {
        switch story {
        case .answeredAndHungUp: await talk(phone) { await phone.device.endCall() }
        case .declined:
            await phone.device.push(json: Payload.call(1))
            await phone.device.advance(by: .seconds(1))
            await phone.device.decline()
        case .rungOut:
            await phone.device.push(json: Payload.call(1))
            await phone.invite(1)
            await phone.device.advance(by: .seconds(80))
        case .secondCall:
            await talk(phone) {
                await phone.device.push(json: Payload.call(2))
                await phone.device.advance(by: .seconds(1))
                await phone.device.endAndAccept()
            }
        case .refusedByFocus:
            await phone.device.filterCalls(.doNotDisturb)
            await phone.device.push(json: Payload.call(1))
        case .heldAndMuted:
            await talk(phone) {
                await phone.device.mute()
                await phone.device.hold()
                await phone.device.advance(by: .seconds(2))
                await phone.device.endCall()
            }
        case .suspendedAndOpened:
            await phone.device.openApp()
            await phone.device.leaveApp()
            await phone.device.advance(by: .seconds(60))
            await phone.device.openApp()
        case .dialed:
            await dial(phone)
        case .killedAndRungAgain:
            await phone.device.push(json: Payload.call(1))
            await phone.device.kill()
            await phone.device.push(json: Payload.call(2))
        }
        await phone.device.advance(by: .seconds(3))
    }

    /// Dials from the app, and hangs up.
    private func dial(_ phone: PhoneUnderTest) async {
        await phone.device.openApp()
        await phone.provision(CredentialKey(PhoneUnderTest.acme, CredentialVersion(rawValue: 1)))
        await phone.pass(.signaling(RegistrationID(PhoneUnderTest.acme), .ready))
        phone.device.asApp { phone.app?.dial(Redacted("+15550123")) { _ in } }
        await phone.device.advance(by: .seconds(1))
        await phone.device.endCall()
    }

    /// Answers a call on a locked phone, talks, and does something then.
    private func talk(_ phone: PhoneUnderTest, _ then: () async -> Void) async {
        await phone.device.lock()
        await phone.device.push(json: Payload.call(1))
        await phone.device.advance(by: .milliseconds(100))
        await phone.device.answer()
        await phone.invite(1)
        await phone.line(1, .inbound, .invited, .answer, .mediaConnected)
        await phone.device.advance(by: .seconds(5))
        await then()
    }
}
