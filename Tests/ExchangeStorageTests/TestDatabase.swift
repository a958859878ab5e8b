import ExchangeCore
import ExchangeStorage
import Testing

extension ExchangeDatabase {
    /// One whose sealing a test can read.
    convenience init(path: String?) throws(StorageError) { try self.init(path: path, sealing: PlainSeal()) }
}

extension PurgeLimit {
    /// As a clock gives it that never jumped.
    static func at(_ microseconds: Int64) -> PurgeLimit { PurgePermit.at(microseconds).limit(age: .zero) }

    static func at(_ moment: Duration) -> PurgeLimit { at(Int64(moment / .microseconds(1))) }
}

extension PurgePermit {
    static func at(_ moment: Duration) -> PurgePermit { at(Int64(moment / .microseconds(1))) }

    static func at(_ microseconds: Int64) -> PurgePermit {
        var clock = RetentionClock(latest: nil, wall: microseconds)
        _ = clock.look(wall: microseconds, monotonic: .zero)
        guard let permit = clock.permit else { preconditionFailure("a clock that was never wrong gives leave") }
        return permit
    }
}
