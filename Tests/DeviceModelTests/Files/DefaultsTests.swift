import DeviceModel
import Testing

struct DefaultsTests {
    private func files(_ policy: StoragePolicy = StoragePolicy()) -> DefaultsStore {
        var files = DefaultsStore(policy: policy)
        files.set("7", for: "organisation", lock: .unlocked)
        files.processEnded()
        return files
    }

    @Test(.proves(.c77)) func `before the first unlock defaults read as empty`() {
        var files = files()
        #expect(files.value(of: "organisation", lock: .beforeFirstUnlock) == nil)
    }

    @Test(.proves(.c77)) func `the empty view stays in the process after the unlock`() {
        var files = files()
        _ = files.value(of: "organisation", lock: .beforeFirstUnlock)
        files.unlockedFirst()
        #expect(files.value(of: "organisation", lock: .unlocked) == nil)
        files.processEnded()
        #expect(files.value(of: "organisation", lock: .unlocked) == "7")
    }

    @Test(.proves(.c77)) func `a process that read nothing before the unlock sees the stored values`() {
        var files = files()
        files.unlockedFirst()
        #expect(files.value(of: "organisation", lock: .unlocked) == "7")
    }

    @Test(.proves(.c77)) func `a value written before the first unlock is seen by its writer and then lost`() {
        var files = files()
        files.set("ringing", for: "call", lock: .beforeFirstUnlock)
        #expect(files.value(of: "call", lock: .beforeFirstUnlock) == "ringing")
        files.processEnded()
        #expect(files.value(of: "call", lock: .unlocked) == nil)
        #expect(files.value(of: "organisation", lock: .unlocked) == "7")
    }

    @Test(.proves(.c77)) func `where the view does not stay, the unlock brings everything back`() {
        var policy = StoragePolicy()
        policy.emptyDefaultsStay = false
        var files = files(policy)
        _ = files.value(of: "organisation", lock: .beforeFirstUnlock)
        files.unlockedFirst()
        #expect(files.value(of: "organisation", lock: .unlocked) == "7")
    }

    @Test func `a locked phone that was unlocked once reads and writes`() {
        var files = files()
        files.set("8", for: "organisation", lock: .locked)
        files.processEnded()
        #expect(files.value(of: "organisation", lock: .locked) == "8")
        files.set(nil, for: "organisation", lock: .locked)
        #expect(files.stored.isEmpty)
    }

    @Test(.proves(.c76)) func `defaults go with their app`() {
        var files = files()
        files.appDeleted()
        #expect(files.value(of: "organisation", lock: .unlocked) == nil)
    }
}
