import CallModel
import RingCore
import Testing

/// Situations 64–69 of Documentation/RingScenarios.md: two calls at once, groups, transfers, hold.
struct ManyCalls {
    private static let other = CallSessionID(UUIDValue(high: 7, low: 2))

    @Test func `scenario 64: two callers to one user are two calls, and answering one claims nothing of the other`() {
        var first = RingStory.ringing(1)
        var second = RingStory(DeviceCandidate.several(1), session: Self.other)
        second.rings(1)
        first.talks(1)
        second.answers(1)
        #expect(second.commands == ["answer caller", "bridge 1"] && second.stage == .claimed)
        first.callerHangsUp()
        #expect(second.stage == .claimed && first.violations == [] && second.violations == [])
    }

    @Test(arguments: [true, false])
    func `scenario 65: of two calls that meet the lower caller's goes on, whichever looks first`(isSwapped: Bool) {
        let ab = Glare.Side(session: RingStory.session, caller: "ann", callee: "bob", openedAt: .seconds(5))
        let ba = Glare.Side(session: Self.other, caller: "bob", callee: "ann", openedAt: .seconds(4))
        let glare = isSwapped ? Glare(ba, ab) : Glare(ab, ba)
        #expect(glare?.survivor == RingStory.session && glare?.merged == Self.other)
        #expect(Glare(ab, ab) == nil)
        #expect(Glare(ab, .init(session: Self.other, caller: "cid", callee: "ann", openedAt: .zero)) == nil)
    }

    @Test func `scenario 65: both people are connected, and each has one entry`() {
        var survivor = RingStory([DeviceCandidate("b", of: "bob"), DeviceCandidate("b2", of: "bob")])
        survivor.rings(1)
        var merged = RingStory([DeviceCandidate("a", of: "ann")], session: Self.other)
        merged.rings(1)
        merged.happens(.glare(.yields(to: survivor.session.id)))
        #expect(merged.outcome == .glareMerged && merged.commands == ["hang up 1: answeredElsewhere"])
        #expect(merged.missedCalls == [])
        survivor.happens(.glare(.absorbs(device: "b", of: "bob", as: CarrierLegID("caller of the other"))))
        #expect(survivor.commands == ["answer 3", "answer caller", "bridge 3", "hang up 1: answeredElsewhere"])
        survivor.bridges(3)
        #expect(survivor.session.status.winner == "b" && survivor.reason("b2") == .answeredElsewhere)
        merged.ends(1)
        #expect(merged.session.isClosed && survivor.violations == [] && merged.violations == [])
    }

    @Test func `scenario 65: a merged caller is answered once the carrier carries out its commands, and joined then`() {
        var call = RingStory([DeviceCandidate("b", of: "bob")])
        call.rings(1)
        call.happens(.glare(.absorbs(device: "b", of: "bob", as: CarrierLegID("caller of the other"))))
        #expect(call.commands == ["answer 2", "answer caller", "bridge 2", "hang up 1: answeredElsewhere"])
        call.replies(.unavailable, to: .answer, call.ref(2))
        call.replies(.notAnswered, to: .bridge, call.ref(2))
        call.callerIsAnswered()
        #expect(call.commands == ["bridge 2"])
        call.replies(.notAnswered, to: .bridge, call.ref(2))
        call.passes(.milliseconds(500))
        #expect(call.commands == ["answer 2"], "under its name, and no bridge before")
        call.replies(.accepted(nil), to: .answer, call.ref(2))
        #expect(call.commands == ["bridge 2"])
        call.bridges(2)
        #expect(call.session.status.winner == "b" && call.stage == .active && call.violations == [])
    }

    @Test func `scenario 66: a user in a call is rung as a waiting call, and nothing answers by itself`() {
        var busy = BusyIndex()
        busy.enter("ann", Self.other)
        #expect(busy.isBusy("ann", besides: RingStory.session) && !busy.isBusy("ann", besides: Self.other))
        let call = RingStory([DeviceCandidate("a", of: "ann", isBusy: busy.isBusy("ann"))])
        #expect(call.commands == ["dial 1"] && call.stage == .ringing)
        busy.leave("ann", Self.other)
        #expect(!busy.isBusy("ann"))
    }

