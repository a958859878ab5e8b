import DeviceModel
import DeviceRuntime
import Lab
import Testing
import WireJSON

@Suite("What the page is told")
struct LabServingTests {
    @Test(
        "Only the Lab's own page may open a socket",
        arguments: [
            ("127.0.0.1:8077", "http://127.0.0.1:8077", true), ("localhost:8077", "http://localhost:8077", true),
            ("localhost:8077", "http://127.0.0.1:8077", false), ("127.0.0.1:8077", "http://evil.example", false),
            ("evil.example:8077", "http://evil.example:8077", false),
            ("127.0.0.1:8078", "http://127.0.0.1:8078", false),
        ])
    func origin(host: String, origin: String, isAccepted: Bool) {
        let own = LabOrigin(host: "127.0.0.1", port: 8077)
        #expect(own.accepts(host: host, origin: origin) == isAccepted)
        #expect(!own.accepts(host: host, origin: nil))
    }

    @Test("A page begins with the state before its first row and the state now")
    func hello() throws {
        var timeline = LabTimeline()
        for number in 0..<600 {
            timeline.set("count", to: .integer(Int64(number)), at: .zero)
            timeline.append(LabRow(at: .zero, from: "lab", .lab, "row"))
        }
        let facts = LabFacts(version: "1", lab: "l", began: 0, socket: "", api: "", company: "+15550100")
        let text = LabMessage.hello(facts, timeline, now: .zero)
        let hello = try #require(try JSONParser.parse(text, limits: Self.large).object)
        #expect(hello["is"] == "hello")
        #expect(hello["rows"]?.array?.count == 500)
        #expect(hello["before"]?.object?["count"] == .integer(100))
        #expect(hello["state"]?.object?["count"] == .integer(599))
        #expect(hello["next"] == .integer(600))
    }

    private static let large = JSONLimits(byteCountMax: 8 << 20, valueCountMax: 1 << 20)

    @Test("A hidden page is told how many phones ring")
    func counts() throws {
        var timeline = LabTimeline()
        timeline.set("phone:a", to: ["screen": "ring"], at: .zero)
        timeline.set("phone:b", to: ["screen": "banner"], at: .zero)
        timeline.set("phone:c", to: ["screen": "home"], at: .zero)
        let counts = try JSONParser.parse(LabMessage.counts(timeline, now: .zero)).object
        #expect(counts?["ringing"] == .integer(2))
        #expect(counts?["violations"] == .integer(0))
    }

    @Test("A call rings in a banner on an unlocked phone, and over the whole screen on a locked one")
    func screens() {
        func screen(_ calls: [CallOnScreen.Stage], _ lock: LockState, _ life: ProcessPhase) -> PhoneSnapshot.Screen {
            PhoneSnapshot.screen(showing: calls, lock, life)
        }
        #expect(screen([], .unlocked, .background) == .home)
        #expect(screen([], .unlocked, .foreground) == .app)
        #expect(screen([.ringing], .unlocked, .foreground) == .banner)
        #expect(screen([.ringing], .locked, .background) == .ring)
        #expect(screen([.connected, .ringing], .unlocked, .foreground) == .ring)
        #expect(screen([.connecting], .locked, .background) == .call)
        #expect(screen([], .locked, .notRunning) == .lock)
        #expect(screen([], .beforeFirstUnlock, .notRunning) == .restarting)
    }

    @Test("A rule counts as broken when a framework punishes the app, not when the person acts")
    func rules() {
        let generation = ProcessGeneration(1)
        #expect(BrokenRule(.terminated(.pushNotReported, generation))?.rule == .c2)
        #expect(BrokenRule(.terminated(.pushNotReportedInTime, generation))?.rule == .c3)
        #expect(BrokenRule(.pushesRevoked)?.rule == .c8)
        #expect(BrokenRule(.hazard(.selfActivatedAudio))?.rule == .c61)
        for wanted in [TerminationReason.forceQuit, .crash, .memory, .reboot, .deleted] {
            #expect(BrokenRule(.terminated(wanted, generation)) == nil)
        }
    }
}
