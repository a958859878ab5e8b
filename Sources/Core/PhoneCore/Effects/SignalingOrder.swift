/// What the client of an organisation is told.
public enum SignalingOrder: Hashable, Sendable {
    /// Connects with the credentials stored for it. Harmless when connected or connecting, unless that is to another edge
    /// than one that is named, and no call lives on it: then the connection is made again.
    case connect(OrganizationID, via: VendorEdge? = nil)
    /// Makes the connection again at once, because the network changed under it; its calls are kept and their media is
    /// restarted.
    case renew(OrganizationID)
    /// Closes. Harmless when closed.
    case disconnect(OrganizationID)
}
