import DeviceModel
import DeviceRuntime
import Foundation
import Security
import Testing

@MainActor
@Suite struct KeychainTests {
    let phone = ModelDevice(profile: .ios26) { _ in NSObject() }
    let account = "anna"

    private func query(_ more: [String: Any] = [:]) -> CFDictionary {
        [
            kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: "sip",
            kSecAttrAccount as String: account,
        ].merging(more) { $1 } as CFDictionary
    }

    private func add(_ accessible: CFString? = nil, _ secret: String = "secret") -> OSStatus? {
        var attributes = query([kSecValueData as String: Data(secret.utf8)])
        attributes[kSecAttrAccessible as String] = accessible
        return phone.asApp { SecItemAdd(attributes, nil) }
    }

    private func read() -> (OSStatus, String?)? {
        phone.asApp {
            var item: CFTypeRef?
            let status = SecItemCopyMatching(
                query([kSecReturnData as String: true, kSecMatchLimit as String: kSecMatchLimitOne]), &item)
            return (status, (item as? Data).map { String(decoding: $0, as: UTF8.self) })
        }
    }

    @Test func `an item is found again, once, and not added twice`() async throws {
        await phone.openApp()
        #expect(add() == errSecSuccess)
        #expect(add() == errSecDuplicateItem)
        #expect(read()?.1 == "secret")
        #expect(phone.asApp { SecItemDelete(query()) } == errSecSuccess)
        #expect(phone.asApp { SecItemDelete(query()) } == errSecItemNotFound)
        #expect(read()?.0 == errSecItemNotFound)
    }

    @Test func `C74: the default class cannot be read on a locked phone`() async {
        await phone.openApp()
        #expect(add() == errSecSuccess)
        await phone.push(["x": 1])
        let keepsRunning = phone.machine.process.life
        phone.applyAtOnce(.lock(.lock))
        #expect(keepsRunning == .foreground)
        #expect(read()?.0 == errSecInteractionNotAllowed)
    }

    @Test func `C74: after the first unlock an item of that class is there, locked or not; before it, not`() async {
        await phone.openApp()
        #expect(add(kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly) == errSecSuccess)
        await phone.lock()
        #expect(read()?.1 == "secret")
        await phone.reboot()
        await phone.push(["x": 1])
        #expect(read()?.0 == errSecInteractionNotAllowed)
        await phone.unlock()
        #expect(read()?.1 == "secret")
    }

    @Test func `C74: an update migrates an item; deleting first while locked loses it`() async {
        await phone.openApp()
        #expect(add(kSecAttrAccessibleWhenUnlocked) == errSecSuccess)
        let change =
            [kSecAttrAccessible as String: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly] as CFDictionary
        #expect(phone.asApp { SecItemUpdate(query(), change) } == errSecSuccess)
        phone.applyAtOnce(.lock(.lock))
        #expect(read()?.1 == "secret")
        #expect(phone.asApp { SecItemDelete(query()) } == errSecSuccess)
        #expect(add(kSecAttrAccessibleWhenUnlocked) == errSecInteractionNotAllowed)
        #expect(phone.keychain.items.isEmpty)
    }

    @Test func `C76: items survive the app's deletion`() async {
        await phone.openApp()
        #expect(add() == errSecSuccess)
        await phone.reinstall()
        await phone.openApp()
        #expect(read()?.1 == "secret")
    }

    @Test func `attributes and all items come in the shape that was asked for`() async throws {
        await phone.openApp()
        #expect(add() == errSecSuccess)
        let other = query([kSecAttrAccount as String: "bob", kSecValueData as String: Data("two".utf8)])
        #expect(phone.asApp { SecItemAdd(other, nil) } == errSecSuccess)
        let all =
            [
                kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: "sip",
                kSecReturnAttributes as String: true, kSecReturnData as String: true,
                kSecMatchLimit as String: kSecMatchLimitAll,
            ] as CFDictionary
        let found = phone.asApp { () -> [[String: Any]] in
            var item: CFTypeRef?
            return SecItemCopyMatching(all, &item) == errSecSuccess ? item as? [[String: Any]] ?? [] : []
        }
        #expect(found?.compactMap { $0[kSecAttrAccount as String] as? String } == ["anna", "bob"])
        #expect(found?.compactMap { $0[kSecValueData as String] as? Data }.count == 2)
        #expect(found?.first?[kSecAttrAccessible as String] as? String == kSecAttrAccessibleWhenUnlocked)
    }

    @Test func `a group the app is not entitled to, and a dictionary without a class, are refused`() async {
        await phone.openApp()
        let foreign = query([kSecAttrAccessGroup as String: "other"])
        #expect(phone.asApp { SecItemAdd(foreign, nil) } == errSecMissingEntitlement)
        #expect(phone.asApp { SecItemAdd([:], nil) } == errSecParam)
        #expect(SecItemAdd(query(), nil) == errSecNotAvailable, "code outside any process has no keychain")
    }
}
