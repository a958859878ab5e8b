/// What the client of an organisation is told.
public enum SignalingOrder: Hashable, Sendable {
    /// Connects with the credentials stored for it. Harmless when connected or connecting.
    case connect(OrganizationID)
    /// Makes the connection again at once, because the network changed under it; its calls are kept and their media is
    /// restarted.
    case renew(OrganizationID)
    /// Closes. Harmless when closed.
    case disconnect(OrganizationID)
}
