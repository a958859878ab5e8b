public import DeviceModel
public import Foundation

/// An entry of Recents.
public struct RecentCall: Hashable, Sendable {
    /// The call's UUID.
    public let call: UUID
    /// How it is shown.
    public let kind: RecentsEntry.Kind
    /// What stands there as the other party.
    public let name: String
    /// When it appeared.
    public let at: Duration
}
