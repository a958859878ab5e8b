import CallModel
import PhoneCore
import PushPayload
import Redaction
import Testing

/// A carrier learns the push token by a login alone, so the phone logs in there once while the app is seen.
@Suite struct CarrierTokenTests {
    private let token = DevicePushToken(Redacted("ab12"))

    /// A phone that has its token, and whose carrier does not have it yet. The app is not on the screen.
    private func script() -> PhoneScript {
        var script = PhoneScript(
            stored: .found(.holding([RegistrationID(Names.acme), Names.carrier])), onScreen: false)
        script.handle(.pushToken(token))
        return script
    }

    /// The same, when the app was seen.
    private func reported() -> PhoneScript {
        var script = script()
        script.handle(.scene(.active))
        script.signalCarrier(.ready)
        return script
    }

    private func logins(_ script: PhoneScript) -> [CarrierLogin] {
        script.effects.compactMap {
            if case .signaling(.connect(Names.carrier, let login?)) = $0 { login } else { nil }
        }
    }

    @Test func `an app that is seen logs in at the carrier with its token, and leaves when the carrier has it`() {
        var script = script()
        #expect(script.handle(.scene(.active)) == ["connect acme", "connect acme/carrier"])
        #expect(logins(script) == [CarrierLogin(token: token)])
        #expect(script.signalCarrier(.connecting).isEmpty)
        #expect(script.signalCarrier(.ready) == ["disconnect acme/carrier"])
        #expect(script.record.carrierToken?.token == token)
    }

    @Test func `it does so once, in this process and in the next`() {
        var script = reported()
        script.handle(.scene(.background))
        #expect(script.handle(.scene(.active)) == ["connect acme"])
        var next = script.relaunched(onScreen: false)
        next.handle(.pushToken(token))
        #expect(next.handle(.scene(.active)) == ["connect acme"])
    }

    @Test func `a token or credentials that are new are told again`() {
        var script = reported()
        #expect(script.handle(.pushToken(DevicePushToken(Redacted("cd34")))).contains("connect acme/carrier"))
        #expect(script.signalCarrier(.ready) == ["disconnect acme/carrier"])
        let key = CredentialKey(Names.carrier, CredentialVersion(rawValue: 2))
        script.handle(.organizations(.provisioned(key)))
        #expect(script.handle(.organizations(.written(key, true))).contains("connect acme/carrier"))
        #expect(script.signalCarrier(.ready) == ["disconnect acme/carrier"])
        #expect(script.record.carrierToken?.key == key)
    }

    @Test func `a token that changes during the login is told by another login`() {
        var script = script()
        script.handle(.scene(.active))
        let other = DevicePushToken(Redacted("cd34"))
        #expect(script.handle(.pushToken(other)) == ["disconnect acme/carrier", "connect acme/carrier"])
        #expect(logins(script) == [CarrierLogin(token: other)])
    }

    @Test func `an app that is not seen tells no carrier its token, and one that is seen no more stops`() {
        var script = script()
        #expect(!script.effects.contains { if case .signaling = $0 { true } else { false } })
        script.handle(.scene(.active))
        #expect(script.handle(.scene(.background)).contains("disconnect acme/carrier"))
        #expect(script.record.carrierToken == nil)
        #expect(script.handle(.scene(.active)).contains("connect acme/carrier"))
    }

    @Test func `a login for a call tells the token as well`() {
        var script = script()
        script.push(.carriers(1))
        script.reported(callA)
        script.signalCarrier(.ready)
        script.line(lineA, .invited(.carriers(1)))
        script.line(lineA, .ended(Ending(.cancelled)))
        #expect(!script.handle(.scene(.active)).contains("connect acme/carrier"))
    }

    @Test func `the carrier of the organization in use has it, also after a call of another's`() {
        let boltCarrier = RegistrationID(Names.bolt, .carrier)
        var script = PhoneScript(
            stored: .found(
                .holding([RegistrationID(Names.acme), Names.carrier, RegistrationID(Names.bolt), boltCarrier])),
            onScreen: false)
        script.handle(.pushToken(token))
        #expect(script.handle(.scene(.active)) == ["connect acme", "connect acme/carrier"])
        script.signalCarrier(.ready)
        script.handle(.scene(.background))
        script.push(.carriers(1, organization: Names.bolt))
        script.reported(callA)
        script.handle(.signaling(boltCarrier, .ready))
        script.line(lineA, .invited(.carriers(1, organization: Names.bolt)))
        script.line(lineA, .ended(Ending(.cancelled)))
        #expect(script.record.carrierToken?.key.registration == boltCarrier)
        #expect(script.handle(.scene(.active)).contains("connect acme/carrier"))
    }

    @Test func `credentials that come during a call are used once it is over`() {
        var script = reported()
        script.push(.carriers(1))
        script.reported(callA)
        script.signalCarrier(.ready)
        script.line(lineA, .invited(.carriers(1)))
        let key = CredentialKey(Names.carrier, CredentialVersion(rawValue: 2))
        script.handle(.organizations(.provisioned(key)))
        #expect(!script.handle(.organizations(.written(key, true))).contains("connect acme/carrier"))
        let orders = script.line(lineA, .ended(Ending(.cancelled)))
        #expect(
            orders.filter { $0.contains("acme/carrier") } == ["disconnect acme/carrier", "connect acme/carrier"])
        #expect(script.signalCarrier(.ready) == ["disconnect acme/carrier"])
    }

    @Test func `a call that is announced during the login is asked for by another`() {
        var script = script()
        script.handle(.scene(.active))
        #expect(script.push(.carriers(1)).contains("connect acme/carrier"))
        #expect(logins(script) == [CarrierLogin(fetchesCalls: true, token: token)])
        script.reported(callA)
        #expect(script.signalCarrier(.ready).isEmpty, "the call waits there")
        #expect(!script.push(.carriers(1), spare: 2).contains("connect acme/carrier"))
    }

    @Test func `a phone without a token, and one that is signing out, has nothing to tell`() {
        var script = PhoneScript(
            stored: .found(.holding([RegistrationID(Names.acme), Names.carrier])), onScreen: false)
        #expect(script.handle(.scene(.active)) == ["connect acme"])
        var other = self.script()
        other.handle(.organizations(.signedOut))
        #expect(!other.handle(.scene(.active)).contains("connect acme/carrier"))
    }
}
