import CallModel
import DeviceModel
import DeviceRuntime
import PhoneCore
import PhoneKit
import Redaction
import Testing

/// The phone's orders to the keychain, and the keychain's answers.
@MainActor
@Suite struct CredentialQueueTests {
    private let sink = RecordingSink()
    private let key = CredentialKey(OrganizationID("acme"), CredentialVersion(rawValue: 1))
    private let newer = CredentialKey(OrganizationID("acme"), CredentialVersion(rawValue: 2))
    private let credentials = PhoneCredentials(address: "wss://exchange.example", proof: .token("token"))

    private func app() async -> AppUnderTest<CredentialQueue> {
        await AppUnderTest { [sink] _ in
            let credentialQueue = CredentialQueue(CredentialStore(service: "test"))
            credentialQueue.sink = sink
            return credentialQueue
        }
    }

    private func stored(_ app: AppUnderTest<CredentialQueue>) -> Int { app.device.keychain.items.count }

    @Test func `granted credentials are written when the phone orders it, once`() async {
        let app = await app()
        await app.order { $0.grant(credentials, as: key) }
        #expect(sink.events == [.organizations(.granted(key))])
        #expect(stored(app) == 0)
        await app.order { $0.write(key) }
        #expect(sink.events.last == .organizations(.written(key, true)))
        #expect(stored(app) == 1)
        await app.order { $0.write(key) }
        #expect(sink.events.last == .organizations(.written(key, false)))
    }

    @Test func `credentials that the keychain refuses are reported as not written`() async {
        let app = await app()
        await app.device.reboot()
        await app.device.push(json: Payload.call(1))
        await app.order { credentialQueue in
            credentialQueue.provision(credentials, as: key)
            credentialQueue.write(key)
        }
        #expect(sink.events == [.organizations(.provisioned(key)), .organizations(.written(key, false))])
        #expect(stored(app) == 0)
    }

    @Test func `of an organization's credentials all are erased but those to be kept, and that is told`() async {
        let app = await app()
        for key in [key, newer] {
            await app.order { credentialQueue in
                credentialQueue.grant(credentials, as: key)
                credentialQueue.write(key)
            }
        }
        await app.order { $0.prune(key.registration, keeping: newer) }
        #expect(sink.events.last == .organizations(.pruned(key.registration)))
        let left = await app.task { try? await $0.store.keys() }
        #expect(left == [newer])
    }

    @Test func `credentials granted before a sign-out are not written after it`() async {
        let app = await app()
        await app.order { credentialQueue in
            credentialQueue.grant(credentials, as: key)
            credentialQueue.purge()
            credentialQueue.write(key)
        }
        #expect(sink.events.last == .organizations(.written(key, false)))
        #expect(stored(app) == 0)
    }
}
