extension SessionDescription {
    /// Reads a description. Lines may end with CR LF or LF.
    ///
    /// `v=` and `o=` must come first and `s=` somewhere before the first `m=`; other session lines may stand in any order,
    /// because Telnyx's clients put `a=ice-options` between `o=` and `s=`. Attributes we rely on are checked.
    ///
    /// - Throws: `SDPError`, naming the line.
    public init(parsing text: String) throws(SDPError) {
        var reader = try LineReader(text)
        guard let version = try reader.next(), version.letter == 0x76 else {
            throw SDPError(.missingLine, line: 1, "the first line is not v=")
        }
        guard version.value == "0" else { throw SDPError(.malformedLine, line: 1, "a version other than 0") }
        guard let origin = try reader.next(), origin.letter == 0x6F else {
            throw SDPError(.missingLine, line: 2, "the second line is not o=")
        }
        self.init(origin: try SessionOrigin(parsing: origin.value, line: 2), lines: [])
        while let line = try reader.next() {
            try read(letter: line.letter, value: line.value, number: reader.number)
        }
        try checkWhole(lastLine: reader.number)
    }

    private mutating func read(letter: UInt8, value: Substring, number: Int) throws(SDPError) {
        switch letter {
        case 0x76, 0x6F:
            throw SDPError(.misplacedLine, line: number, "a second v= or o=")
        case 0x6D:
            guard media.count < SDPLimits.sectionsMax else {
                throw SDPError(.limitExceeded, line: number, "more than \(SDPLimits.sectionsMax) media sections")
            }
            try checkSessionName(line: number)
            media.append(try MediaSection(parsing: value, line: number))
        default:
            let line = Self.line(letter: letter, value: value)
            if media.isEmpty {
                try AttributeCheck.check(line, number: number)
                lines.append(line)
            } else {
                try media[media.count - 1].read(line, number: number)
            }
        }
    }

    private static func line(letter: UInt8, value: Substring) -> SDPLine {
        letter == 0x61
            ? .attribute(SDPAttribute(reading: value))
            : .other(letter: Character(Unicode.Scalar(letter)), value: String(value))
    }

    private func checkSessionName(line: Int) throws(SDPError) {
        let isNamed = lines.contains { if case .other("s", _) = $0 { true } else { false } }
        guard isNamed else { throw SDPError(.missingLine, line: line, "no s= before this line") }
    }

    private func checkWhole(lastLine: Int) throws(SDPError) {
        try checkSessionName(line: lastLine)
        var seen: Set<String> = []
        for section in media {
            guard let identification = section.mediaIdentification else { continue }
            guard seen.insert(identification).inserted else {
                throw SDPError(.duplicateMediaIdentification, line: 0, "two media sections with the same a=mid")
            }
        }
    }
}
