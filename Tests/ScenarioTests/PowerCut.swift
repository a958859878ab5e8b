import DeviceModel
import DevicePorts
import DeviceRuntime
import Foundation
import PhoneCore
import PhoneKit
import Scenarios
import Synchronization

/// Cuts the power of a phone at one of the steps its app takes with its files, and looks at the rest.
final class PowerCut: Sendable {
    private struct State {
        var steps = 0
        var target: Int?
        var applyAtOnce: @Sendable () -> Void = {}
        /// The content that was reported to the app as stored, and the content it has begun to store.
        var believed: Data?
        var begun: Data?
        var isLeftWhole = true
        var isRecorded = false
        var isBelievedShown = false
    }

    private let state = Mutex(State())
    private let synchronizes: Bool

    /// - Parameter synchronizes: false says that everything is on the disk and waits for nothing.
    init(synchronizes: Bool) {
        self.synchronizes = synchronizes
    }

    var steps: Int { state.withLock { $0.steps } }
    /// Whether the record left behind is the one that was believed to be stored, or the one that was being written.
    var isLeftWhole: Bool { state.withLock { $0.isLeftWhole } }
    /// Whether the record left behind knew of a call.
    var isRecorded: Bool { state.withLock { $0.isRecorded } }
    /// Whether it says that the notification center has a notice.
    var isBelievedShown: Bool { state.withLock { $0.isBelievedShown } }

    /// The store an iPhone has, over this phone's file system.
    func store(_ files: DeviceFiles) -> any FileStore {
        let system = DeviceFileSystem(files) { [self] step throws(FileError) in
            capture()
            return synchronizes || !step.waitsForDisk
        }
        return WatchedStore(store: SystemFileStore(system), cut: self)
    }

    /// Counts anew, and cuts the power before one of the steps to come.
    func begin(_ device: ModelDevice, at target: Int?, _ loss: PowerFailure) {
        let applyAtOnce: @Sendable () -> Void = { [weak device, weak self] in
            device?.strikePower(loss) { self?.examine($0) }
        }
        state.withLock {
            $0.steps = 0
            $0.target = target
            $0.applyAtOnce = applyAtOnce
        }
    }

    fileprivate func began(_ bytes: Data) { state.withLock { $0.begun = bytes } }

    fileprivate func ended(_ bytes: Data) {
        state.withLock {
            $0.believed = bytes
            $0.begun = nil
        }
    }

    private func capture() {
        let applyAtOnce = state.withLock { state -> (@Sendable () -> Void)? in
            state.steps += 1
            return state.steps == state.target ? state.applyAtOnce : nil
        }
        applyAtOnce?()
    }

    private func examine(_ files: DeviceFiles) {
        let found = (try? files.read(RecordFile.name)).map { Data($0) }
        let record = found.flatMap { try? JSONDecoder().decode(PhoneRecord.self, from: $0) }
        state.withLock {
            $0.isLeftWhole = found == $0.believed || ($0.begun != nil && found == $0.begun)
            $0.isBelievedShown = record?.notices.notices.contains { $0.stage == .shown } ?? false
            $0.isRecorded = record.map { !$0.calls.isEmpty || !$0.past.isEmpty } ?? false
        }
    }
}

/// Notes what the app believes of its record.
private struct WatchedStore: FileStore {
    let store: SystemFileStore
    let cut: PowerCut

    func read(_ name: String, sizeMax: Int) throws(FileStoreError) -> Data { try store.read(name, sizeMax: sizeMax) }

    func replace(_ name: String, with bytes: Data, protection: FileProtectionClass) throws(FileStoreError) {
        cut.began(bytes)
        try store.replace(name, with: bytes, protection: protection)
        cut.ended(bytes)
    }

    func rename(_ name: String, to other: String) throws(FileStoreError) { try store.rename(name, to: other) }
}

extension FileStep {
    fileprivate var waitsForDisk: Bool {
        switch self {
        case .synchronize, .synchronizeFolder: true
        case .truncate, .append, .rename, .remove: false
        }
    }
}
