import Redaction
import Testing
import Trace
import WireJSON

private enum Told: Sendable {
    struct Identifier: CustomStringConvertible {
        var description: String { "id-7" }
    }
    struct Caller {
        var name: Redacted<String>
        var device: Identifier
    }

    case started
    case invite(from: Caller, sdp: Redacted<String>, legs: [Int], limit: Duration?)
    case ended(Int)
}

private func line(_ value: Told) -> TraceRecord {
    TraceRecord(at: .milliseconds(12), actor: "exchange", machine: "Exchange", kind: .event, describing: value)
}

@Test func `a case without payload is a name without fields`() {
    #expect(line(.started).name == "started")
    #expect(line(.started).fields.isEmpty)
}

@Test func `a payload becomes fields, and redacted values stay redacted`() throws {
    let record = line(
        .invite(from: .init(name: "Ada", device: .init()), sdp: "v=0", legs: [1, 2], limit: .seconds(30)))
    #expect(record.name == "invite")
    #expect(record.fields["legs"] == [1, 2])
    #expect(record.fields["limit"] == 30_000_000)
    #expect(record.fields["sdp"] == "‹redacted›")
    #expect(record.fields["from"] == ["name": "‹redacted›", "device": "id-7"])
    let text = record.json.jsonText
    #expect(!text.contains("Ada") && !text.contains("v=0"))
}

@Test func `a line is read back as it was written`() throws {
    let record = line(.ended(3))
    let parsed = try JSONParser.parse(text: record.json.jsonText)
    #expect(try TraceRecord(json: parsed) == record)
    #expect(record.fields["value"] == 3)
}

@Test func `a line of another version is refused by name`() throws {
    var object = try #require(line(.started).json.object)
    object["v"] = 2
    #expect(throws: TraceError(.unknownVersion, "version 2")) { try TraceRecord(json: .object(object)) }
}

@Test(arguments: ["v", "at", "actor", "machine", "kind", "name", "fields"])
func `a line without a member names it`(member: String) throws {
    let object = try #require(line(.started).json.object)
    let rest = JSONObject(object.members.filter { $0.key != member }.map { ($0.key, $0.value) })
    let error = #expect(throws: TraceError.self) { try TraceRecord(json: .object(rest)) }
    #expect(error?.context.hasPrefix(member) == true)
}
