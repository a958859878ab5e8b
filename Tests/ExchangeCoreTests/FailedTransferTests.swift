import CallModel
import ExchangeCore
import Redaction
import RingCore
import Scopes
import Testing

/// Transfers that fail or are refused: the call goes on between Anna (1) and ben (2). Cleo's phone is on 3.
@Suite struct FailedTransferTests {
    private static let phone = ExchangeWorld.everything
    private static let anna = CallID("call")
    private static let ben = ExchangeWorld.call(1)
    private static let cleo = ExchangeWorld.call(1, of: 2)

    private static func talking(
        ben capabilities: DeviceCapabilities = phone, cleo: DeviceCapabilities = phone,
        _ change: (inout ExchangeLimits) -> Void = { _ in }
    ) -> ExchangeWorld {
        var world = ExchangeWorld(change)
        world.connect("anna", on: 1, session: "anna", phone)
        world.connect("ben", on: 2, session: "ben", capabilities)
        world.connect("cleo", on: 3, session: "cleo", cleo)
        world.dial("ben")
        world.answer(2)
        return world
    }

    @discardableResult
    private static func transfer(
        _ world: inout ExchangeWorld, on connection: UInt64 = 1, _ callID: CallID = anna, to target: String = "cleo",
        dialed: Redacted<String> = "1003", session: UInt64 = 2
    ) -> [String] {
        let request = world.transferring(callID, on: connection, to: target, dialed: dialed, session: session)
        return world.request(connection, .transfer(request))
    }

    private static func ringing() -> ExchangeWorld {
        var world = talking()
        transfer(&world)
        return world
    }

    private static func answered() -> ExchangeWorld {
        var world = ringing()
        world.answer(3, session: 2, description: SampleDescription.answer("cleo1"))
        return world
    }

    /// Cleo's offer has gone to ben.
    private static func offered() -> ExchangeWorld {
        var world = answered()
        world.respond(3, session: 2, "cleo2")
        return world
    }

    /// Whether Anna and ben are in the call, and no other user is in one.
    private static func goesOn(_ world: ExchangeWorld) -> Bool {
        let status = world.status()
        return status?.stage == .active && status?.legs.filter { $0.stage != .over }.count == 2
            && ["anna", "ben", "cleo"].map { world.exchange.liveCallCount(of: UserID($0)) } == [1, 1, 0]
            && world.checker.runningTimers == [] && world.checker.violations == []
    }

    private static func isOver(_ world: ExchangeWorld) -> Bool {
        world.exchange.liveCallCount == 0 && world.checker.runningTimers == [] && world.checker.violations == []
    }

    // MARK: - The target does not answer

