import CallModel
import Lab
import Testing
import Trace
import WireJSON

@Suite("From a trace to rows")
struct LabTranslatorTests {
    private static func record(
        _ machine: String, _ kind: TraceRecord.Kind, _ name: String, _ fields: JSONObject, by actor: String = "exchange"
    ) -> TraceRecord {
        TraceRecord(at: .milliseconds(1), actor: actor, machine: machine, kind: kind, name: name, fields: fields)
    }

    private static let session = "01a218cd-2092-7f6c-bbfc-dabb6adebd6e"
    private static let login = record(
        "Exchange", .event, "deviceConnected", ["0": "connection 1", "1": ["device": "dev-1"]])
    private static let named = LabEntry.device(id: "dev-1", name: "bob-iphone").record(at: .zero)
    private static let opening = record(
        "RingSession", .event, "open",
        ["provider": "carrier", "isOutbound": false, "devices": ["dev-1", "dev-2"], "session": .string(session)])

    private static func rows(_ records: [TraceRecord]) -> [LabRow] {
        let timeline = LabRecording(records).timeline
        return timeline.range(from: 0, count: 1_000).rows
    }

    private static func notice(_ what: JSONValue, to device: String) -> TraceRecord {
        record("RingSession", .effect, "notice", ["0": what, "1": .string(device), "session": .string(session)])
    }

    @Test("A message goes from the lane of the device that sent it, by its owner's name")
    func message() {
        let dial: JSONValue = ["dial": ["value": ["callID": "c1", "session": .string(Self.session)]]]
        let request = Self.record("Exchange", .event, "request", ["0": "connection 1", "1": [:], "2": dial])
        let hold: JSONValue = ["changeHold": ["0": "c1", "1": "hold"]]
        let later = Self.record("Exchange", .event, "request", ["0": "connection 1", "1": [:], "2": hold])
        let rows = Self.rows([Self.named, Self.login, request, later])
        #expect(rows.map(\.what) == ["login", "dial", "changeHold: hold"])
        #expect(rows.allSatisfy { $0.from == "bob-iphone" && $0.to == "exchange" && $0.kind == .message })
        #expect(rows.map(\.call) == [nil, Self.session, Self.session])
    }

    @Test("Candidates have no row")
    func candidates() {
        let candidate: JSONValue = ["candidate": ["0": "c1", "1": [:]]]
        let request = Self.record("Exchange", .event, "request", ["0": "connection 1", "1": [:], "2": candidate])
        #expect(Self.rows([Self.login, request]).count == 1)
    }

    @Test("A transfer is asked for in a device's lane, and decided in the exchange's, which names the next device")
    func transfer() {
        func request(_ message: JSONValue) -> TraceRecord {
            Self.record("Exchange", .event, "request", ["0": "connection 1", "1": [:], "2": message])
        }
        let dial: JSONValue = ["dial": ["value": ["callID": "c1", "session": .string(Self.session)]]]
        let transfer: JSONValue = ["transfer": ["value": ["callID": "c1", "session": "that rings the target"]]]
        let hold: JSONValue = ["changeHold": ["0": "c1", "1": "hold"]]
        let moved: JSONValue = ["to": ["ordinal": 2], "user": "bob", "device": "dev-1", "ofCaller": true]
        let journal = Self.record(
            "Exchange", .effect, "journal",
            ["value": ["session": .string(Self.session), "change": ["transferred": moved]]])
        let rows = Self.rows([
            Self.named, Self.login, request(dial), request(transfer), request(hold), journal,
        ])
        #expect(rows.map(\.what).dropLast() == ["login", "dial", "transfer", "changeHold: hold"])
        #expect(rows.last?.what == "transferred to bob-iphone, committed before either side is notified")
        #expect(rows.last?.from == "exchange")
        #expect(rows.dropFirst().allSatisfy { $0.call == Self.session })
    }

