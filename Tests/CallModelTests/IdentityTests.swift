import CallModel
import Testing

@Suite struct IdentityTests {
    let session = CallSessionID(UUIDValue(high: 0x0123_4567_89AB_4DEF, low: 0x8123_4567_89AB_CDEF))

    @Test func `an identifier is written in lowercase and read in either case`() {
        #expect(session.description == "01234567-89ab-4def-8123-456789abcdef")
        #expect(CallSessionID("01234567-89AB-4DEF-8123-456789ABCDEF") == session)
        #expect(UUIDValue(session.description[...]) == session.value)
    }

    @Test(arguments: [
        "", "0", "01234567-89ab-4def-8123-456789abcde", "01234567-89ab-4def-8123-456789abcdef0",
        "01234567-89ab-4def-8123-456789abcdeg", "0123456789ab-4def-8123-456789abcdef-",
        "01234567+89ab-4def-8123-456789abcdef", "01234567-89ab-4def-8123-456789abcd\u{E9}",
    ])
    func `text that is not an identifier is refused`(text: String) {
        #expect(UUIDValue(text) == nil)
    }

    @Test func `a random identifier has version and variant and keeps every other bit`() {
        let value = UUIDValue.random(high: .max, low: .max)
        #expect(value.description == "ffffffff-ffff-4fff-bfff-ffffffffffff")
    }

    @Test func `the legs of a session have names of their own, the same every time`() {
        let legs = (0...UInt16.max).map { LegID(session: session, ordinal: $0) }
        #expect(Set(legs).count == 65_536)
        #expect(legs[0] == LegID(session: session, ordinal: 0))
        #expect(legs.allSatisfy { Array($0.description)[14] == "8" && "89ab".contains(Array($0.description)[19]) })
        let neighbour = CallSessionID(UUIDValue(high: session.value.high, low: session.value.low + 1))
        #expect(Set(legs).isDisjoint(with: (0...UInt16.max).map { LegID(session: neighbour, ordinal: $0) }))
    }

    @Test func `a user is not named in a log, a device is`() {
        #expect("\(UserID("alice"))" == "‹user›")
        #expect("\(DeviceID("phone-1"))" == "phone-1")
    }
}
