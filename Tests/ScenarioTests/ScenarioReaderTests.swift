import Scenarios
import Testing

/// Files are read strictly: an error names line and place, and nothing is passed over.
@Suite struct ScenarioReaderTests {
    private func complaint(_ text: String) -> ScenarioError? {
        do throws(ScenarioError) {
            _ = try ScenarioReader.parse(text, file: "x.yaml")
            return nil
        } catch {
            return error
        }
    }

    private static let head = "scenario: x\ncalls:\n  anna: {number: \"1\"}\n"

    @Test func `a scenario is read as it stands`() throws {
        let scenario = try ScenarioReader.parse(
            """
            scenario: a call
            about: why
            device: {profile: ios18, lock: locked, organizations: [green, blue], connect after: 1.5 s}
            calls:
              anna: {number: "+1", name: Anna, invite after: never, media after: 2 s}
            steps:
              - {at: 0 s, call: anna}
              - {at: 100 ms, vendor push: anna, age: 1 min}
              - {at: 2 s, answer: anna, in: app, times: 2}
            expect:
              - {at: 3 s, connected: anna, sound: both ways}
              - {recents: ["Anna: incoming"], exchange: {anna: answered here}}
            unless: [hazard]
            until: 20 s
            naive: {phone: [one call group], shows: [no]}
            """, file: "x.yaml")
        var call = ScenarioCall("anna", number: "+1", name: "Anna", organization: "green")
        call.inviteAfter = nil
        call.mediaAfter = .seconds(2)
        #expect(scenario.calls == [call])
        #expect(scenario.device.connectAfter == .milliseconds(1_500))
        #expect(
            scenario.steps == [
                ScenarioStep(at: .zero, .exchange(.call("anna"))),
                ScenarioStep(at: .milliseconds(100), .exchange(.vendorPush("anna", age: .seconds(60)))),
                ScenarioStep(at: .seconds(2), .person(.tap(.answer, "anna", inApp: true, times: 2))),
            ])
        #expect(scenario.expectations.count == 2)
        #expect(scenario.expectations.first?.claims == [.looks("anna", .connected), .sound(.bothWays)])
        #expect(scenario.waived == [.noHazard])
        #expect(scenario.end == .seconds(20))
        #expect(scenario.naive == NaivePhoneResult(faults: ["one call group"], shows: ["no"]))
    }

    @Test func `faults are read with their seed, and befall the phone beside the steps`() throws {
        let scenario = try ScenarioReader.parse(
            Self.head + """
                faults: {seed: 7, from: 10 s, until: 1 min, count: 3, kinds: [connection]}
                steps:
                  - {at: 60 s, call: anna}

                """, file: "x.yaml")
        let faults = DrawnFaults(seed: 7, from: .seconds(10), until: .seconds(60), count: 3, kinds: [.connection])
        #expect(scenario.faults == faults)
        #expect(scenario.allSteps == faults.steps + scenario.steps)
        let kinds = try ScenarioReader.parse(
            Self.head + "faults: {seed: 7, until: 1 min, count: 3}\n", file: "x.yaml"
        ).faults?.kinds
        #expect(kinds == DrawnFaults.Kind.allCases)
    }

    @Test func `an unknown key is named with the known ones`() {
        let said = complaint("scenario: x\nstep:\n  - {}\n")
        #expect(
            said?.context == "x.yaml, line 2: the scenario has no `step`; it may have: scenario, about, device, "
                + "calls, faults, steps, expect, unless, until, naive")
    }

    @Test(arguments: [
        ("steps:\n  - {at: 1 s, psuh: anna}", 5, "`steps[0]` has no `psuh`"),
        ("steps:\n  - {at: 1 s, push: bea}", 5, "`steps[0].push` names no call of the scenario; there are: anna"),
        ("steps:\n  - {at: 1 q, push: anna}", 5, "must be a time such as `100 ms`"),
        ("steps:\n  - {push: anna}", 5, "has no time"),
        ("steps:\n  - {at: 1 s, push: anna, answer: anna}", 5, "must say one thing that happens, not 2"),
        ("steps:\n  - {at: 2 s, push: anna}\n  - {at: 1 s, answer: anna}", 6, "is earlier than the step before"),
        ("steps:\n  - {at: 1 s, path: moon}", 5, "it can be: wifi, wifi 2, cellular, none"),
        ("steps:\n  - {at: 1 s, answer: anna, times: 99}", 5, "must be a whole number from 1 to 10"),
        ("expect:\n  - {at: 1 s}", 5, "expects nothing"),
        ("expect:\n  - {sound: loud}", 5, "it can be: both ways, only heard, none"),
        ("expect:\n  - {exchange: {anna: gone}}", 5, "cannot be `gone`"),
        ("device: {lock: locked, app: foreground}", 4, "cannot be in the foreground"),
        ("steps:\n  - {at: 1 s, connection: slow}", 5, "it can be: lost, silent, back, breaks"),
        ("steps:\n  - {at: 1 s, sign in: red}", 5, "does not name an organization of the phone; there are: blue"),
        (
            "steps:\n  - {at: 1 s, credentials refused: red}", 5,
            "does not name an organization of the phone; there are: blue"
        ),
        ("faults: {seed: 7, until: 1 min}", 4, "must say `seed`, `count` and `until`"),
        ("faults: {seed: 7, count: 101, until: 1 min}", 4, "must be a whole number from 1 to 100"),
        ("faults: {seed: -1, count: 1, until: 1 min}", 4, "must be a whole number from 0 to 1000000"),
        ("faults: {seed: 7, count: 5, from: 2 min, until: 1 min}", 4, "`faults.until` must be later than `from`"),
        ("faults: {seed: 7, count: 5, until: 1 min, kinds: [rain]}", 4, "it can be: path, connection, exchange"),
        ("faults: {seed: 7, count: 5, until: 1 min, kinds: []}", 4, "`faults.kinds` is empty; it can be: path"),
    ])
    func `a mistake is named with its line and the remedy`(text: String, line: Int, words: String) {
        let said = complaint(Self.head + text + "\n")
        #expect(said?.code == .meaning)
        #expect(said?.context.hasPrefix("x.yaml, line \(line): ") == true, "\(said?.context ?? "no complaint")")
        #expect(said?.context.contains(words) == true, "\(said?.context ?? "no complaint")")
    }

    @Test func `a file that is not YAML is refused with line and column`() {
        #expect(complaint("scenario: [x\n")?.code == .syntax)
        #expect(complaint("scenario: x\nscenario: y\n")?.context.contains("given twice") == true)
        #expect(complaint("")?.code == .meaning)
    }

    @Test func `too much of anything is refused`() {
        let nested = "scenario: " + String(repeating: "[", count: 20_000)
        #expect(complaint(nested)?.code == .tooMuch)
        let dashes = "scenario: x\nsteps: \n" + String(repeating: "- ", count: 20_000)
        #expect(complaint(dashes)?.code == .tooMuch)
        let steps = String(repeating: "  - {at: 0 s, push: anna}\n", count: ScenarioLimits.stepsMax + 1)
        #expect(complaint(Self.head + "steps:\n" + steps)?.code == .tooMuch)
    }

    @Test(arguments: [
        ("0 s", Duration.zero), ("100 ms", .milliseconds(100)), ("1.5 s", .milliseconds(1_500)),
        ("1.25 s", .milliseconds(1_250)), ("2 min", .seconds(120)),
    ])
    func `times are written as people write them`(text: String, time: Duration) {
        #expect(Duration(scenarioText: text) == time)
    }

    @Test(arguments: ["", "1", "s", "-1 s", "1s", "1 h", "1e3 s", "1.2345 s", "1. s", ".5 s", "1 s s", "٣ s"])
    func `a text that is not a time is refused`(text: String) {
        #expect(Duration(scenarioText: text) == nil)
    }
}
