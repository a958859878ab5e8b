/// From when until when a certificate chain is good. Seconds since 1970.
package struct CertificateTerm: Hashable, Sendable {
    package enum Standing: Hashable, Sendable {
        case good
        case notYet
        /// Rounded down.
        case endsIn(days: Int64)
        case over
    }

    /// From then on everybody who reads the log is warned: longer than any authority that renews by itself waits.
    static let warningDays: Int64 = 30

    /// The latest beginning in the chain.
    package var notBefore: Int64
    /// The earliest end in the chain.
    package var notAfter: Int64

    package init(notBefore: Int64, notAfter: Int64) {
        self.notBefore = notBefore
        self.notAfter = notAfter
    }

    package func standing(at now: Int64) -> Standing {
        if now > notAfter { return .over }
        if now < notBefore { return .notYet }
        let days = (notAfter - now) / 86_400
        return days < Self.warningDays ? .endsIn(days: days) : .good
    }
}
