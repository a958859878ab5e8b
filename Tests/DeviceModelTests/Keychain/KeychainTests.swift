import DeviceModel
import Testing

struct KeychainTests {
    private let credential = KeychainItem(
        service: "sip", account: "a", accessibility: .whenUnlocked, value: [1])
    private let query = KeychainQuery(service: "sip", account: "a")

    private func book(
        holding accessibility: KeychainAccessibility?, policy: StoragePolicy = StoragePolicy()
    ) -> KeychainState {
        var book = KeychainState(policy: policy)
        var item = credential
        item.accessibility = accessibility
        #expect(book.add(item, lock: .unlocked) == .success)
        return book
    }

    @Test(.proves(.c74), arguments: KeychainAccessibility.allCases, LockState.allCases)
    func `a class is read in its lock states and refused in the others`(
        accessibility: KeychainAccessibility, lock: LockState
    ) {
        let isReadable =
            switch accessibility {
            case .whenUnlocked, .whenUnlockedThisDeviceOnly: lock == .unlocked
            case .afterFirstUnlock, .afterFirstUnlockThisDeviceOnly: lock != .beforeFirstUnlock
            }
        let answer = book(holding: accessibility).copy(query, lock: lock)
        switch answer {
        case .success(let items): #expect(isReadable && items.map(\.value) == [[1]])
        case .failure(let status): #expect(!isReadable && status == .interactionNotAllowed)
        }
    }

    @Test(.proves(.c74)) func `an item that names no class cannot be read on a locked phone`() {
        let book = book(holding: nil)
        #expect(book.copy(query, lock: .locked) == .failure(.interactionNotAllowed))
        #expect(book.items.map(\.accessibility) == [.whenUnlocked])
    }

    @Test(.proves(.c74)) func `delete then add on a locked phone loses the credential`() {
        var book = book(holding: .whenUnlocked)
        #expect(book.delete(query) == .success)
        #expect(book.add(credential, lock: .locked) == .interactionNotAllowed)
        #expect(book.copy(query, lock: .unlocked) == .failure(.itemNotFound))
    }

    @Test(.proves(.c74)) func `an update refused on a locked phone keeps the item`() {
        var book = book(holding: .whenUnlocked)
        #expect(book.update(query, KeychainChange(value: [2]), lock: .locked) == .interactionNotAllowed)
        #expect(book.items.map(\.value) == [[1]])
    }

    @Test(.proves(.c74)) func `migrated while unlocked, the credential is there on the locked phone`() {
        var book = book(holding: .whenUnlocked)
        let change = KeychainChange(accessibility: .afterFirstUnlockThisDeviceOnly)
        #expect(book.update(query, change, lock: .unlocked) == .success)
        #expect(book.copy(query, lock: .locked).isSuccess)
        #expect(book.update(query, KeychainChange(value: [2]), lock: .locked) == .success)
        #expect(book.update(query, change, lock: .beforeFirstUnlock) == .interactionNotAllowed)
    }

    @Test func `attributes alone can be read on a phone that was unlocked once`() {
        let book = book(holding: .whenUnlocked)
        var attributes = query
        attributes.returnsValue = false
        guard case .success(let items) = book.copy(attributes, lock: .locked) else {
            Issue.record("refused")
            return
        }
        #expect(items.map(\.value) == [[]])
        #expect(book.copy(attributes, lock: .beforeFirstUnlock) == .failure(.interactionNotAllowed))
    }

    @Test func `the same service and account can be added once`() {
        var book = book(holding: .afterFirstUnlock)
        #expect(book.add(credential, lock: .unlocked) == .duplicateItem)
        var other = credential
        other.account = "b"
        #expect(book.add(other, lock: .unlocked) == .success)
    }

    @Test func `a missing item cannot be read, changed or deleted`() {
        var book = KeychainState(policy: StoragePolicy())
        #expect(book.copy(query, lock: .unlocked) == .failure(.itemNotFound))
        #expect(book.update(query, KeychainChange(value: [1]), lock: .unlocked) == .itemNotFound)
        #expect(book.delete(query) == .itemNotFound)
    }

    @Test func `a group the app is not entitled to is refused`() {
        var book = KeychainState(policy: StoragePolicy(), accessGroups: ["app", "shared"])
        var item = credential
        item.accessGroup = "other"
        #expect(book.add(item, lock: .unlocked) == .missingEntitlement)
        item.accessGroup = "shared"
        #expect(book.add(item, lock: .unlocked) == .success)
        #expect(book.copy(KeychainQuery(accessGroup: "other"), lock: .unlocked) == .failure(.missingEntitlement))
    }

    @Test func `synchronizable items are another namespace and never of this phone only`() {
        var book = book(holding: .afterFirstUnlock)
        var item = credential
        item.isSynchronizable = true
        #expect(book.add(item, lock: .unlocked) == .success)
        item.accessibility = .afterFirstUnlockThisDeviceOnly
        #expect(book.add(item, lock: .unlocked) == .parameter)
        #expect(book.delete(KeychainQuery(service: "sip", synchronizable: .yes)) == .success)
        #expect(book.copy(query, lock: .unlocked).isSuccess)
    }

    @Test(.proves(.c76)) func `items survive the deletion of their app`() {
        var book = book(holding: .afterFirstUnlockThisDeviceOnly)
        book.appDeleted()
        #expect(book.copy(query, lock: .locked).isSuccess)
    }

    @Test(.proves(.c74)) func `an item of this phone only is not restored onto another`() {
        for accessibility in KeychainAccessibility.allCases {
            var book = book(holding: accessibility)
            book.restoredOntoAnotherPhone()
            #expect(book.items.isEmpty == accessibility.isBoundToDevice, "\(accessibility)")
        }
    }

    @Test func `the numbers are Apple's`() {
        #expect(KeychainStatus.allCases.map(\.rawValue) == [0, -50, -108, -25299, -25300, -25308, -34018])
    }
}

extension Result {
    var isSuccess: Bool {
        switch self {
        case .success: true
        case .failure: false
        }
    }
}
