import CallModel
import PhoneKit
import Synchronization

/// Fresh names in order, the same in every run.
final class CountedNames: UUIDSource {
    private let count = Mutex<UInt64>(0)

    func freshName() -> UUIDValue {
        .random(
            high: 0xF4E5,
            low: count.withLock { count in
                count += 1
                return count
            })
    }
}
