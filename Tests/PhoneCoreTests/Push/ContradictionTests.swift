import CallModel
import PhoneCore
import Testing

/// Names that fit in one place and not in another.
@Suite struct ContradictionTests {
    @Test func `a vendor's name that comes with another session is another call`() {
        var script = PhoneScript()
        var first = PushedCall.ours(1)
        first.vendor = Names.vendor(1)
        var second = PushedCall.ours(2)
        second.vendor = Names.vendor(1)
        #expect(script.push(first) == ["announce A +18179398981 Alice"])
        #expect(script.push(second).first == "announce B +18179398982 Bob")
    }
}
