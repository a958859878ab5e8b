import CallModel
import ExchangeCore
import Redaction
import RingCore
import Scopes
import Testing

/// Calls to numbers: who is rung and who has them is commanded from outside.
@Suite struct NumberTests {
    /// anna calls, on connection 1; ben's devices are on 2 and 3.
    private static func world() -> ExchangeWorld {
        var world = ExchangeWorld()
        world.connect("anna", on: 1)
        world.connect("ben", on: 2)
        world.connect("ben", on: 3)
        return world
    }

    private static func ringing(mailbox: String? = nil) -> ExchangeWorld {
        var world = world()
        world.dialNumber(mailbox: mailbox)
        world.ring(1, on: 2)
        world.ring(2, on: 3)
        return world
    }

    private static let hungUp = ClientRequest.hangUp(CallID("call"), .normalClearing)

    private static func isRing(_ owner: TimerOwner) -> Bool {
        if case .ring = owner { true } else { false }
    }

    @Test func `no device rings without a command, and nothing goes into the journal`() {
        var world = Self.world()
        #expect(world.dialNumber() == ["1 ✓ created call", "news: anna calls 1002"])
        #expect(world.ring(1, on: 2) == ["news: leg1 rings", "2 invite leg1 anna", "1 ringing call", "done"])
        #expect(world.journal == [])
        #expect(world.status() == nil, "who decides the call says how it stands")
    }

    @Test func `an order that comes twice is done once`() {
        var world = Self.ringing()
        #expect(world.ring(1, on: 2) == ["done"])
        world.answer(2, leg: 1)
        world.join(1)
        #expect(world.join(1) == ["done"])
        world.command(.hangUp(.parent, .completed))
        #expect(world.command(.hangUp(.parent, .completed)) == ["alreadyOver"])
        #expect(world.ring(1, on: 2) == ["alreadyOver"])
        #expect(world.checker.violations == [])
    }

