import Carillon
import Foundation
import Lab
import Scenarios
import Testing
import WireJSON

@Suite("A running Lab", .serialized, .timeLimit(.minutes(5)))
struct LabRunTests {
    /// Pages that are enough to be served.
    private static func webFolder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "carillon-lab-web-\(UUID())")
        for page in ["lab", "phone"] {
            let path = folder.appending(path: page)
            try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
            try Data("<!doctype html>".utf8).write(to: path.appending(path: "index.html"))
            try Data("[\"\(page)/index.html\"]".utf8).write(to: path.appending(path: "files.json"))
        }
        return folder
    }

    private static func withLab(phones: Int, hasNaive: Bool = false, _ body: (LabRun) async throws -> Void) async throws
    {
        let web = try webFolder()
        let data = try LabFolder(nil)
        defer {
            data.remove()
            try? FileManager.default.removeItem(at: web)
        }
        var options = LabRun.Options(web: web.path, data: data.path)
        options.phoneCount = phones
        options.ringing = .seconds(120)
        options.hasNaive = hasNaive
        let lab = try await LabRun.start(options)
        do { try await body(lab) } catch {
            await lab.stop()
            throw error
        }
        await lab.stop()
    }

    private static func phone(_ id: String, _ timeline: LabTimeline) -> JSONObject? {
        timeline.state["phone:\(id)"]?.object
    }

    /// Waits until both phones can be called, and the second one can be woken only by a push.
    private static func settle(_ lab: LabRun) async {
        await lab.recorder.until { timeline in
            let (bob, carol) = (phone("bob-iphone", timeline), phone("carol-iphone", timeline))
            return bob?["ready"] == true && carol?["ready"] == true && carol?["lock"] == "locked"
                && carol?["app"] == "notRunning"
        }
    }

    @Test("A party calls the company: the locked phone rings by a push, its person answers, and all of it has rows")
    func publicCall() async throws {
        try await Self.withLab(phones: 2) { lab in
            let locked = "carol-iphone"
            await Self.settle(lab)
            _ = try await lab.perform(.party(.calls("+15550100"), number: LabPeople.people[0].number))
            await lab.recorder.until { Self.phone(locked, $0)?["screen"] == "ring" }
            _ = try await lab.perform(.person(.tap(.answer, nil), phone: locked))
            await lab.recorder.until { $0.state["call:\(locked)"]?.object?["progress"] == "active" }
            _ = try await lab.perform(.person(.tap(.end, nil), phone: locked))
            await lab.recorder.until { Self.phone(locked, $0)?["calls"] == .array([]) }
            let rows = lab.recorder.with { $0.timeline.range(from: 0, count: 10_000).rows }
            #expect(rows.contains { $0.kind == .push && $0.from == "apple" && $0.to == locked })
            #expect(rows.contains { $0.kind == .person && $0.from == locked && $0.what == "taps Answer" })
            #expect(rows.contains { $0.kind == .decision && $0.what == "claimed by \(locked)" })
            #expect(!rows.contains { $0.kind == .violation })
            // The unlocked phone's app has a web view, and no page listens there.
            #expect(!rows.contains { $0.what.hasPrefix("lost on the way to the page") })
        }
    }

    @Test("A call is claimed before the losers are told, and a loser's leg at the carrier is not said to have failed")
    func lost() async throws {
        try await Self.withLab(phones: 2) { lab in
            let (winner, loser) = ("carol-iphone", "bob-iphone")
            await Self.settle(lab)
            _ = try await lab.perform(.party(.calls("+15550100"), number: LabPeople.people[0].number))
            await lab.recorder.until { timeline in
                Self.phone(winner, timeline)?["screen"] == "ring"
                    && timeline.state["call:\(loser)"]?.object?["progress"] == "ringing"
            }
            _ = try await lab.perform(.person(.tap(.answer, nil), phone: winner))
            await lab.recorder.until { $0.state["call:\(winner)"]?.object?["progress"] == "active" }
            await lab.recorder.until { $0.state["call:\(loser)"]?.object?["progress"] == "ended" }
            let (rows, leg) = lab.recorder.with {
                ($0.timeline.range(from: 0, count: 10_000).rows, $0.timeline.state["call:\(loser)"]?.object)
            }
            #expect(leg?["reason"] == "answeredElsewhere")
            #expect(leg?["names"]?.object?["canonical"] == "ENDED")
            let claimed = try #require(rows.firstIndex { $0.what == "claimed by \(winner)" })
            let told = try #require(rows.firstIndex { $0.what == "answeredElsewhere" && $0.to == loser })
            #expect(claimed < told)
        }
    }

    @Test("The naive phone is killed for a push that it does not report, and the rule is named")
    func naivePhone() async throws {
        try await Self.withLab(phones: 2, hasNaive: true) { lab in
            await Self.settle(lab)
            _ = try await lab.perform(.party(.calls("+15550100"), number: LabPeople.people[0].number))
            await lab.recorder.until { $0.state["violations"]?.array?.isEmpty == false }
            let violation = lab.recorder.with { $0.timeline.state["violations"]?.array?.first?.object }
            #expect(violation?["rule"] == "C2")
            #expect(violation?["phone"] == "carol-iphone")
        }
    }

    /// Plays a story, and hangs up a call that is left. Returns the acts in order.
    private static func play(_ story: String, in lab: LabRun, isNaive: Bool? = nil) async throws -> [String] {
        let before = lab.recorder.with { $0.timeline.next }
        @Sendable func rows(_ timeline: LabTimeline) -> [LabRow] { timeline.range(from: before, count: 10_000).rows }
        _ = try await lab.perform(.story(story, speed: 8, isNaive: isNaive))
        await lab.recorder.until { rows($0).contains { $0.what == "the story is over" } }
        let party = LabPeople.people[0].number
        // Refused after a story that ends its call.
        _ = try? await lab.perform(.party(.hangsUp, number: party))
        await lab.recorder.until { timeline in
            ["bob-iphone", "carol-iphone"].allSatisfy { phone($0, timeline)?["calls"] == .array([]) }
                && timeline.state["party:\(party)"]?.object?["state"] == "idle"
        }
        let told = lab.recorder.with { rows($0.timeline) }
        let end = try #require(told.firstIndex { $0.what == "the story is over" })
        return told[..<end].filter { [.person, .lab].contains($0.kind) }.map(\.what)
    }

    private static let acts: KeyValuePairs<String, [String]> = [
        "all ring, one wins": ["calls +15550100", "taps Answer", "taps Hold", "taps Resume", "taps End"],
        "answered behind the lock": ["calls +15550100", "taps Answer", "taps End"],
        "the network is cut in a call": [
            "calls +15550100", "taps Answer", "no network for 5 s", "the phone is on Wi-Fi again", "taps End",
        ],
        "killed while it rings": ["calls +15550100", "the app crashes", "taps Decline"],
        "a push is late": [
            "pushes come 3 s late", "calls +15550100", "taps Answer", "taps End", "pushes come promptly",
        ],
        "the caller gives up": ["calls +15550100", "hangs up"],
    ]

    @Test("Every story is carried out to its end on the Lab's phones and parties, and none breaks a rule")
    func stories() async throws {
        try await Self.withLab(phones: 2) { lab in
            await Self.settle(lab)
            let listed = try await lab.perform(.stories)["stories"]?.array?.compactMap { $0.object?["name"]?.string }
            #expect(listed == Self.acts.map(\.key))
            for (story, acts) in Self.acts {
                let told = try await Self.play(story, in: lab)
                #expect(told == ["story: \(story)"] + acts)
            }
            #expect(lab.recorder.with { ($0.timeline.state["violations"]?.array ?? []).isEmpty })
            await #expect(throws: LabError("There is no story “x”; `stories` lists them.")) {
                try await lab.perform(.story("x", speed: 1))
            }
        }
    }

    @Test("A story on the naive phone breaks the rule, and the same story on ours does not")
    func storyOnTheNaivePhone() async throws {
        try await Self.withLab(phones: 2) { lab in
            await Self.settle(lab)
            let story = "all ring, one wins"
            let naive = try await Self.play(story, in: lab, isNaive: true)
            #expect(naive.starts(with: ["story: \(story)", "the phone starts anew with the naive app"]))
            #expect(naive.suffix(5) == ["calls +15550100", "taps Answer", "taps Hold", "taps Resume", "taps End"])
            await lab.recorder.until { $0.state["violations"]?.array?.isEmpty == false }
            let broken = lab.recorder.with { $0.timeline.state["violations"]?.array ?? [] }
            let rules = broken.compactMap { $0.object?["rule"]?.string }
            #expect(rules.contains("C2"))
            #expect(lab.recorder.with { Self.phone("carol-iphone", $0.timeline)?["naive"] } == true)
            let ours = try await Self.play(story, in: lab, isNaive: false)
            #expect(ours.starts(with: ["story: \(story)", "the phone starts anew with our app"]))
            let rows = lab.recorder.with { $0.timeline.range(from: 0, count: 10_000).rows }
            let anew = try #require(rows.firstIndex { $0.what == "the phone starts anew with our app" })
            #expect(!rows[anew...].contains { $0.kind == .violation })
            #expect(lab.recorder.with { Self.phone("carol-iphone", $0.timeline)?["naive"] } == false)
        }
    }

    @Test("A command that does not fit is refused with a sentence")
    func refusals() async throws {
        try await Self.withLab(phones: 1) { lab in
            await #expect(throws: LabError("bob-iphone shows no call that can be answered.")) {
                try await lab.perform(.person(.tap(.answer, nil), phone: "bob-iphone"))
            }
            await #expect(throws: LabError("There is no phone “x”; there are bob-iphone.")) {
                try await lab.perform(.fault(.crash, phone: "x"))
            }
        }
    }
}
