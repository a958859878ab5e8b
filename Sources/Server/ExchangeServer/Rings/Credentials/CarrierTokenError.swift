/// Why a device gets no token of the carrier's now.
enum CarrierTokenError: Error, Hashable {
    /// Its credential is being made: in a moment.
    case notYet
    /// It has none there, and is to have none: no number of the organisation rings it.
    case none
    /// The carrier cannot be asked now, or asked for a pause.
    case unavailable
}
