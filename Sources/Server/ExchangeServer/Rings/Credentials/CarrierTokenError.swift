/// Why a device gets no token of the carrier's now.
enum CarrierTokenError: Error, Hashable {
    /// Its credential is being made: in a moment.
    case notYet
    /// The carrier cannot be asked now, or asked for a pause.
    case unavailable
}
