import Testing
import WireJSON

struct JSONParserTests {
    static let documents: [(String, JSONValue)] = [
        ("null", .null), ("true", true), (" false ", false), ("0", 0), ("-7", -7),
        ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
        ("9223372036854775808", .number(9_223_372_036_854_775_808)), ("-0", .number(-0.0)),
        ("1.5e3", .number(1500)), ("1E+2", .number(100)), ("2e-1", .number(0.2)),
        ("[]", []), ("{}", [:]), ("[1, [2], {\"a\" : null}]", [1, [2], ["a": nil]]),
        ("\"\"", ""), ("\"a\\r\\n\\t\\b\\f\\/\\\\\\\"\"", "a\r\n\t\u{8}\u{C}/\\\""),
        ("\"\\u0041\\u00e9\\u20AC\\uD83D\\uDE00\"", "Aé€😀"), ("\"é€😀\"", "é€😀"),
        ("\"é\\n€\"", "é\n€"),
        (
            "\"\\u007f\\u0080\\u07ff\\u0800\\uffff\\ud800\\udc00\\udbff\\udfff\"",
            "\u{7f}\u{80}\u{7ff}\u{800}\u{ffff}\u{10000}\u{10ffff}"
        ),
    ]

    @Test(arguments: documents)
    func `a document is read as its content`(text: String, expected: JSONValue) throws {
        #expect(try JSONParser.parse(text: text) == expected)
    }

    @Test(arguments: [
        ("", JSONError.Code.unexpectedEnd, 0), ("  ", .unexpectedEnd, 2), ("{", .unexpectedEnd, 1),
        ("[1,", .unexpectedEnd, 3), ("\"a", .unexpectedEnd, 2), ("\"a\\", .unexpectedEnd, 3),
        ("tru", .unexpectedEnd, 3),
        ("-", .unexpectedEnd, 1), ("1.", .unexpectedEnd, 2), ("1e", .unexpectedEnd, 2),
        ("[1,]", .unexpectedByte, 3), ("{\"a\":1,}", .unexpectedByte, 7), ("{a:1}", .unexpectedByte, 1),
        ("[1 2]", .unexpectedByte, 3), ("nul!", .unexpectedByte, 3), ("'a'", .unexpectedByte, 0),
        ("+1", .unexpectedByte, 0), (".5", .unexpectedByte, 0), ("NaN", .unexpectedByte, 0),
        ("\u{FEFF}1", .unexpectedByte, 0), ("01", .invalidNumber, 0), ("-x", .invalidNumber, 1),
        ("1.e", .invalidNumber, 2), ("1e400", .numberOutOfRange, 0), ("1 2", .trailingBytes, 2),
        ("{}}", .trailingBytes, 2), ("\"\\x\"", .invalidEscape, 2), ("\"\\u12G4\"", .invalidEscape, 1),
        ("\"\\u12\"", .invalidEscape, 1), ("\"\\uD800\"", .loneSurrogate, 1), ("\"\\uDC00\"", .loneSurrogate, 1),
        ("\"\\uD800\\u0041\"", .loneSurrogate, 1), ("\"a\nb\"", .controlCharacter, 2),
        ("{\"a\":1,\"b\":2,\"a\":3}", .duplicateKey, 13), ("{\"a\":1,\"\\u0061\":3}", .duplicateKey, 7),
    ])
    func `a fault is named with its place`(text: String, code: JSONError.Code, offset: Int) {
        #expect(throws: JSONError(code, at: offset)) { try JSONParser.parse(text: text) }
    }

    /// Strings are read eight bytes at a time.
    @Test(arguments: ["a", "\"", "\\", "é", "~", "!"])
    func `every character is written and read at every place`(neighbor: Character) throws {
        for character in (0...0xFF).map({ Character(Unicode.Scalar(UInt8($0))) }) {
            for place in 0..<18 {
                var text = String(repeating: neighbor, count: 18)
                text.insert(character, at: text.index(text.startIndex, offsetBy: place))
                #expect(try JSONParser.parse(JSONWriter.bytes(of: .string(text))) == .string(text))
            }
        }
    }

