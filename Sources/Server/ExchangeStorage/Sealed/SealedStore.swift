/// Where small values are kept that outlive the process, each sealed by whoever keeps it, such as a provider token.
///
/// A store keeps every rule of `SealedStoreBehaviour` of the tests, whatever is behind it. Isolation: any thread; every call
/// blocks until it is done.
public protocol SealedStore: Sendable {
    /// Keeps a value in place of the one that had its name.
    func keepSealed(_ bytes: [UInt8], as name: String) throws(StorageError)

    /// The value of that name, as it was sealed; nil if there is none.
    func sealed(_ name: String) throws(StorageError) -> [UInt8]?
}