    @Test func `a target that declines, does not answer or has no device leaves the call as it was`() {
        var declined = Self.ringing()
        #expect(
            declined.request(3, .hangUp(Self.cleo, .callRejected)) == [
                "3 ✓ ended leg1/2 21", "1 transferFailed call 21 declined",
            ])
        #expect(Self.goesOn(declined))
        var silent = Self.ringing()
        #expect(
            silent.fire { if case .ring = $0 { true } else { false } } == [
                "3 bye leg1/2 19 noAnswer", "1 transferFailed call 19 noAnswer",
            ])
        #expect(silent.now == .seconds(30))
        #expect(Self.goesOn(silent))
        var gone = Self.talking()
        gone.lose(3, .closed)
        #expect(Self.transfer(&gone) == ["1 ✓ transfer call", "1 transferFailed call 806 unreachable"])
        #expect(Self.goesOn(gone))
    }

    @Test func `a busy target leaves the call as it was`() {
        var world = Self.talking { $0.busyRule = .withAnyCall }
        world.connect("carla", on: 4)
        world.dial("cleo", on: 4, callID: "other", session: 3)
        #expect(Self.transfer(&world) == ["1 ✓ transfer call", "1 transferFailed call 17 busy"])
        world.request(4, .hangUp(CallID("other"), .originatorCancel))
        #expect(Self.goesOn(world))
    }

    @Test func `an unknown name, a number and a user who may not be called fail alike`() {
        let targets = ["unknown", SingleOrganizationDirectory.number]
        for target in targets {
            var world = Self.talking()
            #expect(
                Self.transfer(&world, to: target) == ["1 ✓ transfer call", "1 transferFailed call 1 unreachable"],
                "\(target)")
            #expect(Self.goesOn(world), "\(target)")
        }
        for verdict in [\TransferRequest.verdict, \.peerVerdict] {
            var world = Self.talking()
            var request = world.transferring(Self.anna, to: "cleo")
            request[keyPath: verdict] = .refused(.otherOrganization)
            #expect(
                world.request(1, .transfer(request)) == ["1 ✓ transfer call", "1 transferFailed call 1 unreachable"])
            #expect(Self.goesOn(world))
        }
    }

    @Test func `the other side cannot be the target`() {
        var world = Self.talking()
        world.connect("ben", on: 4, session: "page", Self.phone)
        #expect(Self.transfer(&world, to: "ben") == ["1 ✓ transfer call", "1 transferFailed call 17 busy"])
        #expect(Self.goesOn(world))
    }

    @Test func `a device that cannot make a new offer does not ring, also not when it logs in meanwhile`() {
        var world = Self.talking(cleo: ExchangeWorld.attaching)
        #expect(Self.transfer(&world) == ["1 ✓ transfer call", "1 transferFailed call 806 unreachable"])
        #expect(Self.goesOn(world))
        var later = Self.ringing()
        #expect(
            later.connect("cleo", on: 4, session: "page", ExchangeWorld.attaching) == ["4 admitted", "4 ready"])
        #expect(later.checker.violations == [])
    }

    @Test func `a target that calls the one who transfers meanwhile rings there, and both calls go on`() {
        var world = Self.ringing()
        let request = ExchangeWorld.dialing("anna", by: UserID("cleo"), callID: "back", session: 3)
        #expect(world.request(3, .dial(request)) == ["3 ✓ created back", "1 invite leg1/3 anna", "3 ringing back"])
        #expect(world.status(2)?.stage == .ringing)
        #expect(world.checker.violations == [])
    }

    // MARK: - The target answers in vain

    @Test func `a target's device that makes no offer, in time, leaves the call as it was`() {
        var refused = Self.answered()
        #expect(
            refused.respond(3, session: 2, .refused) == [
                "3 bye leg1/2 41 failed", "1 transferFailed call 41 failed",
            ])
        #expect(Self.goesOn(refused))
        var silent = Self.answered()
        #expect(silent.fireRenegotiation() == ["3 bye leg1/2 41 failed", "1 transferFailed call 41 failed"])
        #expect(silent.now == .seconds(3))
        #expect(Self.goesOn(silent))
        var gone = Self.answered()
        #expect(gone.request(3, .hangUp(Self.cleo, .normalClearing)).last == "1 transferFailed call 41 failed")
        #expect(Self.goesOn(gone))
    }

    @Test func `a target whose connection breaks before its offer is told of the end when it comes back`() {
        var world = Self.answered()
        #expect(world.lose(3) == ["1 transferFailed call 41 failed"])
        #expect(
            world.connect("cleo", on: 5, session: "cleo", Self.phone) == [
                "5 admitted", "5 bye leg1/2 102 dropped", "5 ready",
            ])
        #expect(Self.goesOn(world))
        var other = Self.answered()
        #expect(
            other.connect("cleo", on: 5, session: "cleo", Self.phone) == [
                "3 punted", "5 admitted", "5 bye leg1/2 102 dropped", "5 ready", "1 transferFailed call 41 failed",
            ])
        #expect(Self.goesOn(other))
    }

    @Test func `another side that refuses the offer, says nothing or is lost has its call with the party again`() {
        var refused = Self.offered()
        #expect(
            refused.respond(2, .refused) == [
                "3 bye leg1/2 41 failed", "1 transferFailed call 41 failed", "2 attach leg1 anna",
            ])
        #expect(Self.goesOn(refused))
        var silent = Self.offered()
        #expect(
            silent.fireRenegotiation() == [
                "3 bye leg1/2 41 failed", "1 transferFailed call 41 failed", "2 attach leg1 anna",
            ])
        #expect(Self.goesOn(silent))
        var lost = Self.offered()
        #expect(lost.lose(2) == ["3 bye leg1/2 41 failed", "1 transferFailed call 41 failed"])
        #expect(lost.status()?.stage == .active)
        #expect(lost.checker.violations == [])
    }

    @Test func `a target that hangs up before the other side has answered leaves the party the call`() {
        var world = Self.offered()
        #expect(world.request(3, .hangUp(Self.cleo, .normalClearing)) == ["3 ✓ ended leg1/2 16"])
        #expect(
            world.respond(2, "ben2") == ["1 transferFailed call 41 failed", "2 attach leg1 anna"])
        #expect(Self.goesOn(world))
    }

    // MARK: - The call ends meanwhile

    @Test func `a call that either party ends while the target rings stops that ring`() {
        var left = Self.ringing()
        #expect(
            left.request(1, .hangUp(Self.anna, .normalClearing)) == [
                "1 ✓ ended call 16", "2 bye leg1 16 completed", "3 bye leg1/2 487 cancelled",
            ])
        #expect(Self.isOver(left))
        var other = Self.answered()
        #expect(
            other.request(2, .hangUp(Self.ben, .normalClearing)) == [
                "2 ✓ ended leg1 16", "1 bye call 16 completed", "3 bye leg1/2 487 cancelled",
            ])
        #expect(Self.isOver(other))
        var lost = Self.ringing()
        lost.lose(1)
        #expect(
            lost.fire { if case .resume = $0 { true } else { false } } == [
                "2 bye leg1 102 dropped", "3 bye leg1/2 487 cancelled",
            ])
        #expect(Self.isOver(lost))
    }

    @Test func `a party that hangs up once the target was offered to the other side has transferred the call`() {
        var world = Self.offered()
        #expect(world.request(1, .hangUp(Self.anna, .normalClearing)) == ["1 ✓ ended call 16"])
        #expect(
            world.respond(2, "ben2") == [
                "3 mediaAnswer leg1/2 ben2", "3 display leg1/2 1002 1002", "2 display leg1 1003 1003",
            ])
        #expect(world.status()?.legs.filter { $0.stage == .answered }.map(\.user.rawValue) == ["cleo", "ben"])
        #expect(world.checker.violations == [])
        var failed = Self.offered()
        failed.request(1, .hangUp(Self.anna, .normalClearing))
        #expect(failed.respond(2, .refused) == ["3 bye leg1/2 41 failed", "2 bye leg1 16 completed"])
        #expect(Self.isOver(failed))
    }

    @Test func `another side that hangs up while it is offered the target ends the call for all three`() {
        var world = Self.offered()
        #expect(
            world.request(2, .hangUp(Self.ben, .normalClearing)) == [
                "2 ✓ ended leg1 16", "3 bye leg1/2 16 completed", "1 bye call 16 completed",
            ])
        #expect(Self.isOver(world))
    }

    @Test func `the operator and the removal of any user end a transfer`() {
        for end in [
            ExchangeEvent.endCall(ExchangeWorld.session()), .removeUser(UserID("anna")), .removeUser(UserID("ben")),
        ] {
            for var world in [Self.ringing(), Self.answered(), Self.offered()] {
                world.handle(end)
                if world.exchange.liveCallCount > 0 { world.respond(2, .refused) }
                #expect(Self.isOver(world), "\(end)")
            }
        }
        for var world in [Self.ringing(), Self.answered(), Self.offered()] {
            world.handle(.removeUser(UserID("cleo")))
            if world.checker.runningTimers != [] { world.respond(2, .refused) }
            #expect(Self.goesOn(world))
        }
    }

    @Test func `a party that is removed once the target was offered is not told that the call was transferred`() {
        var world = Self.offered()
        #expect(world.handle(.removeUser(UserID("anna"))) == ["1 bye call 16 completed", "1 disconnected"])
        #expect(world.checker.violations == [])
    }

    // MARK: - Refused

    @Test func `only an answered call between users is transferred, once at a time`() {
        var world = Self.ringing()
        world.connect("carla", on: 4, session: "carla", Self.phone)
        #expect(Self.transfer(&world, to: "carla", session: 3) == ["1 ✗ renegotiationInProgress"])
        #expect(Self.transfer(&world, on: 3, Self.cleo, session: 3) == ["3 ✗ callNotAnswered"])
        #expect(Self.transfer(&world, on: 4, Self.anna, session: 3) == ["4 ✗ callDoesNotExist"])
        var used = Self.talking()
        #expect(Self.transfer(&used, session: 1) == ["1 ✗ callIDInUse"])
        var fixed = Self.talking(ben: [])
        #expect(Self.transfer(&fixed) == ["1 ✗ peerCannotRenegotiate"])
        fixed.request(1, .hangUp(Self.anna, .normalClearing))
        #expect(Self.transfer(&fixed) == ["1 ✗ callEnded completed"])
        var number = ExchangeWorld()
        number.connect("anna", on: 1)
        number.connect("ben", on: 2)
        number.dialNumber()
        number.ring(1, on: 2)
        number.answer(2)
        number.join(1)
        #expect(Self.transfer(&number) == ["1 ✗ cannotTransfer"])
        for world in [world, used, fixed, number] { #expect(world.checker.violations == []) }
    }

    @Test func `a call is not taken and transferred at the same time`() {
        var world = Self.ringing()
        world.connect("ben", on: 4, session: "page", Self.phone)
        let taking = TakeRequest(
            callID: CallID("taken"), session: ExchangeWorld.session(), description: SampleDescription.offer("page"),
            trickles: false)
        #expect(world.request(4, .take(taking)) == ["4 ✗ renegotiationInProgress"])
        var other = Self.talking()
        other.connect("ben", on: 4, session: "page", Self.phone)
        other.request(4, .take(taking))
        #expect(Self.transfer(&other) == ["1 ✗ renegotiationInProgress"])
        #expect(world.checker.violations == [] && other.checker.violations == [])
    }

    @Test func `limits of size and of number hold for transfers`() {
        var world = Self.talking { $0.callsOfUserMax = 1 }
        #expect(Self.transfer(&world) == ["1 ✗ limitReached(ExchangeCore.ExchangeLimit.callsOfUser)"])
        #expect(
            Self.transfer(&world, dialed: Redacted(String(repeating: "1", count: 257))) == [
                "1 ✗ limitReached(ExchangeCore.ExchangeLimit.nameBytes)"
            ])
        var full = Self.talking { $0.callsMax = 1 }
        #expect(Self.transfer(&full) == ["1 ✗ limitReached(ExchangeCore.ExchangeLimit.calls)"])
        #expect(Self.goesOn(world) && Self.goesOn(full))
    }

    // MARK: - Stored

    @Test func `the transfer is stored before either side is told, and one that fails leaves no trace in the call`()
        throws
    {
        var world = Self.offered()
        let count = world.journal.count
        world.respond(2, "ben2")
        #expect(
            world.journal.dropFirst(count).map(\.change) == [
                .transferred(
                    to: ExchangeWorld.leg(2), user: UserID("cleo"), device: DeviceID("cleo"), ofCaller: true),
                .legOver(ExchangeWorld.leg(0), Ending(.completed, cause: HangUpCause(800))),
            ])
        let kept = try #require(world.effects.lastIndex { if case .keep = $0 { true } else { false } })
        let stored = try #require(
            world.effects.firstIndex { if case .journal(let record) = $0 { record.isBarrier } else { false } })
        #expect(kept < stored)
        #expect(world.effects.firstIndex(where: \.isSpoken).map { $0 > stored } == true)
        var failed = Self.offered()
        failed.respond(2, .refused)
        #expect(failed.journal.count == count)
    }

    @Test(arguments: [0, 1, 2])
    func `an exchange that dies in the middle goes on with the party that transfers`(stage: Int) {
        var world = [Self.ringing(), Self.answered(), Self.offered()][stage]
        world.restart()
        #expect(world.status()?.legs.map(\.user.rawValue) == ["anna", "ben"])
        #expect(world.status(2) == nil)
        #expect(world.connect("cleo", on: 5, session: "cleo", Self.phone) == ["5 admitted", "5 ready"])
        #expect(
            world.connect("anna", on: 6, session: "anna", Self.phone) == [
                "6 admitted", "6 attach call leg1", "6 ready call",
            ])
        #expect(world.checker.violations == [])
    }

    @Test func `an exchange that dies afterwards goes on with the target, and shows each side the other`() {
        var world = Self.offered()
        world.respond(2, "ben2")
        world.restart()
        #expect(world.status()?.legs.filter { $0.stage == .answered }.map(\.user.rawValue) == ["cleo", "ben"])
        #expect(["anna", "ben", "cleo"].map { world.exchange.liveCallCount(of: UserID($0)) } == [0, 1, 1])
        #expect(world.kept[ExchangeWorld.session()]?.callerName == "1003")
        #expect(
            world.connect("cleo", on: 5, session: "cleo", Self.phone) == [
                "5 admitted", "5 attach leg1/2 ben2", "5 ready leg1/2",
            ])
        #expect(world.connect("anna", on: 6, session: "anna", Self.phone) == ["6 admitted", "6 ready"])
        #expect(world.checker.violations == [])
    }
}
