/// What is to be stored of the credentials a device has at a carrier. What is to be asked of the carrier follows from what
/// is stored, so that a crash forgets nothing: ``CarrierCredential/errand``.
public enum CarrierCredentialEffect: Hashable, Sendable {
    /// Stored, in place of what was stored under its name.
    case keep(CarrierCredential)
    /// Stored no more.
    case forget(name: String)
}