    @Test("A redacted reason is not shown")
    func redacted() {
        let bye: JSONValue = ["bye": ["0": "c1", "1": "‹redacted›"]]
        let send = Self.record("Exchange", .effect, "send", ["0": "connection 1", "1": bye])
        #expect(Self.rows([Self.login, send]).last?.what == "bye")
    }

    @Test("The race of a ring session: one device wins, the others lose, and the page is told each change")
    func race() {
        let rings = LabEntry.seen(at: "bob-iphone", "rings: Anna").record(at: .milliseconds(2))
        let records = [
            Self.named, Self.opening, rings, Self.notice("won", to: "dev-1"),
            Self.notice("answeredElsewhere", to: "dev-2"),
        ]
        let race = LabRecording(records).timeline.state["race"]?.object
        let lanes = race?["lanes"]?.array?.compactMap(\.object) ?? []
        #expect(lanes.map { $0["device"]?.string } == ["bob-iphone", "dev-2"])
        #expect(lanes.map { $0["mark"]?.string } == ["won", "lost"])
        #expect(lanes.first?["rings"] == .number(2))
        #expect(lanes.last?["rings"] == .null)
    }

    @Test("A push to a phone that gets none any more is no race: the lane says so")
    func revoked() {
        let revoked = LabEntry.state("phone:bob-iphone", ["revoked": true]).record(at: .milliseconds(1))
        func push(to device: String) -> TraceRecord {
            Self.record(
                "RingSession", .effect, "push", ["0": "ring", "1": .string(device), "session": .string(Self.session)])
        }
        let records = [Self.named, revoked, Self.opening, push(to: "dev-1"), push(to: "dev-2")]
        let lanes = LabRecording(records).timeline.state["race"]?.object?["lanes"]?.array?.compactMap(\.object) ?? []
        #expect(lanes.map { $0["revoked"] } == [true, false])
    }

    @Test("A device whose name becomes known while it rings has one lane, which ends under the name")
    func latelyNamed() {
        let late = LabEntry.device(id: "dev-2", name: "erin's page").record(at: .milliseconds(1))
        let records = [Self.named, Self.opening, late, Self.notice("answeredElsewhere", to: "dev-2")]
        let race = LabRecording(records).timeline.state["race"]?.object
        let lanes = race?["lanes"]?.array?.compactMap(\.object) ?? []
        #expect(lanes.map { $0["device"]?.string } == ["bob-iphone", "erin's page"])
        #expect(lanes.map { $0["mark"]?.string } == ["waiting", "lost"])
    }

    @Test("A device that learns at the end that another had answered has lost the race")
    func lostAtTheEnd() {
        let records = [
            Self.opening, Self.notice("won", to: "dev-1"),
            Self.notice(["over": ["value": "answeredElsewhere"]], to: "dev-2"),
        ]
        let lanes = LabRecording(records).timeline.state["race"]?.object?["lanes"]?.array?.compactMap(\.object) ?? []
        #expect(lanes.map { $0["mark"]?.string } == ["won", "lost"])
    }

    @Test("A call's regions and its names on other platforms follow from the state that the client reports")
    func regions() {
        let report: JSONObject = ["callID": "c1", "1": ["state": ["0": "inbound active, hold on", "1": .null]]]
        let record = Self.record("ClientMachine", .effect, "report", report, by: "bob-iphone@carrier")
        let call = LabRecording([record]).timeline.state["call:bob-iphone"]?.object
        #expect(call?["progress"] == "active")
        #expect(call?["hold"] == "on")
        #expect(call?["link"] == "up")
        #expect(call?["names"]?.object?["canonical"] == "ON_HOLD")
        #expect(call?["names"]?.object?["telnyxIOS"] == "HELD")
    }

