import Testing
import WireJSON

struct JSONWriterTests {
    static let values: [(JSONValue, String)] = [
        (.null, "null"), (true, "true"), (0, "0"), (-12, "-12"), (.integer(.min), "-9223372036854775808"),
        (.number(1.5), "1.5"), (.number(-0.0), "-0.0"), (.number(.infinity), "null"), (.number(.nan), "null"),
        ("a\"\\/\r\n\t\u{8}\u{C}\u{1}\u{1F}\u{7F}é😀", "\"a\\\"\\\\/\\r\\n\\t\\b\\f\\u0001\\u001f\u{7F}é😀\""),
        ([], "[]"), ([1, "b", nil], "[1,\"b\",null]"), (["b": 1, "a": [:]], "{\"b\":1,\"a\":{}}"),
    ]

    @Test(arguments: values)
    func `a value is written compactly and in order`(value: JSONValue, text: String) {
        #expect(value.jsonText == text)
    }

    @Test(arguments: [
        0.1, 1e-7, 1e21, Double.leastNonzeroMagnitude, 1.7976931348623157e308, -2.5, 123_456_789.125, 4e18, 1e16,
    ])
    func `every number comes back as the same number`(number: Double) throws {
        let text = JSONValue.number(number).jsonText
        #expect(try JSONParser.parse(text: text).number == number)
    }

    @Test func `a value is appended to a buffer that has something already`() {
        var buffer = Array("x=".utf8)
        JSONWriter.append([1], to: &buffer)
        #expect(String(decoding: buffer, as: UTF8.self) == "x=[1]")
    }
}
