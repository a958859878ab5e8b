public import PhoneCore
public import Redaction

/// The keys on this device that the exchange seals with who calls it.
@MainActor
public protocol PushKeyPort: PhoneEventSource {
    /// Makes a key in place of the one that counts, which stays for pushes that are on their way. Answer: `made`, when it
    /// is on the disk, or `notMade` of ``PhoneEvent/pushKeys(_:)``.
    func make()

    /// Erases every key.
    func erase()

    /// A key by its number; `nil` if it is not on the device.
    func key(_ id: PushKeyID) -> Redacted<[UInt8]>?
}