    @Test("A call's new path and a relay that cannot be used are rows of the phone")
    func paths() {
        let reports: [JSONValue] = [["restart": ["value": "networkLeft"]], "relaysUnavailable", "firstAudio"]
        let records = reports.map {
            Self.record("ClientMachine", .effect, "report", ["callID": "c1", "1": $0], by: "bob-iphone@carrier")
        }
        let rows = LabRecording(records).timeline.range(from: 0, count: 10).rows
        #expect(rows.map(\.from) == ["bob-iphone", "bob-iphone"])
        #expect(rows.map(\.what) == ["media looks for another path: the network changed", "no relay could be used"])
    }

    private static func report(_ state: String, by actor: String = "bob-iphone@carrier") -> TraceRecord {
        record("ClientMachine", .effect, "report", ["callID": "c1", "1": ["state": ["0": .string(state)]]], by: actor)
    }

    private static func leg(_ records: [TraceRecord]) -> JSONObject? {
        LabRecording(records).timeline.state["call:bob-iphone"]?.object
    }

    @Test(
        "A leg that rang ended as the exchange told its phone, whatever the phone's client at the carrier knows",
        arguments: [
            ("failed", "answeredElsewhere", "answeredElsewhere", "ENDED"),
            ("cancelled", "answeredElsewhere", "answeredElsewhere", "ENDED"),
            ("failed", ["over": ["value": "callerCancelled"]], "cancelled", "MISSED"),
            ("declined", ["over": ["value": "missed"]], "declined", "ENDED"),
        ] as [(String, JSONValue, JSONValue, JSONValue)])
    func unanswered(own: String, notice: JSONValue, reason: JSONValue, name: JSONValue) {
        let leg = Self.leg([
            Self.named, Self.opening, Self.report("inbound ringing"), Self.notice(notice, to: "dev-1"),
            Self.report("inbound ended(\(own))"),
        ])
        #expect(leg?["progress"] == "ended")
        #expect(leg?["reason"] == reason)
        #expect(leg?["names"]?.object?["canonical"] == name)
    }

    @Test(
        "A phone that lost reads answered elsewhere, whether its own client told first or the exchange",
        arguments: ["failed", "unreachable", "cancelled"], [[0, 1], [1, 0]])
    func orders(own: String, order: [Int]) {
        let told = [Self.report("inbound ended(\(own))"), Self.notice("answeredElsewhere", to: "dev-1")]
        let leg = Self.leg([Self.named, Self.opening, Self.report("inbound ringing")] + order.map { told[$0] })
        #expect(leg?["reason"] == "answeredElsewhere")
        #expect(leg?["names"]?.object?["canonical"] == "ENDED")
    }

    @Test("Words of a ring session before count for no later call of the phone, which its own exchange connects")
    func anotherCall() {
        let ring = [Self.named, Self.opening, Self.notice("answeredElsewhere", to: "dev-1")]
        let direct = ["inbound ringing", "inbound ended(failed)"].map { Self.report($0, by: "bob-iphone") }
        #expect(Self.leg(ring + direct)?["reason"] == "failed")
        let late = [Self.named, Self.opening] + direct + [Self.notice("answeredElsewhere", to: "dev-1")]
        #expect(Self.leg(late)?["reason"] == "failed")
    }

    @Test("A device that lost rings again when the winner is lost, and the result counts that it is told last")
    func ringsAgain() {
        let records = [
            Self.named, Self.opening, Self.notice("answeredElsewhere", to: "dev-1"),
            Self.notice(["ringingAgain": ["deadline": 1]], to: "dev-1"), Self.report("inbound ringing"),
        ]
        let lane = LabRecording(records).timeline.state["race"]?.object?["lanes"]?.array?.first?.object
        #expect(lane?["mark"] == "rings")
        #expect(lane?["end"] == .null)
        let over = Self.notice(["over": ["value": "callerCancelled"]], to: "dev-1")
        #expect(Self.leg(records + [over, Self.report("inbound ended(failed)")])?["reason"] == "cancelled")
    }

