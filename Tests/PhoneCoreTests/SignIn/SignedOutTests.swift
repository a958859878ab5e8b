import CallModel
import PhoneCore
import PushPayload
import Redaction
import Testing

/// Calls that come while a person is being signed out, or afterwards.
@Suite struct SignedOutTests {
    private static let signedIn = PhoneEvent.session(
        .signedIn(until: WallTime(milliseconds: 10_000_000), now: WallTime(milliseconds: 0)))

    /// The person has asked for it, and the exchange has not answered.
    private static func signingOut(_ script: PhoneScript = PhoneScript()) -> PhoneScript {
        var script = script
        script.handle(signedIn)
        script.handle(.session(.signOutAsked))
        return script
    }

    private static func signedOut(_ script: PhoneScript = PhoneScript()) -> PhoneScript {
        var script = signingOut(script)
        script.handle(.signOut(.done(.session)))
        script.handle(.signOut(.done(.identity)))
        return script
    }

    @Test(arguments: [signingOut(), signedOut()])
    func `S9: a push that comes during a sign-out or after it is reported and ended without a name`(script: PhoneScript)
    {
        var script = script
        #expect(script.push(.ours(1)) == ["throwaway x1"])
        #expect(script.effects.contains(.report(.incoming(Names.spare(1), .unknown, .throwaway))))
        #expect(script.reported(Names.spare(1), .throwaway) == ["ended x1 answeredElsewhere"])
        #expect(script.phone.calls.isEmpty)
    }

    @Test func `S9: a late push of a call that was over before the sign-out shows no name either`() {
        var script = PhoneScript.ringing()
        script.perform(.end(callA))
        script.line(lineA, .ended(.declined))
        script = Self.signedOut(script)
        #expect(script.push(.ours(1), spare: 2) == ["throwaway x2"])
        #expect(script.effects.contains(.report(.incoming(Names.spare(2), .unknown, .throwaway))))
    }

    @Test func `S9: an INVITE that comes during a sign-out is turned down and does not ring`() {
        var script = Self.signingOut()
        #expect(script.line(lineA, .invited(.ours(1))) == ["a: busy"])
        #expect(script.phone.calls.isEmpty)
    }

    @Test(arguments: [signingOut(), signedOut()])
    func `S9: no call is dialed during a sign-out or after it`(script: PhoneScript) {
        var script = script
        script.user(.dial(DialRequest("+15550100", organization: Names.acme, spare: Names.spare(1))))
        #expect(script.outcome == .refused(.noOrganization))
    }

    @Test func `S9: the process after a sign-out does not ring until the next person signs in`() {
        var script = Self.signedOut().relaunched()
        #expect(script.push(.ours(1)) == ["throwaway x1"])
        script.handle(Self.signedIn)
        #expect(script.push(.ours(2), spare: 2).first == "announce B +18179398982 Bob")
    }

    @Test func `S9: a phone that is given credentials after a sign-out rings again`() {
        var script = Self.signedOut()
        let key = CredentialKey(Names.bolt, CredentialVersion(rawValue: 1))
        script.handle(.organizations(.provisioned(key)))
        script.handle(.organizations(.written(key, true)))
        #expect(script.push(.ours(1)).first == "announce A +18179398981 Alice")
    }

    @Test func `S9: a sign-out leaves the name of no caller in the record`() {
        var script = PhoneScript.ringing()
        script.line(lineA, .ended(.cancelled))
        script.handle(.acknowledged(.notice(callA)))
        script.push(.ours(2), spare: 2)
        script.reported(callB)
        script.perform(.end(callB))
        #expect(script.record.notices.notices.contains { $0.display != .unknown })
        script = Self.signedOut(script)
        #expect(script.record.notices.notices.allSatisfy { $0.display == .unknown && $0.organization == nil })
        script.handle(.acknowledged(.noticeRemoved(callA)))
        #expect(script.record.notices.notices.allSatisfy { $0.display == .unknown })
        #expect(script.record.notices.unreadCount == 0)
    }
}
