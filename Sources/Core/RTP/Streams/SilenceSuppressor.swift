/// Decides which packets of a silence are sent (discontinuous transmission, RFC 3551 §4.1).
///
/// Silence is sent for a short time first, so that the receiver's sound ends softly. After that, one packet now and then
/// is enough: it keeps the bindings of routers and relays alive, and tells the peer that the path is up.
public struct SilenceSuppressor: Hashable, Sendable {
    /// The time for which all of a silence is sent. Source: libopus, ten frames.
    public static let hangover: Duration = .milliseconds(200)
    /// The time between two packets of a long silence. Source: libopus, twenty frames.
    public static let interval: Duration = .milliseconds(400)

    private var silentSince: Duration?
    private var lastSent: Duration = .zero

    public init() {}

    /// Whether a packet of this kind is sent at `now`; false for most packets of a long silence.
    public mutating func passes(isSilent: Bool, at now: Duration) -> Bool {
        guard isSilent else {
            silentSince = nil
            return true
        }
        let since = silentSince ?? now
        silentSince = since
        guard now - since < Self.hangover || now - lastSent >= Self.interval else { return false }
        lastSent = now
        return true
    }
}
