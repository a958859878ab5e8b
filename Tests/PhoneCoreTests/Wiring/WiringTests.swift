import CallModel
import PhoneCore
import PushPayload
import Redaction
import Testing

@Suite struct WiringTests {
    private let wifi = NetworkPath(.wifi, fingerprint: 1)
    private let cellular = NetworkPath(.cellular, fingerprint: 2)

    @Test func `the app on the screen wants a connection, in the background it does not`() {
        var script = PhoneScript(onScreen: false)
        #expect(script.handle(.scene(.active)) == ["connect acme"])
        script.signal(.ready)
        #expect(script.handle(.scene(.background)) == ["disconnect acme"])
    }

    @Test func `S3: the app on the screen watches for a network before there was any call`() {
        var script = PhoneScript(onScreen: false)
        script.handle(.scene(.active))
        #expect(script.effects.contains(.prepare(.network)))
    }

    @Test func `a call keeps the connection in the background, and its end lets it go`() {
        var script = PhoneScript.connected()
        #expect(script.handle(.scene(.background)) == [])
        #expect(script.line(lineA, .ended(.completed)) == ["ended A remoteEnded", "silence", "disconnect acme"])
    }

    @Test func `a decline that was not told keeps the connection until it is`() {
        var script = PhoneScript(onScreen: false)
        script.push(.ours(1))
        script.reported(callA)
        #expect(script.perform(.end(callA)) == ["fulfil #1", "keep awake"])
        script.signal(.ready)
        #expect(script.line(lineA, .invited(.ours(1))) == ["a: decline"])
        #expect(script.line(lineA, .ended(.declined)) == ["disconnect acme", "let sleep"])
    }

    @Test func `another network makes the connection again at once, hold and mute untouched`() {
        var script = PhoneScript.connected()
        script.handle(.path(wifi))
        script.perform(.mute(callA, true))
        script.perform(.hold(callA, true))
        #expect(script.handle(.path(cellular)) == [])
        #expect(script.fire(.network(.settle)) == ["renew acme"])
        script.signal(.reconnecting)
        script.signal(.ready)
        #expect(script.phone.calls.map { [$0.isMuted, $0.isHeld] } == [[true, true]])
    }

    @Test func `a call dropped for want of a network is told as dropped, and its line hung up`() throws {
        var script = PhoneScript.connected()
        script.handle(.path(wifi))
        script.handle(.path(NetworkPath(nil)))
        script.fire(.network(.settle))
        let limit = try #require(script.timers.keys.first { if case .connection = $0 { true } else { false } })
        #expect(script.fire(limit) == ["a: hang up", "ended A failed", "silence", "keep awake"])
    }

    @Test func `a call of an organization nothing is known of asks for its credentials when it is taken`() {
        var script = PhoneScript()
        script.push(.ours(1, organization: Names.bolt))
        script.reported(callA)
        script.signal(.disconnected(.noCredentials), Names.bolt)
        #expect(script.perform(.answer(callA)) == ["configure audio", "organizations: ask(bolt)"])
        let key = CredentialKey(Names.bolt, CredentialVersion(rawValue: 4))
        #expect(script.handle(.organizations(.granted(key))).last == "organizations: write(bolt.4)")
        #expect(script.handle(.organizations(.written(key, true))) == ["connect bolt"])
        script.signal(.ready, Names.bolt)
        #expect(script.line(lineA, .invited(.ours(1, organization: Names.bolt))) == ["a: answer"])
        #expect(script.line(lineA, .activeIn) == ["fulfil #1"])
    }

    @Test func `credentials that are not granted fail the answer`() {
        var script = PhoneScript()
        script.push(.ours(1, organization: Names.bolt))
        script.reported(callA)
        script.perform(.answer(callA))
        let orders = script.handle(.organizations(.denied(Names.bolt, .notMember)))
        #expect(orders.contains("fail #1"))
        #expect(orders.contains("ended A failed"))
    }

