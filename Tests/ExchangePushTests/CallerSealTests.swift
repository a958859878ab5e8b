import CallModel
import ExchangePush
import PushPayload
import Redaction
import Testing

@Suite struct CallerSealTests {
    private static let call = CallSessionID(UUIDValue(high: 1, low: 2))
    private let seal = CallerSeal(key: Redacted(Array(0..<32)))

    @Test func `the device reads who calls, and the push carries no word of it`() throws {
        let seal = try #require(seal)
        var push = IncomingPush.ringing(Self.call, organization: nil, deadline: WallTime(milliseconds: 1))
        push.sealedCaller = seal.seal(name: "Ælice", number: "+18179398981", call: Self.call)
        let bytes = try #require(push.bytes())
        #expect(!String(decoding: bytes, as: UTF8.self).contains("lice"))
        let read = try #require(IncomingPush(bytes: bytes).sealedCaller)
        let caller = try #require(seal.open(read, call: Self.call))
        #expect(caller.name == "Ælice")
        #expect(caller.number == "+18179398981")
    }

    @Test func `another call, another key or a changed sign open nothing`() throws {
        let seal = try #require(seal)
        let sealed = try #require(seal.seal(name: "Alice", number: nil, call: Self.call))
        #expect(seal.open(sealed, call: CallSessionID(UUIDValue(high: 1, low: 3)))?.name == nil)
        #expect(CallerSeal(key: Redacted(Array(1..<33)))?.open(sealed, call: Self.call)?.name == nil)
        let changed = Redacted(String(sealed.revealed.dropFirst()) + "A")
        #expect(seal.open(changed, call: Self.call)?.name == nil)
        #expect(seal.open("", call: Self.call)?.name == nil)
    }

    @Test func `the longest caller fits a push, a longer one is not sealed`() throws {
        let seal = try #require(seal)
        let longest = Redacted(String(repeating: "x", count: CallerSeal.textByteCountMax))
        let sealed = try #require(seal.seal(name: longest, number: longest, call: Self.call))
        #expect(sealed.revealed.utf8.count <= PushLimits.sealedLengthMax)
        #expect(seal.seal(name: Redacted(longest.revealed + "x"), number: nil, call: Self.call) == nil)
    }

    @Test func `a key of another length is no key`() {
        #expect(CallerSeal(key: Redacted([1, 2, 3]))?.seal(name: nil, number: nil, call: Self.call) == nil)
    }
}
