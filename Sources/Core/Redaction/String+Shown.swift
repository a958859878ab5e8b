/// Rules for foreign text that is shown on a screen.
extension String {
    /// The part that may be shown: without control characters and marks that turn the direction of writing, without
    /// blanks at its ends, and bounded. Scalars are counted, because one character may consist of any number of them.
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
    /// Whether a scalar may be shown: control characters and marks that turn the direction of writing may not.
    public var mayBeShown: Bool {
        switch value {
        case 0x00...0x1F, 0x7F...0x9F, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: false
        default: true
        }
    }
}