    @Test("A leg that failed, and that the exchange said nothing of, has failed")
    func failed() {
        let ringing = [Self.named, Self.opening, Self.report("inbound ringing")]
        #expect(Self.leg(ringing + [Self.report("inbound ended(failed)")])?["names"]?.object?["canonical"] == "FAILED")
        let answered =
            ringing + [
                Self.report("inbound answering"), Self.notice("answeredElsewhere", to: "dev-1"),
                Self.report("inbound ended(failed)"),
            ]
        #expect(Self.leg(answered)?["reason"] == "failed")
    }

    @Test("What the exchange says of a device after the end of its call is in the device's lane")
    func saidAfterwards() {
        let ended: JSONObject = [
            "value": ["stage": "ended", "outcome": "cancelled"], "session": .string(Self.session),
        ]
        let records = [
            Self.named, Self.opening, Self.record("RingSession", .effect, "stateChanged", ended),
            Self.notice(["over": ["value": "callerCancelled"]], to: "dev-1"),
        ]
        let lane = LabRecording(records).timeline.state["race"]?.object?["lanes"]?.array?.first?.object
        #expect(lane?["mark"] == "ended")
        #expect(lane?["note"] == "callerCancelled")
    }

    @Test("Every state of the call machine is found by its text")
    func everyState() {
        let table = CallRegionTable()
        for state in CallTable().states {
            #expect(table.json(state.description, call: nil) == CallRegionTable.json(state, call: nil))
        }
        #expect(table.json("no such state", call: nil) == nil)
    }

    @Test("A broken rule has a row with its number, and stands in the state with certainty and source")
    func broken() {
        let entry = LabEntry.broken(at: "dave-iphone", rule: "C2", "no report: app killed")
        let recording = LabRecording([Self.opening, entry.record(at: .milliseconds(31))])
        let row = recording.timeline.range(from: 0, count: 10).rows.last
        #expect(row?.kind == .violation)
        #expect(row?.rule == "C2")
        let violation = recording.timeline.state["violations"]?.array?.first?.object
        #expect(violation?["certainty"] == "stated")
        #expect(violation?["source"]?.string?.contains("817976") == true)
        #expect(violation?["i"] == .integer(2))
    }

    @Test("What the Lab writes is read back from the line of a trace")
    func entries() throws {
        let sample = LabSample(at: .milliseconds(5), phone: "bob-iphone", score: 4.38, jitter: 0.2, loss: 0)
        let entries: [LabEntry] = [
            .device(id: "dev-1", name: "bob-iphone"), .person(at: "bob-iphone", "taps Answer"),
            .lab(at: "bob-iphone", "no network for 5 s"), .seen(at: "bob-iphone", "rings: Anna"),
            .delivered(to: "bob-iphone", "push delivered"), .broken(at: "bob-iphone", rule: "C2", "no report"),
            .state("phone:bob-iphone", ["id": "bob-iphone"]), .quality(sample),
        ]
        for entry in entries {
            let line = JSONWriter.bytes(of: entry.record(at: .milliseconds(5)).json)
            let record = try TraceRecord(json: try JSONParser.parse(line))
            #expect(LabEntry(record) == entry)
        }
    }

    @Test("A saved trace shows the same as the run that wrote it")
    func savedTrace() throws {
        let rings = LabEntry.seen(at: "bob-iphone", "rings: Anna").record(at: .milliseconds(2))
        let state = LabEntry.state("phone:bob-iphone", ["screen": "ring"]).record(at: .milliseconds(2))
        let run = LabRecording([Self.named, Self.login, Self.opening, rings, state])
        let again = LabRecording(try LabTraceReader.records(run.trace.bytes))
        #expect(again.timeline.state == run.timeline.state)
        #expect(again.timeline.range(from: 0, count: 99) == run.timeline.range(from: 0, count: 99))
    }

    @Test("A wrong line of a trace is named by its number", arguments: [("{}\nx\n", "Line 1"), ("", "empty")])
    func wrongTrace(text: String, part: String) {
        let error = #expect(throws: LabError.self) { try LabTraceReader.records(Array(text.utf8)) }
        #expect(error?.description.contains(part) == true)
    }
}
