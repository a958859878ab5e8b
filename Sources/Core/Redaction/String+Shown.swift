/// Rules for text of others that may come to stand on a screen.
extension String {
    /// What of it may be shown: without control signs and signs that turn the direction of writing, without blanks at
    /// its ends, and bounded. A character may consist of any number of scalars, so scalars are counted.
    ///
    /// - Parameter scalarsMax: the most Unicode scalars that are looked at; one takes at most 4 bytes of UTF-8.
    /// - Returns: `nil` if nothing is left.
    public func shown(scalarsMax: Int) -> String? {
        var kept = UnicodeScalarView()
        kept.append(contentsOf: unicodeScalars.prefix(scalarsMax).filter(\.mayBeShown))
        let text = String(kept).trimmingSpaces
        return text.isEmpty ? nil : String(text)
    }

    /// Without blanks at its ends.
    public var trimmingSpaces: Substring {
        let start = drop { $0 == " " }
        return start[..<(start.lastIndex { $0 != " " }.map(start.index(after:)) ?? start.startIndex)]
    }
}

extension Unicode.Scalar {
    /// Whether a sign may stand on a screen: control signs and those that turn the direction of writing may not.
    public var mayBeShown: Bool {
        switch value {
        case 0x00...0x1F, 0x7F...0x9F, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: false
        default: true
        }
    }
}
