import Testing
import WireJSON

struct JSONObjectTests {
    @Test func `members keep their order, a changed one its place`() {
        var object: JSONObject = ["b": 1, "a": 2, "c": 3]
        object["a"] = "new"
        object["b"] = nil
        object["d"] = 4
        #expect(object.jsonText == "{\"a\":\"new\",\"c\":3,\"d\":4}")
        #expect(object["b"] == nil)
    }

    @Test func `a key is found in any case only on request`() {
        let object: JSONObject = ["SessID": "s"]
        #expect(object["sessid"] == nil)
        #expect(object.value(caseInsensitive: "sessid") == "s")
        #expect(object.value(caseInsensitive: "sessids") == nil)
    }

    @Test func `printing shows nothing of the content`() {
        let value: JSONValue = ["passwd": "hush", "list": ["hush"]]
        var dumped = ""
        dump(value, to: &dumped)
        for text in ["\(value)", String(reflecting: value), dumped, "\([value])", "\(value.object as Any)"] {
            #expect(!text.contains("hush"))
            #expect(!text.contains("passwd"))
        }
        #expect("\(value)" == "object(2 members)")
    }
}