    @Test func `who answers hears whether it has the call once that is decided`() {
        var world = Self.ringing()
        #expect(world.answer(3, leg: 2) == ["news: leg2 answered"])
        #expect(world.answer(2, leg: 1) == ["news: leg1 answered"])
        #expect(
            world.join(2) == [
                "news: leg2 joined", "3 ✓ answered leg2", "1 answer call leg2", "2 ✗ callEnded answeredElsewhere",
                "news: leg1 over followed", "2 bye leg1 805 answeredElsewhere", "done",
            ])
        #expect(world.join(1) == ["alreadyOver"])
        #expect(world.request(1, .sendTones(CallID("call"), "5")) == ["1 ✓ sent call", "3 tones leg2 5"])
        #expect(world.request(3, .changeHold(ExchangeWorld.call(2), .hold)).first == "3 ✓ held leg2")
        #expect(
            world.request(1, Self.hungUp) == [
                "1 ✓ ended call 16", "news: leg0 over hungUp", "news: leg2 over followed",
                "3 bye leg2 16 completed",
            ])
        #expect(world.checker.violations == [])
    }

    @Test func `a leg that has not answered is not joined`() {
        var world = Self.ringing()
        #expect(world.join(1) == ["conflict"])
        #expect(world.join(7) == ["alreadyOver"])
    }

    @Test func `a device that declines ends its own leg, and the call waits for a command`() {
        var world = Self.ringing()
        let call = ExchangeWorld.call
        #expect(
            world.request(2, .hangUp(call(1, 1), .callRejected)) == [
                "2 ✓ ended leg1 21", "news: leg1 over declined",
            ])
        world.request(3, .hangUp(call(2, 1), .callRejected))
        #expect(world.command(.hangUp(.parent, .declined)).contains("1 bye call 21 declined"))
        #expect(world.checker.violations == [])
    }

    @Test func `a caller who gives up ends it for everybody, the caller's end first`() {
        var world = Self.ringing()
        #expect(
            world.request(1, Self.hungUp) == [
                "1 ✓ ended call 16", "news: leg0 over hungUp", "news: leg1 over followed",
                "2 bye leg1 487 cancelled", "news: leg2 over followed", "3 bye leg2 487 cancelled",
            ])
    }

    @Test func `a device that is not there is told to be unreachable, and of its log-in is told`() {
        var world = Self.world()
        world.dialNumber()
        #expect(world.ring(1, on: 4) == ["news: leg1 over unreachable", "done"])
        #expect(world.connect("ben", on: 4) == ["4 admitted", "4 ready", "news: ben's session 4 arrived"])
        #expect(world.ring(1, on: 4) == ["done"], "an order that comes again is for the leg that is over")
        #expect(world.ring(2, on: 4).contains("4 invite leg2 anna"))
        #expect(world.answer(4, leg: 2) == ["news: leg2 answered"])
        #expect(world.exchange.isExpected(UserID("ben")))
        world.request(1, Self.hungUp)
        #expect(!world.exchange.isExpected(UserID("ben")))
        #expect(world.checker.violations == [])
    }

    @Test func `a device that comes back rings again, in its old session as in a new one`() {
        var world = Self.world()
        world.dialNumber()
        world.ring(1, on: 2)
        world.lose(2)
        #expect(world.connect("ben", on: 5, session: "session 2").contains("5 invite leg1 anna"))
        let device = DeviceSession(
            id: SignalingSessionID("another"), user: UserID("ben"), device: DeviceID("session 2"),
            capabilities: ExchangeWorld.everything)
        #expect(
            world.handle(.deviceConnected(ConnectionID(6), device)) == [
                "6 admitted", "6 ready", "5 bye leg1 487 cancelled", "6 invite leg1 anna",
            ])
        #expect(world.answer(6, leg: 1) == ["news: leg1 answered"])
        #expect(world.answer(5, leg: 1) == ["5 ✗ callDoesNotExist"])
    }

    @Test func `a device that answered and is lost before it is joined loses the call`() {
        var world = Self.ringing()
        world.answer(2, leg: 1)
        world.lose(2)
        #expect(world.fire { if case .resume = $0 { true } else { false } }.contains("news: leg1 over unreachable"))
        #expect(world.join(1) == ["alreadyOver"])
        #expect(world.exchange.isLive(ExchangeWorld.leg(0), of: ExchangeWorld.session()))
    }

    // MARK: - Messages

    @Test func `the attendant takes a message for the mailbox of the number`() {
        var world = Self.ringing(mailbox: "ben")
        world.connect("attendant", on: 9)
        for leg in UInt16(1)...2 { world.command(.hangUp(.leg(ExchangeWorld.leg(leg)), .noAnswer)) }
        let asked = world.command(.play(.playGreeting))
        #expect(asked.count == 2 && asked.last == "done")
        let invitation = world.effects.compactMap { effect -> CallInvitation? in
            if case .send(_, .invite(let invitation)) = effect { invitation } else { nil }
        }.first
        #expect(invitation?.headers.map(\.value.revealed).first == "ben")
        let leg = invitation?.name.callID ?? CallID("none")
        let answered = world.request(
            9, .answer(AnswerRequest(callID: leg, description: SampleDescription.answer("attendant"), trickles: false)))
        #expect(answered.contains("news: attended") && answered.contains("1 answer call attendant"))
        #expect(world.command(.play(.playGreeting)) == ["done"])
        #expect(world.exchange.isAttended(ExchangeWorld.session()))
        #expect(world.request(1, Self.hungUp).contains("news: leg0 over hungUp"))
        #expect(world.checker.violations == [])
    }

    @Test func `without an attendant there is no message, and one that does not answer is told of`() {
        var absent = Self.ringing(mailbox: "ben")
        #expect(absent.command(.play(.playGreeting)) == ["refused"])
        var without = Self.ringing()
        without.connect("attendant", on: 9)
        #expect(without.command(.play(.playGreeting)) == ["refused"])
        var silent = Self.ringing(mailbox: "ben")
        silent.connect("attendant", on: 9)
        silent.command(.play(.playGreeting))
        #expect(silent.fire(Self.isRing).contains("news: unattended"))
        #expect(silent.command(.play(.playGreeting)) == ["refused"])
        #expect(!silent.exchange.isAttended(ExchangeWorld.session()))
        #expect(silent.exchange.isLive(ExchangeWorld.leg(0), of: ExchangeWorld.session()))
        #expect(silent.checker.violations == [])
    }

    @Test func `a call that gets no more commands ends`() {
        var world = Self.ringing()
        #expect(world.fire(Self.isRing).contains("1 bye call 41 failed"))
        #expect(world.checker.violations == [])
    }
}
