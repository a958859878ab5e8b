import CallModel
import DeviceModel
import DeviceRuntime
import Foundation
import PhoneCore
import PhoneKit
import Redaction
import Security
import Testing

@MainActor
@Suite struct CredentialTests {
    private let acme = CredentialKey(OrganizationID("acme"), CredentialVersion(rawValue: 1))
    private let newer = CredentialKey(OrganizationID("acme"), CredentialVersion(rawValue: 2))
    private let dotted = CredentialKey(OrganizationID("acme.2"), CredentialVersion(rawValue: 1))

    private func secret(_ password: String) -> PhoneCredentials {
        PhoneCredentials(
            address: "wss://exchange.example", proof: .password(login: Redacted("anna"), password: Redacted(password)))
    }

    private func app() async -> AppUnderTest<Holder> {
        await AppUnderTest { _ in Holder() }
    }

    private func stored(_ app: AppUnderTest<Holder>, _ key: CredentialKey) async -> PhoneCredentials? {
        let found = await app.task { holder in try? await holder.store.read(key) }
        return found ?? nil
    }

    private func keys(_ app: AppUnderTest<Holder>) async -> [CredentialKey]? {
        let found = await app.task { holder in try? await holder.store.keys() }
        return found ?? nil
    }

    private func code<Value>(_ body: () async throws(CredentialError) -> Value) async -> CredentialError.Code? {
        do throws(CredentialError) {
            _ = try await body()
            return nil
        } catch {
            return error.code
        }
    }

    @Test func `stored credentials are read while the device is locked`() async {
        let app = await app()
        _ = await app.task { [self] in try? await $0.store.write(secret("a"), for: acme) }
        await app.device.lock()
        #expect(await stored(app, acme) == secret("a"))
        #expect(app.device.keychain.items.map(\.accessibility) == [.afterFirstUnlockThisDeviceOnly])
    }

    @Test func `before the first unlock nothing can be read or written, and nothing is lost`() async {
        let phone = PhoneUnderTest(.ios18)
        await phone.device.openApp()
        _ = await phone.task { [self] in try? await $0.write(secret("a"), for: acme) }
        _ = await phone.task { try? await $0.keep(PhoneSession(access: "access", refresh: "refresh")) }
        await phone.device.reboot()
        await phone.device.push(json: Payload.call(1))
        let read = await phone.task { [self] store in
            await code { () throws(CredentialError) in try await store.read(acme) }
        }
        let written = await phone.task { [self] store in
            await code { () throws(CredentialError) in try await store.write(secret("b"), for: acme) }
        }
        let session = await phone.task { store in
            await code { () throws(CredentialError) in try await store.session() }
        }
        #expect(read == .locked)
        #expect(written == .locked)
        #expect(session == .locked)
        await phone.device.unlock()
        await phone.device.openApp()
        let kept = await phone.task { [acme] store in try? await store.read(acme) }
        #expect(kept == secret("a"))
    }

    @Test func `an item that is there is changed in its place`() async {
        let app = await app()
        for password in ["a", "b"] {
            _ = await app.task { [self] in try? await $0.store.write(secret(password), for: acme) }
        }
        #expect(app.device.keychain.items.count == 1)
        #expect(await stored(app, acme) == secret("b"))
    }

    @Test func `organizations and versions are told apart, and pruned each for itself`() async {
        let app = await app()
        for key in [acme, newer, dotted] {
            _ = await app.task { [self] in try? await $0.store.write(secret(key.description), for: key) }
        }
        #expect(await keys(app) == [acme, newer, dotted])
        let latest = await app.task { [acme] in try? await $0.store.latest(of: acme.registration) }
        #expect(latest == secret("acme.2"))
        _ = await app.task { [acme, newer] in try? await $0.store.prune(acme.registration, keeping: newer) }
        #expect(await keys(app) == [newer, dotted])
        #expect(await stored(app, newer) == secret("acme.2"))
        _ = await app.task { try? await $0.store.clearAll() }
        #expect(await keys(app) == [])
        #expect(app.device.keychain.items.isEmpty)
    }

