import DeviceModel
import DevicePorts
import Foundation
import PhoneKit
import Synchronization

/// The folder of an app on a modelled disk, without a phone around it: files that can be locked, a disk that can be full,
/// a power that can fail after any step.
final class FolderUnderTest: Sendable {
    private struct State {
        var files = AppFileSystem()
        var lock = LockState.unlocked
        var isFull = false
        var steps: [FileStep] = []
        /// After how many more steps nothing reaches the disk.
        var stepsLeft = Int.max
        var synchronizes = true
    }

    private let state = Mutex(State())

    /// - Parameter synchronizes: false says that everything is on the disk and waits for nothing.
    init(synchronizes: Bool = true) {
        state.withLock { $0.synchronizes = synchronizes }
    }

    /// The store an iPhone has, over this folder.
    var store: SystemFileStore {
        SystemFileStore(
            DeviceFileSystem(
                reading: { [self] path throws(FileError) in
                    try state.withLock { state in state.files.read(path, lock: state.lock) }.get()
                },
                taking: { [self] step throws(FileError) in try perform(step) }))
    }

    var isLocked: Bool {
        get { state.withLock { $0.lock != .unlocked } }
        set { state.withLock { $0.lock = newValue ? .beforeFirstUnlock : .unlocked } }
    }

    /// Whether there is no room for a byte more.
    var isFull: Bool {
        get { state.withLock { $0.isFull } }
        set { state.withLock { $0.isFull = newValue } }
    }

    var names: [String] { state.withLock { $0.files.files.map(\.path) } }
    /// Every step taken, in order.
    var steps: [FileStep] { state.withLock { $0.steps } }
    /// How often a file took another's place.
    var replacements: Int { steps.count { if case .rename = $0 { true } else { false } } }

    func bytes(_ name: String) -> Data? { file(name).map { Data($0.contents) } }
    func protection(_ name: String) -> FileProtection? { file(name)?.protection }

    func put(_ name: String, _ text: String) {
        state.withLock { _ = $0.files.write(Array(text.utf8), to: name, lock: .unlocked) }
    }

    /// Nothing that is done after so many more steps has any effect.
    func cutPower(after steps: Int) { state.withLock { $0.stepsLeft = steps } }

    /// The phone starts again on the remaining files of the disk.
    func restart(_ loss: PowerFailure) {
        state.withLock {
            $0.files.powerFailed(loss)
            $0.stepsLeft = .max
        }
    }

    private func file(_ name: String) -> StoredFile? {
        state.withLock { state in state.files.files.first { $0.path == name } }
    }

    private func perform(_ step: FileStep) throws(FileError) {
        try state.withLock { state -> Result<Void, FileError> in
            guard state.stepsLeft > 0 else { return .success(()) }
            state.stepsLeft -= 1
            if case .append(_, let bytes) = step, state.isFull, !bytes.isEmpty { return .failure(.noSpace) }
            state.steps.append(step)
            return state.synchronizes || !step.waitsForDisk ? state.files.perform(step, lock: state.lock) : .success(())
        }.get()
    }
}

extension FileStep {
    fileprivate var waitsForDisk: Bool {
        switch self {
        case .synchronize, .synchronizeFolder: true
        case .truncate, .append, .rename, .remove: false
        }
    }
}
