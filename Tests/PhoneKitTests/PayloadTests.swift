import CallModel
import Foundation
import PhoneCore
import PhoneKit
import PushPayload
import Redaction
import Testing
import WireJSON

@Suite struct PayloadTests {
    private func parsed(_ text: String) throws -> [AnyHashable: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    @Test func `a payload taken apart reads as its bytes would`() throws {
        let text = #"{"a":1,"b":1.5,"c":"x","d":true,"e":[1,null,{"f":false}],"g":{}}"#
        #expect(JSONValue(property: try parsed(text)) == (try JSONParser.parse(text: text)))
    }

    @Test func `true and the number one are distinguished`() throws {
        let value = JSONValue(property: try parsed(#"{"a":true,"b":1,"c":false,"d":0}"#))
        #expect(value.object?["a"] == .bool(true))
        #expect(value.object?["b"] == .integer(1))
        #expect(value.object?["c"] == .bool(false))
        #expect(value.object?["d"] == .integer(0))
    }

    @Test func `Swift's own values read like Foundation's`() {
        let value = JSONValue(property: ["a": true, "b": 7, "c": 0.5, "d": "x", "e": [1]] as [AnyHashable: Any])
        #expect(value == ["a": true, "b": 7, "c": 0.5, "d": "x", "e": [1]])
    }

    @Test func `numbers keep their size, and a value that is not a number is dropped`() {
        let value = JSONValue(
            property: ["a": UInt64.max, "b": Int64.min, "c": Double.nan, "d": Date(), "e": Data([1])]
                as [AnyHashable: Any])
        #expect(value.object?["a"]?.number == 18_446_744_073_709_551_616)
        #expect(value.object?["b"] == .integer(.min))
        #expect(value.object?["c"] == .null)
        #expect(value.object?["d"] == .null)
        #expect(value.object?["e"] == .null)
    }

    @Test func `keys that are not text are left out`() {
        #expect(JSONValue(property: [1: "a", "b": "c"] as [AnyHashable: Any]) == ["b": "c"])
    }

    @Test func `a payload nested too deep is read up to a bound`() {
        var nest: Any = "bottom"
        for _ in 0..<500 { nest = [nest] }
        let push = IncomingPush(JSONValue(property: ["carillon": nest] as [AnyHashable: Any]))
        #expect(push.faults.contains(PushIssue(.payload, .tooLarge)))
    }

    @Test func `a payload with too many values is read up to a bound`() {
        let many = Dictionary(uniqueKeysWithValues: (0..<5_000).map { (AnyHashable("k\($0)"), $0 as Any) })
        let value = JSONValue(property: many)
        #expect((value.object?.count ?? 0) <= PushLimits.valueCountMax)
        #expect(IncomingPush(value).faults.contains(PushIssue(.payload, .tooLarge)))
    }

    @Test func `a token is written in lowercase hexadecimal digits`() {
        #expect(DevicePushToken(bytes: Data([0x00, 0x9f, 0xA0, 0xff])).digits.revealed == "009fa0ff")
    }

    @Test func `the age of a push is the difference of the clocks, and never negative`() {
        var push = IncomingPush()
        push.sentAt = WallTime(milliseconds: 1_000_000)
        let spare = CallUUID(.random(high: 1, low: 1))
        let late = VoIPPush(push, mustReport: true, now: WallTime(milliseconds: 1_030_000), spare: spare)
        let early = VoIPPush(push, mustReport: true, now: WallTime(milliseconds: 990_000), spare: spare)
        #expect(late.age == .seconds(30))
        #expect(early.age == .zero)
    }
}