    @Test func `credentials of the carrier stand beside those of the exchange, and are erased separately`()
        async
    {
        let app = await app()
        let carrier = CredentialKey(RegistrationID(acme.organization, .carrier), CredentialVersion(rawValue: 9))
        for key in [acme, carrier, newer] {
            _ = await app.task { [self] in try? await $0.store.write(secret(key.description), for: key) }
        }
        #expect(await keys(app) == [acme, newer, carrier])
        let latest = await app.task { [acme] in try? await $0.store.latest(of: acme.registration) }
        #expect(latest == secret("acme.2"))
        let carried = await app.task { try? await $0.store.latest(of: carrier.registration) }
        #expect(carried == secret("acme/carrier.9"))
        _ = await app.task { try? await $0.store.prune(carrier.registration, keeping: nil) }
        #expect(await keys(app) == [acme, newer])
    }

    @Test func `an item of the time before there were carriers is the exchange's`() async {
        let app = await app()
        app.device.asApp { addOld(accessible: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly) }
        #expect(await keys(app) == [acme])
    }

    @Test func `an absent item is missing, and a foreign one is damaged`() async {
        let app = await app()
        let missing = await app.task { [self] holder in
            await code { () throws(CredentialError) in try await holder.store.read(acme) }
        }
        #expect(missing == .missing)
        app.device.asApp { addOld(accessible: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly) }
        let damaged = await app.task { [self] holder in
            await code { () throws(CredentialError) in try await holder.store.read(acme) }
        }
        #expect(damaged == .damaged)
    }

    @Test(arguments: [kSecAttrAccessibleWhenUnlocked, kSecAttrAccessibleWhenUnlockedThisDeviceOnly])
    func `items of earlier versions are made readable while the device is unlocked`(accessible: String) async {
        let app = await app()
        app.device.asApp { addOld(accessible: accessible) }
        await app.device.lock()
        let locked = await app.task { [self] holder in
            await code { () throws(CredentialError) in try await holder.store.migrate() }
        }
        #expect(locked == .locked)
        #expect(app.device.keychain.items.count == 1)
        await app.device.unlock()
        _ = await app.task { try? await $0.store.migrate() }
        #expect(app.device.keychain.items.map(\.accessibility) == [.afterFirstUnlockThisDeviceOnly])
        #expect(app.device.keychain.items.map(\.value) == [[1]])
    }

    @Test func `the person's session lies beside the credentials, and is erased alone or with them`() async {
        let app = await app()
        var session = PhoneSession(access: Redacted("access"), refresh: Redacted("refresh"))
        session.tokens[.production] = DevicePushToken(Redacted("ab"))
        let kept = session
        let none = await app.task { try? await $0.store.session() }
        #expect(none == .some(nil))
        _ = await app.task { [self] in try? await $0.store.write(secret("a"), for: acme) }
        _ = await app.task { try? await $0.store.keep(kept) }
        await app.device.lock()
        let found = await app.task { try? await $0.store.session() }
        #expect(found == .some(kept))
        #expect(app.device.keychain.items.map(\.accessibility).allSatisfy { $0 == .afterFirstUnlockThisDeviceOnly })
        #expect(await keys(app) == [acme])
        _ = await app.task { try? await $0.store.eraseSession() }
        #expect(await stored(app, acme) == secret("a"))
        _ = await app.task { try? await $0.store.keep(kept) }
        _ = await app.task { try? await $0.store.clearAll() }
        #expect(app.device.keychain.items.isEmpty)
    }

    private func addOld(accessible: String) {
        let item: [String: Any] = [
            kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: "test",
            kSecAttrAccount as String: acme.description, kSecValueData as String: Data([1]),
            kSecAttrAccessible as String: accessible,
        ]
        #expect(SecItemAdd(item as CFDictionary, nil) == errSecSuccess)
    }
}

/// Has a store in the app.
private final class Holder {
    let store = CredentialStore(service: "test")
}
