import PushPayload
import Redaction
import Testing
import WireJSON

/// Changed payloads by fixed seeds: the same ones on every run.
@Suite struct MutationTests {
    /// What must hold of a push, wherever it came from.
    private func check(_ push: IncomingPush) {
        #expect(push.faults.count <= PushLimits.faultsMax)
        #expect(push.headers.count <= PushLimits.headersMax)
        #expect((push.callerName?.revealed.unicodeScalars.count ?? 0) <= PushLimits.shownLengthMax)
        #expect((push.organization?.utf8.count ?? 0) <= PushLimits.identifierLengthMax)
        #expect(push.kind != .unknown || !push.faults.isEmpty)
        #expect(push.namesCall || !push.faults.isEmpty)
    }

    @Test func `any bytes are a push`() {
        var generator = SeededGenerator(seed: 0xB17E)
        for _ in 0..<3_000 {
            let length = Int.random(in: 0...200, using: &generator)
            check(IncomingPush(bytes: (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }))
        }
    }

    @Test(arguments: Payloads.all)
    func `a payload with some bytes changed is a push, and is often still read`(payload: String) {
        var generator = SeededGenerator(seed: 0x5EED)
        let original = Array(payload.utf8)
        var namedCount = 0
        for _ in 0..<4_000 {
            var bytes = original
            for _ in 0...Int.random(in: 0...2, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0...3, using: &generator) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
                case 1: bytes.remove(at: place)
                case 2: bytes.insert(bytes[Int.random(in: 0..<bytes.count, using: &generator)], at: place)
                default: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &generator)
                }
            }
            let push = IncomingPush(bytes: bytes)
            check(push)
            namedCount += push.namesCall ? 1 : 0
        }
        #expect(namedCount > 500)
    }

    @Test(arguments: Payloads.all)
    func `every prefix of a payload is a push`(payload: String) {
        let bytes = Array(payload.utf8)
        for length in 0..<bytes.count { check(IncomingPush(bytes: Array(bytes.prefix(length)))) }
    }

    @Test(arguments: Payloads.all)
    func `values of any type in any place are a push`(payload: String) throws {
        var generator = SeededGenerator(seed: 0x7E57)
        let value = try JSONParser.parse(text: payload)
        for _ in 0..<4_000 { check(IncomingPush(changed(value, &generator))) }
    }

    private static let strangers: [JSONValue] = [
        nil, true, 0, 1, -1, 9_223_372_036_854_775_807, 1e300, 0.5, "", "0", "x", "\u{202E}\u{0}", [], [[]], [:],
        .string(String(repeating: "é", count: 3_000)), .array(Array(repeating: [:], count: 600)),
    ]

    private func changed(_ value: JSONValue, _ generator: inout SeededGenerator) -> JSONValue {
        if Int.random(in: 0..<6, using: &generator) == 0 {
            return Self.strangers.randomElement(using: &generator) ?? nil
        }
        guard case .object(let object) = value else { return value }
        var next = JSONObject()
        for member in object.members { next[member.key] = changed(member.value, &generator) }
        return .object(next)
    }
}
