import CallModel
import PhoneCore
import PushPayload
import Testing

/// A call that the exchange announced turns out to wait at the carrier: its INVITE is due there, and no more at the exchange.
@Suite struct MovedCallTests {
    /// An app on the screen that holds credentials of both.
    private static func script() -> PhoneScript {
        PhoneScript(stored: .found(.holding([RegistrationID(Names.acme), Names.carrier])), onScreen: true)
    }

    private static func pushed(_ index: Int) -> PushedCall {
        var call = PushedCall.vendors(index)
        call.provider = .carrier
        return call
    }

    @Test func `a call that moves to the carrier has no INVITE due at the exchange, whose connection stays`() {
        var script = Self.script()
        script.signal(.ready)
        script.push(.ours(1))
        #expect(script.timers[.invite(callA)] != nil)
        script.push(Self.pushed(1), spare: 2)
        #expect(script.timers[.invite(callA)] == nil)
    }

    /// A phone that has a call over the carrier and hears the exchange too, which has announced another call.
    private func announcedBeside(_ change: SignalingEvent? = nil) -> PhoneScript {
        var script = Self.script()
        script.signal(.ready)
        script.push(.carriers(1))
        script.reported(callA)
        script.signalCarrier(.ready)
        script.line(lineA, .invited(.carriers(1)))
        if let change { script.signalCarrier(change) }
        script.push(.ours(2), spare: 2)
        #expect(script.timers[.invite(callB)] != nil)
        return script
    }

    @Test func `a call that moves to a carrier that is heard already has the whole time there`() {
        var script = announcedBeside()
        script.push(Self.pushed(2), spare: 3)
        let deadlines = script.effects.filter { if case .startTimer(.invite, _) = $0 { true } else { false } }
        #expect(deadlines == [.startTimer(.invite(callB), after: PhoneLimits().inviteWait)])
    }

    @Test func `a call that moves to a carrier whose connection is being made again has no INVITE due`() {
        var script = announcedBeside(.reconnecting)
        script.push(Self.pushed(2), spare: 3)
        #expect(script.timers[.invite(callB)] == nil)
        script.signalCarrier(.ready)
        #expect(script.timers[.invite(callB)] != nil)
    }
}
