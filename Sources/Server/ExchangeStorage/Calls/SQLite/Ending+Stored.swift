internal import CallModel

extension Ending {
    /// An ending as it is stored; nil without a reason, or with one this build does not know.
    init?(storedReason: String?, cause: Int64?, sipCode: Int64?, sipReason: String?) {
        guard let reason = storedReason.flatMap({ EndReason(rawValue: $0) }) else { return nil }
        let cause = cause.flatMap { UInt16(exactly: $0) }.map { HangUpCause($0) }
        self.init(
            reason, cause: cause ?? reason.defaultCause, sipCode: sipCode.flatMap { UInt16(exactly: $0) },
            sipReason: sipReason)
    }
}
