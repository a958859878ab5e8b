import DeviceModel
import Testing

struct DefaultsTests {
    private func book(_ policy: StoragePolicy = StoragePolicy()) -> DefaultsStore {
        var book = DefaultsStore(policy: policy)
        book.set("7", for: "organisation", lock: .unlocked)
        book.processEnded()
        return book
    }

    @Test(.proves(.c77)) func `before the first unlock defaults read as empty`() {
        var book = book()
        #expect(book.value(of: "organisation", lock: .beforeFirstUnlock) == nil)
    }

    @Test(.proves(.c77)) func `the empty view stays in the process after the unlock`() {
        var book = book()
        _ = book.value(of: "organisation", lock: .beforeFirstUnlock)
        book.unlockedFirst()
        #expect(book.value(of: "organisation", lock: .unlocked) == nil)
        book.processEnded()
        #expect(book.value(of: "organisation", lock: .unlocked) == "7")
    }

    @Test(.proves(.c77)) func `a process that read nothing before the unlock sees what is stored`() {
        var book = book()
        book.unlockedFirst()
        #expect(book.value(of: "organisation", lock: .unlocked) == "7")
    }

    @Test(.proves(.c77)) func `what is written before the first unlock is seen by the writer and then lost`() {
        var book = book()
        book.set("ringing", for: "call", lock: .beforeFirstUnlock)
        #expect(book.value(of: "call", lock: .beforeFirstUnlock) == "ringing")
        book.processEnded()
        #expect(book.value(of: "call", lock: .unlocked) == nil)
        #expect(book.value(of: "organisation", lock: .unlocked) == "7")
    }

    @Test(.proves(.c77)) func `where the view does not stay, the unlock brings everything back`() {
        var policy = StoragePolicy()
        policy.emptyDefaultsStay = false
        var book = book(policy)
        _ = book.value(of: "organisation", lock: .beforeFirstUnlock)
        book.unlockedFirst()
        #expect(book.value(of: "organisation", lock: .unlocked) == "7")
    }

    @Test func `a locked phone that was unlocked once reads and writes`() {
        var book = book()
        book.set("8", for: "organisation", lock: .locked)
        book.processEnded()
        #expect(book.value(of: "organisation", lock: .locked) == "8")
        book.set(nil, for: "organisation", lock: .locked)
        #expect(book.stored.isEmpty)
    }

    @Test(.proves(.c76)) func `defaults go with their app`() {
        var book = book()
        book.appDeleted()
        #expect(book.value(of: "organisation", lock: .unlocked) == nil)
    }
}
