import Foundation
import PhoneKit
import Synchronization

/// An app's container that outlives its processes, with files that are closed before the first unlock.
final class MemoryFiles: FileStore {
    private struct State {
        var files: [String: (bytes: Data, protection: FileProtectionClass)] = [:]
        var isLocked = false
        var isFull = false
        var replacements = 0
    }

    private let state = Mutex(State())

    /// Whether the device was not unlocked since it started.
    var isLocked: Bool {
        get { state.withLock { $0.isLocked } }
        set { state.withLock { $0.isLocked = newValue } }
    }

    /// Whether nothing can be written.
    var isFull: Bool {
        get { state.withLock { $0.isFull } }
        set { state.withLock { $0.isFull = newValue } }
    }

    var names: [String] { state.withLock { $0.files.keys.sorted() } }
    var replacements: Int { state.withLock { $0.replacements } }

    func bytes(_ name: String) -> Data? { state.withLock { $0.files[name]?.bytes } }
    func protection(_ name: String) -> FileProtectionClass? { state.withLock { $0.files[name]?.protection } }

    func put(_ name: String, _ text: String, protection: FileProtectionClass = .untilFirstUnlock) {
        state.withLock { $0.files[name] = (Data(text.utf8), protection) }
    }

    func read(_ name: String, sizeMax: Int) throws(FileStoreError) -> Data {
        try state.withLock { state throws(FileStoreError) in
            guard let file = state.files[name] else { throw FileStoreError(.missing, name) }
            guard !state.isLocked || file.protection == .none else { throw FileStoreError(.locked, name) }
            guard file.bytes.count <= sizeMax else { throw FileStoreError(.tooLarge, name) }
            return file.bytes
        }
    }

    func replace(_ name: String, with bytes: Data, protection: FileProtectionClass) throws(FileStoreError) {
        try state.withLock { state throws(FileStoreError) in
            guard !state.isFull else { throw FileStoreError(.failed, name) }
            guard !state.isLocked || protection == .none else { throw FileStoreError(.locked, name) }
            state.files[name] = (bytes, protection)
            state.replacements += 1
        }
    }

    func rename(_ name: String, to other: String) throws(FileStoreError) {
        try state.withLock { state throws(FileStoreError) in
            guard let file = state.files.removeValue(forKey: name) else { throw FileStoreError(.missing, name) }
            state.files[other] = file
        }
    }
}