    @Test func `scenario 66: or is busy and gets voicemail, by policy`() {
        let policy = RingPolicy.voicemail.with { $0.busy = .skip }
        var call = RingStory([DeviceCandidate("a", of: "ann", isBusy: true)], policy: policy)
        #expect(call.commands == ["answer caller"] && call.notices == [])
        call.callerHangsUp()
        #expect(call.missedCalls == [.missedCall(["ann"], .busy)] && call.violations == [])
    }

    @Test func `scenario 66: a busy user of a group is left alone, and told`() {
        let devices = [DeviceCandidate("a", of: "ann", isBusy: true), DeviceCandidate("b", of: "bob")]
        var call = RingStory(devices, policy: .plain.with { $0.busy = .skip })
        #expect(call.commands == ["dial 1"] && call.session.legs[0].device == "b")
        call.passes(.seconds(30))
        #expect(call.missedCalls == [.missedCall(["ann", "bob"], .noAnswer)] && call.violations == [])
    }

    @Test func `scenario 67: sixty legs are dialed within the budget, in a fixed order, fair to others`() {
        var budget = DialRateLimiter(dialsMax: 20)
        for user in 0..<20 {
            for device in 0..<3 {
                let command = RingCommandID(UUIDValue(high: UInt64(user), low: UInt64(device)))
                let isAdded = budget.add(
                    CarrierDial(command, of: "big", deadline: .seconds(30), recency: UInt8(device)))
                #expect(isAdded)
            }
        }
        let single = RingCommandID(UUIDValue(high: 99, low: 0))
        let isSingleAdded = budget.add(CarrierDial(single, of: "small", deadline: .seconds(30), recency: 0))
        #expect(isSingleAdded)
        let first = budget.next(at: .zero).dials
        #expect(first.count == 20 && first.prefix(2).map(\.organization) == ["big", "small"])
        #expect(first.allSatisfy { $0.recency == 0 })
        let taken = [4, 5, 10, 15].map { budget.next(at: .seconds($0)).dials.count }
        #expect(taken == [0, 20, 20, 1] && budget.nextAt(.seconds(15)) == nil)
    }

    @Test func `scenario 67: groups ring in stages, and the next begins early when no device is left`() {
        let devices = [
            DeviceCandidate("a", of: "ann"), DeviceCandidate("b", of: "bob", stage: 1),
            DeviceCandidate("c", of: "cid", stage: 2),
        ]
        var call = RingStory(devices)
        #expect(call.commands == ["dial 1"])
        call.passes(.seconds(10))
        #expect(call.commands == ["dial 2"])
        call.rings(1)
        call.rings(2)
        call.asks("a", .declineHere)
        call.asks("b", .declineHere)
        #expect(call.commands.contains("dial 3"))
        call.talks(3)
        #expect(call.stage == .active && call.violations == [])
    }

    @Test func `scenario 68: an operator who has seen an older version is refused`() {
        var call = RingStory.ringing(2)
        let seen = call.session.version
        let target = DeviceCandidate("z", of: "zoe")
        call.answers(1)
        call.happens(.request(.transfer(to: target), version: seen))
        #expect(call.effects == [.refused(.transfer(to: target))])
        call.happens(.request(.end, version: seen))
        #expect(call.stage == .claimed && call.violations == [])
    }

    @Test func `scenario 68: a transfer while it rings takes the call to another device`() {
        var call = RingStory.ringing(2)
        call.happens(.request(.transfer(to: DeviceCandidate("z", of: "zoe")), version: call.session.version))
        #expect(call.commands == ["dial 3", "hang up 1: failed", "hang up 2: failed"])
        call.talks(3)
        #expect(call.session.status.winner == "z" && call.violations == [])
    }

    @Test func `scenario 69: a hold that comes after the end is ignored`() {
        var call = RingStory.ringing(1)
        call.talks(1)
        call.receive(.held(call.ref(1), true))
        #expect(call.session.status.isHeldByWinner && call.versions == [1, 2, 3, 4])
        call.receive(.held(call.ref(1), true))
        #expect(call.effects == [])
        call.callerHangsUp()
        call.receive(.held(.parent, true))
        #expect(call.effects == [] && !call.session.status.isHeldByCaller && call.violations == [])
    }
}
