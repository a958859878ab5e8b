import CallModel
import PhoneCore
import Redaction
import Testing

/// Calls that other devices of the person have, and one of them taken to this phone.
@Suite struct CallsElsewhereTests {
    private static let session = CallSessionID(UUIDValue(high: 3, low: 4))
    private static let iPad = RingDeviceID("dev-ipad")
    private static let desk = RingDeviceID("dev-desk")
    private let out = Names.spare(5)
    private let outLine = LineID(outbound: Names.spare(5))

    /// A phone that listens, so that it is told of calls elsewhere.
    private func listening() -> PhoneScript {
        var script = PhoneScript()
        script.handle(RingUpdateTests.signedIn)
        return script
    }

    private static func call(on id: RingDeviceID, _ session: CallSessionID = session) throws -> CallElsewhere {
        CallElsewhere(session, on: try #require(RingDevice(name: "the device \(id.rawValue)")), id: id)
    }

    /// The calls that the screens were told of by the last event; nil if they were told of none.
    private func told(_ script: PhoneScript) -> [CallElsewhere]? {
        script.news.compactMap { if case .elsewhere(let calls) = $0 { calls } else { nil } }.last
    }

    @Test func `the screens are told once that another device has a call, and when it has it no longer`() throws {
        var script = listening()
        let call = try Self.call(on: Self.iPad)
        script.handle(.elsewhere(.had(call)))
        #expect(told(script) == [call])
        script.handle(.elsewhere(.had(call)))
        #expect(told(script) == nil)
        script.handle(.elsewhere(.left(Self.session, device: Self.iPad)))
        #expect(told(script) == [])
        script.handle(.elsewhere(.settled(Self.session)))
        #expect(told(script) == nil)
    }

    @Test func `a call that moves from one device to another stays, though the former one leaves it later`() throws {
        var script = listening()
        script.handle(.elsewhere(.had(try Self.call(on: Self.iPad))))
        let moved = try Self.call(on: Self.desk)
        script.handle(.elsewhere(.had(moved)))
        #expect(told(script) == [moved])
        script.handle(.elsewhere(.left(Self.session, device: Self.iPad)))
        #expect(told(script) == nil)
        script.handle(.elsewhere(.settled(Self.session)))
        #expect(told(script) == [])
    }

    @Test func `calls told anew replace the former ones`() throws {
        var script = listening()
        script.handle(.elsewhere(.had(try Self.call(on: Self.iPad))))
        script.handle(.elsewhere(.forgotten))
        #expect(told(script) == [])
    }

    @Test func `a phone that no longer listens knows of no call elsewhere, and learns of none`() throws {
        var script = listening()
        script.handle(.elsewhere(.had(try Self.call(on: Self.iPad))))
        #expect(script.handle(.scene(.background)).contains("rest"))
        #expect(told(script) == [])
        script.handle(.elsewhere(.had(try Self.call(on: Self.iPad))))
        #expect(told(script) == nil)
    }

    @Test func `more calls than a person has are not kept`() throws {
        var elsewhere = CallsElsewhere()
        for number in 0..<20 {
            let session = CallSessionID(UUIDValue(high: 3, low: UInt64(number)))
            elsewhere.handle(.had(try Self.call(on: Self.iPad, session)))
        }
        #expect(elsewhere.calls.count == CallsElsewhere.callsMax)
        #expect(elsewhere.calls.last?.session == CallSessionID(UUIDValue(high: 3, low: 19)))
    }

    /// A phone of an organization with a carrier.
    private func withCarrier() -> PhoneScript {
        var script = PhoneScript(stored: .found(.holding([RegistrationID(Names.acme), Names.carrier])))
        script.signal(.ready)
        script.signalCarrier(.ready)
        return script
    }

    /// A phone that takes the call from another device.
    private func taking(_ party: Redacted<String>) -> PhoneScript {
        var script = withCarrier()
        var settings = DialSettings()
        settings.replaces = Self.session
        script.user(.dial(DialRequest(party, organization: Names.acme, settings: settings, spare: out)))
        script.requested(out, .start)
        script.perform(.start(out, .phoneNumber(party)))
        return script
    }

    @Test func `a call that is taken goes over the exchange, whatever its number, and is an outgoing one`() {
        for party in ["+15550001111", "112", "bob"] as [Redacted<String>] {
            var script = taking(party)
            let dialed = script.effects.compactMap { effect -> DialedParty? in
                guard case .line(.dial(_, RegistrationID(Names.acme), let party)) = effect else { return nil }
                return party
            }
            #expect(dialed.map(\.settings.replaces) == [Self.session])
            #expect(dialed.map(\.destination.text) == [party])
            #expect(script.line(outLine, .activeOut) == ["connected x5"])
        }
    }

    @Test func `a call that cannot be taken fails, and no call for help is made of it`() throws {
        var script = taking("112")
        script.line(outLine, .ended(Ending(.failed), isReported: true))
        let end = try #require(script.news.compactMap { if case .ended(let end) = $0 { end } else { nil } }.first)
        #expect(end.reason == .failed && end.refusal == nil)
    }
}

/// A call that another device of the person takes from this phone.
@Suite struct TakenCallTests {
    /// What the exchange says to the device that had the call.
    private let taken = LineEvent.ended(Ending(.answeredElsewhere, cause: HangUpCause(805)), isReported: true)

    private func end(_ script: PhoneScript) throws -> CallEnd {
        let ends = script.news.compactMap { if case .ended(let end) = $0 { end } else { nil } }
        #expect(ends.count == 1)
        return try #require(ends.first)
    }

    @Test func `a connected call that another device takes is reported as answered there, once, without a notice`()
        throws
    {
        var script = PhoneScript.connected()
        #expect(script.line(lineA, taken) == ["ended A answeredElsewhere", "silence"])
        let end = try end(script)
        #expect(end.reason == .answeredElsewhere && end.disposition == .completed && end.isAnswered)
        #expect(script.phone.record.notices.notices.allSatisfy { $0.stage == .settled })
        #expect(script.line(lineA, taken) == [])
        #expect(script.relaunched().effects.compactMap(\.text) == [])
    }

    @Test func `an outgoing call that another device takes was had here, too`() throws {
        let out = Names.spare(5)
        var script = PhoneScript()
        script.signal(.ready)
        script.user(.dial(DialRequest("bob", organization: Names.acme, spare: out)))
        script.requested(out, .start)
        script.perform(.start(out, .generic("bob")))
        script.line(LineID(outbound: out), .activeOut)
        #expect(script.line(LineID(outbound: out), taken) == ["ended x5 answeredElsewhere"])
        #expect(try end(script).disposition == .completed)
    }

    @Test func `a call that another device answered first was not had here`() throws {
        var ringing = PhoneScript.ringing()
        ringing.line(lineA, taken)
        #expect(try end(ringing).disposition == .answeredElsewhere)
        var answering = PhoneScript.ringing()
        answering.perform(.answer(callA))
        answering.line(lineA, taken)
        #expect(try end(answering).disposition == .answeredElsewhere)
        var lost = PhoneScript.connected()
        lost.handle(
            .ringUpdate(
                RingUpdate(sessionA, organization: Names.acme, .answeredElsewhere(by: nil), spare: Names.spare(7))))
        lost.line(lineA, .ended(Ending(.completed), isReported: true))
        #expect(try end(lost).disposition == .answeredElsewhere)
    }
}
