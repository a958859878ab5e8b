import DeviceModel
import Testing

struct FileTests {
    @Test(.proves(.c77), arguments: LockState.allCases)
    func `a file of class none is readable always, one of the default class after the first unlock`(lock: LockState) {
        var files = AppFileSystem()
        _ = files.write([1], to: "none", .none, lock: .unlocked)
        _ = files.write([2], to: "default", lock: .unlocked)
        _ = files.write([3], to: "complete", .complete, lock: .unlocked)
        #expect(files.read("none", lock: lock) == .success([1]))
        #expect(files.read("default", lock: lock).isSuccess == (lock != .beforeFirstUnlock))
        #expect(files.read("complete", lock: lock).isSuccess == (lock == .unlocked))
    }

    @Test(.proves(.c77)) func `before the first unlock only a file of class none can be written`() {
        var files = AppFileSystem()
        #expect(files.write([1], to: "call", .none, lock: .beforeFirstUnlock).isSuccess)
        #expect(!files.write([1], to: "other", lock: .beforeFirstUnlock).isSuccess)
        #expect(files.files.map(\.path) == ["call"])
    }

    @Test(.proves(.c78)) func `protected data is away on a locked phone that can read its credentials`() {
        #expect(!LockState.locked.isProtectedDataAvailable)
        #expect(FileProtection.untilFirstUnlock.isReachable(.locked))
        #expect(LockState.unlocked.isProtectedDataAvailable)
    }

    @Test(.proves(.c78)) func `a canary file identifies a phone that was never unlocked`() {
        var files = AppFileSystem()
        _ = files.write([1], to: "canary", lock: .unlocked)
        let readable = LockState.allCases.filter { files.read("canary", lock: $0).isSuccess }
        #expect(readable == [.locked, .unlocked])
        #expect(!LockState.beforeFirstUnlock.isProtectedDataAvailable)
    }

    @Test(.proves(.c76)) func `files go with their app`() {
        var files = AppFileSystem()
        _ = files.write([1], to: "record", lock: .unlocked)
        files.appDeleted()
        #expect(files.read("record", lock: .unlocked) == .failure(.noSuchFile))
    }

    @Test func `a file beyond the limit is refused as out of space`() {
        var files = AppFileSystem()
        for index in 0..<AppFileSystem.fileCountMax { _ = files.write([1], to: "\(index)", lock: .unlocked) }
        #expect(files.perform(.truncate(path: "more", .none), lock: .unlocked).isFailure(.noSpace))
    }
}

extension Result where Failure: Equatable {
    func isFailure(_ error: Failure) -> Bool {
        switch self {
        case .success: false
        case .failure(let found): found == error
        }
    }
}
