import Testing
import WireJSON

struct JSONScanTests {
    private func find(_ key: StaticString, in text: String) -> String? {
        Array(text.utf8).withUnsafeBytes { bytes in
            JSONScan.value(of: key, in: bytes).map { String(decoding: bytes[$0], as: UTF8.self) }
        }
    }

    @Test func `a member of the top level is found behind anything nested`() {
        let text = #" { "params" : {"id":"no","a":["}",{"b":"\"{"}]}, "id" : 17, "method":"verto.ping" } "#
        #expect(find("id", in: text) == "17")
        #expect(find("method", in: text) == "verto.ping")
        #expect(find("a", in: text) == nil)
        #expect(find("params", in: text)?.first == "{")
    }

    @Test func `every prefix of a document is scanned to an end`() {
        let text = #"{"a":{"b":["\"",1]},"id":"x\\","method":"m"}"#
        for length in 0..<text.utf8.count {
            #expect(find("absent", in: String(decoding: text.utf8.prefix(length), as: UTF8.self)) == nil)
        }
    }
}
