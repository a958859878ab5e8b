import CallModel
import ExchangeServer
import RingCore
import Testing

@Suite struct RingStartsTests {
    private static let anna = RingStarts.Caller.user(UserID("anna"))

    private func users(_ names: String...) -> [UserID] { names.map { UserID($0) } }

    @Test func `M1: who rings and hangs up is refused after so many rings, and then has one every ten seconds`() {
        var starts = RingStarts(perMinute: 6)
        let ben = users("ben")
        for _ in 1...6 {
            #expect(starts.wait(toRing: ben, by: Self.anna, at: .seconds(5)) == nil)
            _ = starts.begin(ben, by: Self.anna, at: .seconds(5))
        }
        #expect(starts.wait(toRing: ben, by: Self.anna, at: .seconds(5)) == .seconds(10))
        let rung = (5..<605).count { second in !starts.begin(ben, by: Self.anna, at: .seconds(second)).isEmpty }
        #expect(rung == 59)
    }

    @Test func `M1: other callers and other users are not concerned, nor is the called user`() {
        var starts = RingStarts(perMinute: 1)
        _ = starts.begin(users("ben"), by: Self.anna, at: .zero)
        #expect(starts.wait(toRing: users("ben"), by: Self.anna, at: .zero) == .seconds(60))
        #expect(starts.wait(toRing: users("cleo"), by: Self.anna, at: .zero) == nil)
        #expect(starts.wait(toRing: users("ben"), by: .user(UserID("cleo")), at: .zero) == nil)
        #expect(starts.wait(toRing: users("ben"), by: .guests(nil), at: .zero) == nil)
        #expect(starts.wait(toRing: users("anna"), by: .user(UserID("ben")), at: .zero) == nil)
    }

    @Test func `M1: a call to several users counts for each, and one of them is enough for a refusal`() {
        var starts = RingStarts(perMinute: 2)
        _ = starts.begin(users("ben", "cleo", "ben"), by: Self.anna, at: .zero)
        #expect(starts.wait(toRing: users("ben"), by: Self.anna, at: .zero) == nil, "one ring, although named twice")
        _ = starts.begin(users("ben"), by: Self.anna, at: .zero)
        #expect(starts.wait(toRing: users("dora", "ben"), by: Self.anna, at: .zero) == .seconds(30))
        #expect(starts.begin(users("dora", "ben", "cleo"), by: Self.anna, at: .zero) == users("dora", "cleo"))
        #expect(starts.wait(toRing: users("cleo"), by: Self.anna, at: .zero) != nil)
    }

    @Test func `M1: users who ring their own devices are not counted`() {
        var starts = RingStarts(perMinute: 1)
        for _ in 1...9 { _ = starts.begin(users("anna"), by: Self.anna, at: .zero) }
        #expect(starts.wait(toRing: users("anna"), by: Self.anna, at: .zero) == nil)
        #expect(starts.count == 0)
    }

    @Test func `M1: the memory of rings is bounded, and ends with them`() {
        var starts = RingStarts(perMinute: 1, pairsMax: 3)
        for number in 1...9 { _ = starts.begin(users("user \(number)"), by: Self.anna, at: .zero) }
        #expect(starts.count == 3)
        #expect(
            starts.wait(toRing: users("user 1"), by: Self.anna, at: .zero) != nil, "an entry that is remembered stays")
        _ = starts.begin(users("ben"), by: Self.anna, at: .seconds(61))
        #expect(starts.count == 1)
    }

    @Test func `M1: a ring is counted as it is permitted, and given back if it does not begin`() {
        var starts = RingStarts(perMinute: 2)
        #expect(starts.beginAll(users("ben", "cleo"), by: Self.anna, at: .zero) == nil)
        #expect(starts.beginAll(users("ben"), by: Self.anna, at: .zero) == nil)
        #expect(starts.beginAll(users("cleo", "ben"), by: Self.anna, at: .zero) == .seconds(30))
        #expect(starts.beginAll(users("cleo"), by: Self.anna, at: .zero) == nil, "the refused ring does not count")
        starts.giveBack(users("ben", "anna"), by: Self.anna)
        #expect(starts.beginAll(users("ben"), by: Self.anna, at: .zero) == nil)
        #expect(starts.beginAll(users("ben"), by: Self.anna, at: .zero) == .seconds(30))
        starts.giveBack(users("ben"), by: Self.anna)
        #expect(starts.begin(users("ben", "ben"), by: Self.anna, at: .seconds(300)) == users("ben", "ben"))
        #expect(starts.beginAll(users("ben"), by: Self.anna, at: .seconds(300)) == nil)
        #expect(starts.beginAll(users("ben"), by: Self.anna, at: .seconds(300)) != nil, "nothing is saved up")
    }

    private func report(_ leg: String, _ starts: inout RingStarts, _ names: String...) -> [UserID] {
        starts.beginReport(of: CarrierLegID(leg), names.map { UserID($0) }, by: Self.anna, at: .zero)
    }

    @Test func `M1: a call that is reported again while its first report is being stored is one ring`() {
        var starts = RingStarts(perMinute: 1)
        #expect(report("leg", &starts, "ben", "cleo") == users("ben", "cleo"))
        #expect(report("leg", &starts, "ben", "cleo") == users("ben", "cleo"))
        #expect(report("leg", &starts, "cleo") == users("cleo"), "ben has left the number")
        #expect(report("other leg", &starts, "ben") == [], "another call")
        starts.endReport(of: CarrierLegID("other leg"), hasBegun: false)
        starts.endReport(of: CarrierLegID("leg"), hasBegun: false)
        starts.endReport(of: CarrierLegID("leg"), hasBegun: true)
        starts.endReport(of: CarrierLegID("leg"), hasBegun: false)
        #expect(starts.begin(users("ben", "cleo"), by: Self.anna, at: .zero) == [], "it rings")
    }

    @Test func `M1: a call none of whose reports was stored is no ring`() {
        var starts = RingStarts(perMinute: 1)
        for _ in 1...3 { #expect(report("leg", &starts, "ben") == users("ben")) }
        for _ in 1...3 {
            #expect(starts.begin(users("ben"), by: Self.anna, at: .zero) == [])
            starts.endReport(of: CarrierLegID("leg"), hasBegun: false)
        }
        #expect(report("leg", &starts, "ben") == users("ben"))
        starts.endReport(of: CarrierLegID("leg"), hasBegun: true)
        #expect(report("leg", &starts, "ben") == [], "a ring that was counted and ended is one of its own")
    }

    @Test func `M1: a limit that is changed holds at once`() {
        var starts = RingStarts(perMinute: 1)
        _ = starts.begin(users("ben"), by: Self.anna, at: .zero)
        starts.allow(60)
        #expect(starts.wait(toRing: users("ben"), by: Self.anna, at: .seconds(2)) == nil)
    }
}
