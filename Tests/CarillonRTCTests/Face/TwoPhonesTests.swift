import CallModel
import CarillonRTC
import MediaEngine
import Redaction
import Testing
import Verto
import WireJSON

/// Two clients with sound between them, and the test in the exchange's place.
@Suite(.timeLimit(.minutes(5))) struct TwoPhonesTests {
    @Test func `a call carries sound, hold, digits, mute and an ICE restart between two phones`() async throws {
        var pair = try await PhonePair()
        try await pair.connectCall()
        pair.talk()
        #expect(pair.bobHears == true)
        #expect(pair.aliceHears == true)

        // Hold: both ways are silent at once, and bob is told.
        try await pair.hold(.hold)
        #expect(pair.aliceCall.state.hold == .on)
        pair.talk()
        #expect(pair.bobHears == false)
        #expect(pair.aliceHears == false)
        // Mute is alice's own and outlasts the hold.
        try await pair.aliceCall.mute()
        try await pair.hold(.unhold)
        pair.talk()
        #expect(pair.bobHears == false)
        #expect(pair.aliceHears == true)
        try await pair.aliceCall.unmute()

        let events = pair.bobCall.events
        try await pair.pressKey("5")
        for await event in events {
            guard case .digitReceived(let digit) = event else { continue }
            #expect(digit == "5")
            break
        }

        try await pair.restartMedia()
        #expect(pair.aliceCall.state.link == .up)
        pair.talk()
        #expect(pair.bobHears == true)

        try await pair.hangUp()
        #expect(pair.bobCall.ending?.reason == .completed)
        #expect(pair.engine.connectionCount == 0)
    }
}
