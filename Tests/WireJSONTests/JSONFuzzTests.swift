import Testing
import WireJSON

/// Changed documents by a fixed seed: the same ones on every run. libFuzzer goes further, in the nested package `Fuzz`.
struct JSONFuzzTests {
    static let document = """
        {"jsonrpc":"2.0","id":"6f-\\u00e9\\ud83d\\ude00","n":[1,-2.5e3,true,null,0.1],\
        "params":{"sdp":"v=0\\r\\n","o":{}}}
        """

    @Test func `every prefix of a document is an error, never a trap`() {
        let bytes = Array(Self.document.utf8)
        for length in 0..<bytes.count {
            #expect(throws: JSONError.self) { try JSONParser.parse(Array(bytes.prefix(length))) }
        }
    }

    @Test func `a value read from changed bytes is written and read again the same`() throws {
        var seed: UInt64 = 0x5EED
        let original = Array(Self.document.utf8)
        var readCount = 0
        for _ in 0..<20_000 {
            var bytes = original
            for _ in 0...Int(next(&seed) % 3) {
                let place = Int(next(&seed) % UInt64(bytes.count))
                switch next(&seed) % 4 {
                case 0: bytes[place] = UInt8(truncatingIfNeeded: next(&seed))
                case 1: bytes.remove(at: place)
                case 2: bytes.insert(bytes[Int(next(&seed) % UInt64(bytes.count))], at: place)
                default: bytes[place] ^= 1 << UInt8(next(&seed) % 8)
                }
            }
            guard let value = try? JSONParser.parse(bytes) else { continue }
            readCount += 1
            #expect(try JSONParser.parse(JSONWriter.bytes(of: value)) == value)
        }
        #expect(readCount > 1000)
    }

    /// SplitMix64.
    private func next(_ seed: inout UInt64) -> UInt64 {
        seed &+= 0x9E37_79B9_7F4A_7C15
        var value = seed
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