    @Test func `a control character is refused at every place`() {
        for byte in UInt8(0)..<0x20 {
            for place in 1..<18 {
                var bytes = Array("\"abcdefghijklmnopqrs\"".utf8)
                bytes[place] = byte
                #expect(throws: JSONError(.controlCharacter, at: place)) { try JSONParser.parse(bytes) }
            }
        }
    }

    @Test func `a number counts as an integer exactly when it is one`() {
        #expect(JSONValue.number(4.0).integer == 4)
        #expect(JSONValue.number(-9_223_372_036_854_775_808.0).integer == .min)
        for value in [0.5, 9_223_372_036_854_775_808.0, -1e19, .infinity, .nan] {
            #expect(JSONValue.number(value).integer == nil)
        }
    }

    @Test(arguments: [[0xC3], [0xC3, 0x28], [0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xC0, 0x80]])
    func `bytes that are not UTF-8 are refused, beside an escape too`(bytes: [UInt8]) {
        let quote = UInt8(ascii: "\"")
        #expect(throws: JSONError(.invalidUTF8, at: 1)) { try JSONParser.parse([quote] + bytes + [quote]) }
        #expect(throws: JSONError(.invalidUTF8, at: 1)) {
            try JSONParser.parse([quote] + Array("\\n".utf8) + bytes + [quote])
        }
    }

    @Test func `a repeated key is noticed in a large object too`() {
        let members = (0..<100).map { "\"key\($0)\":\($0)" } + ["\"key50\":0"]
        let document = "{" + members.joined(separator: ",") + "}"
        #expect { try JSONParser.parse(text: document) } throws: { ($0 as? JSONError)?.code == .duplicateKey }
    }

    @Test func `where repeated keys are allowed the first counts, and the others are read all the same`() throws {
        let limits = JSONLimits(repeatedKeys: .first)
        let read = try JSONParser.parse(text: #"{"a":1,"b":{"c":2,"c":3},"\u0061":[4]}"#, limits: limits)
        #expect(read == ["a": 1, "b": ["c": 2]])
        #expect(throws: JSONError(.unexpectedByte, at: 11)) {
            try JSONParser.parse(text: #"{"a":1,"a":x}"#, limits: limits)
        }
    }

    @Test func `each limit is held to its last value`() throws {
        let nested = { (depth: Int) in
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        let limits = JSONLimits(byteCountMax: 20, depthMax: 4, valueCountMax: 5)
        _ = try JSONParser.parse(text: nested(4), limits: limits)
        #expect(throws: JSONError(.tooDeep, at: 4)) { try JSONParser.parse(text: nested(5), limits: limits) }
        _ = try JSONParser.parse(text: "[1,2,3,4]", limits: limits)
        #expect(throws: JSONError(.tooManyValues, at: 9)) {
            try JSONParser.parse(text: "[1,2,3,4,5]", limits: limits)
        }
        _ = try JSONParser.parse(text: String(repeating: " ", count: 19) + "1", limits: limits)
        #expect(throws: JSONError(.tooLong, at: 20)) {
            try JSONParser.parse(text: String(repeating: " ", count: 20) + "1", limits: limits)
        }
    }

    @Test func `the deepest document permitted does not exhaust the stack`() throws {
        let depth = JSONLimits.depthMaxDefault
        let text = String(repeating: "{\"a\":", count: depth) + "1" + String(repeating: "}", count: depth)
        let value = try JSONParser.parse(text: text)
        #expect(value.jsonText == text)
    }

    @Test func `an error says what and where, never the content`() {
        let error = #expect(throws: JSONError.self) { try JSONParser.parse(text: "{\"secret\":hush}") }
        #expect(error?.description == "JSON: unexpectedByte at byte 10")
    }
}
