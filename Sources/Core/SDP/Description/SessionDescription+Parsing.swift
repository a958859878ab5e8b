extension SessionDescription {
    /// Reads a description. Lines may end with CR LF or LF.
    ///
    /// `v=` and `o=` must come first and `s=` somewhere before the first `m=`; other session lines may stand in any order,
    /// because Telnyx's clients put `a=ice-options` between `o=` and `s=`. Attributes we rely on are checked.
    ///
    /// - Throws: `SDPError`, naming the line.
    public init(parsing text: String) throws(SDPError) {
        self = try text.reading { bytes throws(SDPError) in
            var reader = try DescriptionReader(bytes)
            return try reader.read()
        }
    }
}
