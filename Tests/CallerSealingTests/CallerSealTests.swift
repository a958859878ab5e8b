import CallModel
import CallerSealing
import PushPayload
import Redaction
import Testing

@Suite struct CallerSealTests {
    private static let call = CallSessionID(UUIDValue(high: 1, low: 2))
    private static let caller = CallerDetails(
        name: "Ælice", number: "+18179398981", organization: "Acme", called: "+15550100",
        picture: "https://example.org/a.jpg")
    private let seal = CallerSeal(key: Redacted(Array(0..<32)))

    @Test func `the device reads who calls whom, and the push carries no word of it`() throws {
        let seal = try #require(seal)
        var push = IncomingPush.ringing(Self.call, organization: nil, deadline: WallTime(milliseconds: 1))
        push.sealedCaller = seal.seal(Self.caller, for: Self.call)
        let bytes = try #require(push.bytes())
        let text = String(decoding: bytes, as: UTF8.self)
        for word in ["lice", "8179398981", "Acme", "5550100", "example"] { #expect(!text.contains(word), "\(word)") }
        let read = IncomingPush(bytes: bytes)
        #expect(read.faults.isEmpty)
        let sealed = try #require(read.sealedCaller)
        #expect(seal.open(sealed, for: Self.call) == Self.caller)
    }

    @Test func `another call, another key or a changed sign open nothing`() throws {
        let seal = try #require(seal)
        let sealed = try #require(seal.seal(Self.caller, for: Self.call))
        #expect(seal.open(sealed, for: CallSessionID(UUIDValue(high: 1, low: 3))) == nil)
        #expect(CallerSeal(key: Redacted(Array(1..<33)))?.open(sealed, for: Self.call) == nil)
        #expect(seal.open(Redacted(String(sealed.revealed.dropFirst()) + "A"), for: Self.call) == nil)
        #expect(seal.open(Redacted(String(sealed.revealed.dropLast(4))), for: Self.call) == nil)
        #expect(seal.open("", for: Self.call) == nil)
    }

    /// Key and nonce of RFC 8439 §2.8.2, sealed by Python's `cryptography` (OpenSSL): the format cannot change unnoticed.
    @Test func `a caller sealed by another maker's library is opened`() throws {
        let key = Redacted((0x80...0x9F).map { UInt8($0) })
        let sealed: Redacted<String> = """
            BwAAAEBBQkNERUZH5FmHPGyYYoA3o+OSVeQoguOu/VJrZBz856j7tmC3NpV/rvoa0a5+C5j6ki/a\
            +3LIVSSSTp5JTW9AhKXvMZg7eYB9It6sH4shlZA/VR4qNL4=
            """
        #expect(CallerSeal(key: key)?.open(sealed, for: Self.call) == CallerDetails(name: "Alice", number: "+15550101"))
    }

    @Test func `the longest texts fit a push, and a picture that is too long beside them is left out`() throws {
        let seal = try #require(seal)
        let longest = Redacted(String(repeating: "\u{1F4DE}", count: PushLimits.shownLengthMax))
        var caller = CallerDetails(name: longest, number: longest, organization: longest)
        caller.picture = Redacted("https://example.org/" + String(repeating: "p", count: 1_000))
        let sealed = try #require(seal.seal(caller, for: Self.call))
        #expect(sealed.revealed.utf8.count <= PushLimits.sealedLengthMax)
        caller.picture = nil
        #expect(seal.open(sealed, for: Self.call) == caller)

        var push = IncomingPush.ringing(Self.call, organization: "acme", deadline: WallTime(milliseconds: 1))
        push.sealedCaller = sealed
        #expect(push.bytes() != nil && push.messageData != nil, "it fits what either service takes")

        let quotes = Redacted(String(repeating: "\"", count: 2 * PushLimits.shownLengthMax))
        let most = CallerDetails(name: quotes, number: quotes, organization: longest, called: longest)
        let sealedMost = try #require(seal.seal(most, for: Self.call))
        let opened = try #require(seal.open(sealedMost, for: Self.call))
        #expect(opened.name?.revealed.count == PushLimits.shownLengthMax, "cut to what a screen shows")
        #expect(opened.number?.revealed.count == PushLimits.shownLengthMax)
    }

    @Test func `the length says little of the name`() throws {
        let seal = try #require(seal)
        let lengths = (1...20).compactMap { count in
            seal.seal(CallerDetails(name: Redacted(String(repeating: "x", count: count))), for: Self.call)?
                .revealed.utf8.count
        }
        #expect(lengths.count == 20 && Set(lengths).count == 1)
    }

    @Test func `no caller gives no seal, and a key of another length is refused`() throws {
        let seal = try #require(seal)
        #expect(seal.seal(CallerDetails(), for: Self.call) == nil)
        #expect(CallerSeal(key: Redacted([1, 2, 3])) == nil)
        let keys = Set((0..<8).map { _ in CallerSeal.freshKey() })
        #expect(keys.count == 8 && keys.allSatisfy { $0.revealed.count == CallerSeal.keyByteCount })
    }

    @Test func `an opened caller holds no characters that must not reach a screen`() throws {
        let seal = try #require(seal)
        let caller = CallerDetails(name: "A\u{202E}lice\n", picture: "http://example.org/plain.jpg")
        let sealed = try #require(seal.seal(caller, for: Self.call))
        #expect(seal.open(sealed, for: Self.call) == CallerDetails(name: "Alice"))
    }
}
