/// The time to the peer and back, from a report block about our stream.
public enum RoundTrip {
    /// Longer than this is a wrapped or invented figure.
    public static let longest: Duration = .seconds(60)

    /// Nil when the peer has not seen a sender report of ours, or the figures cannot be.
    ///
    /// `now` is on the clock that our sender reports were written with.
    /// Source: RFC 3550 §6.4.1, figure 2.
    public static func measure(_ block: ReportBlock, at now: Duration) -> Duration? {
        guard block.lastSenderReport != 0 else { return nil }
        let units = NetworkTime(now).middle &- block.lastSenderReport &- block.delaySinceLastSenderReport
        // Both sides round to 1/65536 s: on loopback the difference can come out as minus one unit or two.
        if Int32(bitPattern: units) < 0 { return Int32(bitPattern: units) >= -2 ? .zero : nil }
        let roundTrip = Duration(shortUnits: units)
        return roundTrip <= longest ? roundTrip : nil
    }
}
