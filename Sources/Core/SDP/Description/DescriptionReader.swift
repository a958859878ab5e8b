/// Reads a description line by line. The checks look at bytes; only what is kept becomes text.
struct DescriptionReader {
    /// Lines most descriptions have on each level: room for them is made at once.
    private static let usualLines = 24

    private var lines: LineReader
    private var description: SessionDescription
    /// The section being read, without its lines; nil on the session level.
    private var section: MediaSection?
    /// What the level being read has so far.
    private var level: [SDPLine] = []
    private var candidates = 0
    private var isNamed = false

    init(_ text: SDPBytes) throws(SDPError) {
        lines = try LineReader(text)
        guard let version = try lines.next(), version.letter == 0x76 else {
            throw SDPError(.missingLine, line: 1, "the first line is not v=")
        }
        guard version.value.equals("0") else { throw SDPError(.malformedLine, line: 1, "a version other than 0") }
        guard let origin = try lines.next(), origin.letter == 0x6F else {
            throw SDPError(.missingLine, line: 2, "the second line is not o=")
        }
        description = SessionDescription(origin: try SessionOrigin(parsing: origin.value, line: 2), lines: [])
    }

    /// The whole description.
    mutating func read() throws(SDPError) -> SessionDescription {
        while let (letter, value) = try lines.next() {
            switch letter {
            case 0x76, 0x6F: throw SDPError(.misplacedLine, line: lines.number, "a second v= or o=")
            case 0x6D: try beginSection(value)
            case 0x61: try readAttribute(value)
            default:
                if letter == 0x73, section == nil { isNamed = true }
                level.append(.other(letter: Character(Unicode.Scalar(letter)), value: value.text))
            }
        }
        try checkName()
        finishLevel()
        try checkIdentifications()
        return description
    }

    private mutating func beginSection(_ value: SDPBytes) throws(SDPError) {
        finishLevel()
        guard description.media.count < SDPLimits.sectionsMax else {
            throw SDPError(
                .limitExceeded, line: lines.number, "more than \(SDPLimits.sectionsMax) media sections")
        }
        try checkName()
        candidates = 0
        section = try MediaSection(parsing: value, line: lines.number)
        level.reserveCapacity(Self.usualLines)
    }

    private mutating func finishLevel() {
        if var finished = section.take() {
            finished.lines = level
            description.media.append(finished)
        } else {
            description.lines = level
        }
        level = []
    }

    private mutating func readAttribute(_ text: SDPBytes) throws(SDPError) {
        let (name, value) = text.cut(at: 0x3A)
        try AttributeCheck.check(name: name, value: value ?? text[text.endIndex...], number: lines.number)
        if section != nil, name.equals("candidate") { try checkCandidate(value ?? text[text.endIndex...]) }
        level.append(.attribute(SDPAttribute(name.text, value?.text)))
    }

    private mutating func checkCandidate(_ value: SDPBytes) throws(SDPError) {
        _ = try IceCandidate(parsing: value, line: lines.number)
        guard candidates < SDPLimits.candidatesMax else {
            throw SDPError(.limitExceeded, line: lines.number, "more than \(SDPLimits.candidatesMax) candidates")
        }
        candidates += 1
    }

    private func checkName() throws(SDPError) {
        guard isNamed else { throw SDPError(.missingLine, line: lines.number, "no s= before this line") }
    }

    private func checkIdentifications() throws(SDPError) {
        guard description.media.count > 1 else { return }
        var seen: Set<String> = []
        for section in description.media {
            guard let identification = section.mediaIdentification else { continue }
            guard seen.insert(identification).inserted else {
                throw SDPError(.duplicateMediaIdentification, line: 0, "two media sections with the same a=mid")
            }
        }
    }
}
