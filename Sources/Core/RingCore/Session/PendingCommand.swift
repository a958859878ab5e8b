/// A command whose result is awaited.
struct PendingCommand: Hashable, Sendable, Codable {
    let id: RingCommandID
    let purpose: CommandPurpose
    let leg: LegRef
}
