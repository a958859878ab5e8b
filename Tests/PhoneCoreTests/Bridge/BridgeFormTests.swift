import CallModel
import PhoneCore
import PushPayload
import Redaction
import Testing
import WireJSON

/// The declarations of methods and events from which the definitions in TypeScript are made.
@Suite struct BridgeFormTests {
    private static let id = CallUUID(UUIDValue(high: 1, low: 2))

    @Test(arguments: BridgeRequestTests.requests)
    func `a request is written in the form that is declared`(request: BridgeRequest) throws {
        try request.method.arguments.check(request.options, isExact: true)
    }

    @Test(arguments: BridgeEventTests.events)
    func `an event is written in the form that is declared`(event: BridgeEvent) throws {
        try event.name.fields.check(event.data, isExact: true)
    }

    @Test func `every declared value of a request and of an event is written`() {
        let requests = Dictionary(grouping: BridgeRequestTests.requests, by: \.method).mapValues { $0.map(\.options) }
        for method in BridgeMethod.allCases {
            #expect(Self.unwritten(method.arguments, in: requests[method] ?? []) == [], "\(method)")
        }
        let events = Dictionary(grouping: BridgeEventTests.events, by: \.name).mapValues { $0.map(\.data) }
        for name in BridgeEvent.Name.allCases where name != .callEnded {
            #expect(Self.unwritten(name.fields, in: events[name] ?? []) == [], "\(name)")
        }
    }

    @Test func `a snapshot is written in the form that is declared, with every value of its calls`() throws {
        var snapshot = BridgeSnapshot(cursor: BridgeCursor(epoch: 7, number: 8))
        try BridgeMethod.getSnapshot.answer.check(snapshot.json, isExact: true)
        var call = BridgeCall(Self.id, .inbound, .ringing)
        call.session = CallSessionID(UUIDValue(high: 3, low: 4))
        call.organization = OrganizationID("42")
        call.organizationName = "Acme"
        call.callerName = "Alice"
        call.callerNumber = "+1"
        call.callerPicture = "https://example.org/a"
        call.calledNumber = "+2"
        call.connectedAt = WallTime(milliseconds: 5)
        snapshot.calls = [call]
        snapshot.callsElsewhere = [try #require(BridgeEventTests.callElsewhere)]
        snapshot.organization = OrganizationID("42")
        snapshot.routes = AudioRoutes(
            inputs: [AudioOutput("a-b", .bluetooth, name: "Anna's")], output: AudioOutput("a-b", .bluetooth))
        try BridgeMethod.getSnapshot.answer.check(snapshot.json, isExact: true)
        let unwritten = Self.unwritten(BridgeMethod.getSnapshot.answer, in: [snapshot.json])
        #expect(unwritten.filter { !$0.hasPrefix("notices.") } == [])
    }

    @Test func `events are delivered in the form that is declared`() throws {
        var log = BridgeLog(epoch: 7)
        for event in BridgeEventTests.events { log.append(event) }
        let delivery = log.events(since: nil).json
        try BridgeMethod.getEvents.answer.check(delivery, isExact: true)
        #expect(throws: BridgeError(.unknownName, "event")) {
            var wrong = delivery
            wrong["events"] = [["cursor": 1, "name": "fly", "data": [:]]]
            try BridgeMethod.getEvents.answer.check(wrong, isExact: true)
        }
    }

    @Test(arguments: BridgeEventTests.events)
    func `an event without a value that is declared, or with another, is noticed`(event: BridgeEvent) {
        for field in event.name.fields where !field.isOptional {
            var data = event.data
            data[field.name] = nil
            #expect(throws: BridgeError(.missing, field.name)) { try event.name.fields.check(data, isExact: true) }
        }
        var data = event.data
        data["more"] = true
        #expect(throws: BridgeError(.unknownName, "more")) { try event.name.fields.check(data, isExact: true) }
    }

    @Test func `a page may send more than is declared and numbers as texts, the phone may not`() throws {
        let fields = BridgeMethod.getPushTokenWithWait.arguments
        let options: JSONObject = ["timeoutMs": "100", "more": true]
        try fields.check(options, isExact: false)
        #expect(throws: BridgeError(.wrongType, "timeoutMs")) { try fields.check(options, isExact: true) }
        #expect(throws: BridgeError(.unknownName, "more")) {
            try fields.check(["timeoutMs": 100, "more": true], isExact: true)
        }
    }

    /// The declared values that no sample has, each with its path.
    private static func unwritten(_ fields: [BridgeField], in samples: [JSONObject]) -> [String] {
        fields.flatMap { field -> [String] in
            let values = samples.compactMap { $0[field.name] }.filter { $0 != .null }
            guard !values.isEmpty else { return [field.name] }
            return unwritten(field.form, in: values).map { "\(field.name).\($0)" }
        }
    }

    private static func unwritten(_ form: BridgeForm, in values: [JSONValue]) -> [String] {
        switch form {
        case .object(let object): unwritten(object.fields, in: values.compactMap(\.object))
        case .list(let inner): unwritten(inner, in: values.flatMap { $0.array ?? [] })
        case .nullable(let inner): unwritten(inner, in: values)
        case .either(let first, _): unwritten(first, in: values)
        case .text, .integer, .number, .truth, .word, .texts, .event: []
        }
    }
}
