import DeviceModel
import DeviceRuntime
import Foundation
import PhoneCore
import PhoneKit
import Redaction
import Replay
import Testing
import Trace
import WireJSON

@MainActor
@Suite struct TraceRecorderTests {
    private let lines = RecordedLines()

    @Test func `a recording identifies no person: no number, no name, no payload, no identity of a call`() async {
        let phone = PhoneUnderTest()
        await phone.device.push(json: Payload.call(1))
        await phone.invite(1)
        await phone.device.advance(by: .seconds(1))
        let text = phone.recorded.text
        #expect(text.contains(#""call":1"#))
        for word in ["555", "+1", "Anna", "acme"] { #expect(!text.contains(word), "\(word)") }
        let uuid = #/[0-9a-fA-F]{8}-[0-9a-fA-F]{4}/#
        #expect(text.firstMatch(of: uuid) == nil)
    }

    @Test func `a pushed call is recorded from the launch to its report`() async {
        let phone = PhoneUnderTest()
        await phone.device.lock()
        await phone.device.push(json: Payload.call(1))
        await phone.device.advance(by: .seconds(1))
        let names = phone.recorded.names.filter { $0 != "path" }
        #expect(names.prefix(3) == ["launched", "open", "register"])
        #expect(names.contains("incoming"))
        let pushed = names.firstIndex(of: "incoming") ?? 0
        #expect(names[pushed...].prefix(3) == ["incoming", "report", "returned"])
    }

    @Test func `lines beyond the limit are counted, in few lines`() {
        let recorder = TraceRecorder(sink: lines, clock: StillClock(), lineCountMax: 3)
        for _ in 0..<103 { recorder.write(FrameworkRecord(.woke)) }
        #expect(recorder.droppedCount == 100)
        #expect(lines.names == ["woke", "woke", "woke"] + Array(repeating: "dropped", count: 7))
    }

    @Test func `a file takes lines behind those of the process before, up to its bound`() throws {
        let place = FileManager.default.temporaryDirectory.appending(path: "trace-\(UUID().uuidString).jsonl")
        defer { try? FileManager.default.removeItem(at: place) }
        let line = FrameworkRecord(.woke).record(at: .seconds(1), actor: "iphone")
        TraceFile(place).record(line)
        TraceFile(place).record(line)
        let two = try Data(contentsOf: place)
        #expect(try Recording(bytes: [UInt8](two)).lines.map(\.line.name) == [.woke, .woke])
        TraceFile(place, byteCountMax: two.count).record(line)
        #expect(try Data(contentsOf: place) == two)
    }

    @Test(arguments: [
        ("{", "line 2: no JSON"), ("[]", "line 2: a line is not an object"),
        (#"{"v":9}"#, "line 2: version 9"),
        (#"{"v":1,"at":1,"actor":"iphone","machine":"CallKit","kind":"event","name":"hums","fields":{}}"#, "hums"),
        (
            #"{"v":1,"at":1,"actor":"iphone","machine":"CallKit","kind":"event","name":"reported","fields":{}}"#,
            "line 2: reported needs call, a whole number"
        ),
        (
            #"{"v":1,"at":1,"actor":"iphone","machine":"PushKit","kind":"event","name":"incoming","fields":{}}"#,
            "line 2: incoming needs isOn, true or false"
        ),
        (String(repeating: "x", count: 3_000), "line 2: 3000 bytes; at most 2048 are read"),
    ])
    func `a line that no recorder writes is named, with the remedy`(line: String, words: String) throws {
        let good = FrameworkRecord(.woke).record(at: .zero, actor: "iphone").json.jsonText
        let fault = #expect(throws: RecordingFault.self) { try Recording(bytes: Array("\(good)\n\(line)\n".utf8)) }
        #expect(fault?.description.contains(words) == true, "\(fault?.description ?? "")")
    }

    @Test func `an empty file is not a recording`() {
        #expect(throws: RecordingFault.self) { try Recording(bytes: []) }
    }

    @Test(arguments: FrameworkRecord.Name.allCases)
    func `every line is read back as it was written`(name: FrameworkRecord.Name) throws {
        var line = FrameworkRecord(name)
        for member in name.members {
            switch member {
            case .call, .action, .request, .count, .age: line.numbers[member] = 7
            case .verb, .word: line.words[member] = "end"
            case .isOn: line.isOn = false
            }
        }
        let record = line.record(at: .milliseconds(5), actor: "iphone")
        #expect(try FrameworkRecord(TraceRecord(json: record.json)) == line)
    }
}
