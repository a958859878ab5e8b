/// What the client of an organisation is told.
public enum SignalingOrder: Hashable, Sendable {
    /// Connects with the credentials stored for it. Harmless when connected or connecting.
    case connect(OrganizationID)
    /// Closes. Harmless when closed.
    case disconnect(OrganizationID)
}
