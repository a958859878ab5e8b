/// Why a carrier did nothing about a credential. Safe to log.
public enum CredentialIssuerError: Error, Hashable, Sendable {
    /// There is none such.
    case missing
    /// It will not, whenever it is asked: with the status it said so by.
    case refused(Int)
    /// Too many requests came; none before that has passed.
    case rateLimited(Duration)
    /// Nobody knows whether it was done.
    case unavailable
}
