import DeviceRuntime
import Foundation
import PhoneCore
import Synchronization

/// Whether the record on the phone knew of a call in the moment the process died.
final class Recorded: Sendable {
    private let state = Mutex(false)

    var isSo: Bool { state.withLock { $0 } }

    /// Looks at the phone as an examiner would.
    func handle(_ files: DeviceFiles, _ name: String) {
        guard let bytes = try? files.read(name),
            let record = try? JSONDecoder().decode(PhoneRecord.self, from: Data(bytes))
        else { return }
        state.withLock { $0 = !record.calls.isEmpty || !record.past.isEmpty }
    }
}