    @Test func `a token given before the first unlock reaches the exchange once there is a session`() {
        var script = PhoneScript(stored: .locked)
        script.handle(.pushToken(DevicePushToken("ab01")))
        #expect(script.handle(.protectedDataAvailable(.found(.member))) == ["connect acme"])
        let until = WallTime(milliseconds: 10_000_000)
        #expect(
            script.handle(.session(.signedIn(until: until, now: WallTime(milliseconds: 0))))
                == ["upload token", "fetch credentials", "listen"])
    }

    private var signedIn: PhoneEvent {
        .session(.signedIn(until: WallTime(milliseconds: 10_000_000), now: WallTime(milliseconds: 0)))
    }

    private func fetched(_ members: [OrganizationID]) -> PhoneEvent {
        .credentials(
            .fetched(
                FetchedCredentials(members: members, until: WallTime(milliseconds: 86_400_000)),
                now: WallTime(milliseconds: 0)))
    }

    @Test func `a fetch of credentials that failed is made again when its time has come`() {
        var script = PhoneScript()
        #expect(script.handle(signedIn) == ["fetch credentials", "listen"])
        script.handle(.credentials(.failed))
        #expect(script.record.credentials.isDue)
        #expect(script.fire(.credentials(.fetch)) == ["fetch credentials"])
        script.handle(fetched([Names.acme]))
        #expect(!script.record.credentials.isDue)
    }

    @Test func `an organization the person has left goes with its connection, and another is in use`() {
        var script = PhoneScript()
        script.handle(signedIn)
        script.handle(fetched([Names.acme, Names.bolt]))
        let key = CredentialKey(Names.bolt, CredentialVersion(rawValue: 1))
        script.handle(.organizations(.provisioned(key)))
        script.handle(.organizations(.written(key, true)))
        script.handle(.credentials(.useless))
        #expect(script.handle(fetched([Names.bolt])).contains("organizations: prune(acme, keeping: nil)"))
        #expect(script.record.organizations.held == [key])
        #expect(script.record.organizations.active == Names.bolt)
    }

    @Test func `an unrequested list of notices withdraws nothing`() {
        var script = PhoneScript()
        let key = CredentialKey(Names.acme, CredentialVersion(rawValue: 1))
        script.handle(signedIn)
        script.handle(fetched([Names.acme]))
        script.handle(.organizations(.provisioned(key)))
        script.handle(.organizations(.written(key, true)))
        script.handle(fetched([]))
        #expect(script.record.organizations.held == [key])
    }

    @Test func `a refused login, and credentials the keychain did not take, have them fetched anew`() {
        var script = PhoneScript()
        script.handle(signedIn)
        script.handle(fetched([Names.acme]))
        script.push(.ours(1))
        #expect(script.signal(.disconnected(.refused)).contains("fetch credentials"))
        script.handle(fetched([Names.acme]))
        script.fire(.credentials(.fetch))
        script.handle(fetched([Names.acme]))
        let key = CredentialKey(Names.acme, CredentialVersion(rawValue: 2))
        script.handle(.organizations(.provisioned(key)))
        #expect(script.handle(.organizations(.written(key, false))).contains("fetch credentials"))
    }

    @Test func `screens that want no connection have none until they connect again`() {
        var script = PhoneScript()
        script.signal(.ready)
        #expect(script.handle(.connection(isWanted: false)) == ["disconnect acme"])
        #expect(script.handle(.scene(.background)) == [])
        #expect(script.handle(.scene(.active)) == [])
        #expect(script.handle(.connection(isWanted: true)) == ["connect acme"])
    }

    @Test func `a call has its connection whatever the screens want`() {
        var script = PhoneScript()
        script.signal(.ready)
        script.handle(.connection(isWanted: false))
        #expect(script.push(.ours(1)).contains("connect acme"))
        script.signal(.ready)
        #expect(script.handle(.connection(isWanted: true)) == [])
        #expect(script.handle(.connection(isWanted: false)) == [])
    }

    @Test func `a sign-out clears the device step by step, and not under a call`() {
        var script = PhoneScript.connected()
        script.handle(.session(.signedIn(until: WallTime(milliseconds: 10_000_000), now: WallTime(milliseconds: 0))))
        script.handle(.session(.signOutAsked))
        #expect(script.record.signOut.remaining.isEmpty)
        script.line(lineA, .ended(.completed))
        #expect(!script.record.signOut.remaining.isEmpty)
        script.handle(.signOut(.done(.session)))
        #expect(script.record.organizations.active == nil)
        script.handle(.signOut(.done(.identity)))
        #expect(script.record.signOut.remaining.isEmpty)
    }

    @Test func `a record that cannot be written is written with the next change, not at once`() {
        var script = PhoneScript.ringing()
        let record = script.record
        script.handle(.storeFailed)
        #expect(script.effects.isEmpty)
        script.handle(.audio(.routeChanged(AudioRoutes(.speaker), .override)))
        #expect(script.effects.contains(.store(record)))
        script.handle(.audio(.routeChanged(AudioRoutes(.receiver), .override)))
        #expect(!script.effects.contains(.store(record)))
    }

    @Test func `nothing is stored before the first unlock`() {
        var script = PhoneScript(stored: .locked)
        script.push(.ours(1))
        #expect(!script.effects.contains { if case .store = $0 { true } else { false } })
    }
}
