extension SessionDescription {
    /// Reads a description. Lines may end with CR LF or LF.
    ///
    /// `v=` and `o=` must come first, and `s=` before the first `m=`. Other session lines may come in any order,
    /// because Telnyx's clients put `a=ice-options` between `o=` and `s=`. Attributes this code relies on are
    /// checked.
    ///
    /// - Throws: `SDPError`, naming the line.
    public init(parsing text: String) throws(SDPError) {
        self = try text.reading { bytes throws(SDPError) in
            var reader = try DescriptionReader(bytes)
            return try reader.read()
        }
    }

    /// Whether the text is a description that ``init(parsing:)`` reads, with an audio section that is not rejected. It
    /// makes text of few lines.
    public static func hasAudio(_ text: String) -> Bool {
        let outline = try? text.reading { bytes throws(SDPError) in
            var reader = try DescriptionReader(bytes, keepsLines: false)
            return try reader.read()
        }
        return outline?.media.contains { $0.kind == "audio" && !$0.isRejected } ?? false
    }
}

/// Reads a description line by line. The checks look at bytes; only values that are kept become text.
struct DescriptionReader {
    /// The usual number of lines on a level, for which room is reserved.
    private static let usualLines = 24

    private var lines: LineReader
    /// Whether all lines become text, or only those by which sections are judged.
    private let keepsLines: Bool
    private var description: SessionDescription
    /// The section being read, without its lines; nil on the session level.
    private var section: MediaSection?
    /// Whether a section is being read. To compare the section with nil would copy it.
    private var isInSection = false
    /// The lines read so far of the present level.
    private var level: [SDPLine] = []
    private var candidates = 0
    private var isNamed = false

    init(_ text: SDPBytes, keepsLines: Bool = true) throws(SDPError) {
        lines = try LineReader(text)
        self.keepsLines = keepsLines
        guard let version = try lines.next(), version.letter == 0x76 else {
            throw SDPError(.missingLine, line: 1, "the first line is not v=")
        }
        guard version.value.equals("0") else { throw SDPError(.malformedLine, line: 1, "a version other than 0") }
        guard let origin = try lines.next(), origin.letter == 0x6F else {
            throw SDPError(.missingLine, line: 2, "the second line is not o=")
        }
        description = SessionDescription(origin: try SessionOrigin(parsing: origin.value, line: 2), lines: [])
    }

    /// Reads the whole description.
    mutating func read() throws(SDPError) -> SessionDescription {
        while let (letter, value) = try lines.next() {
            switch letter {
            case 0x76, 0x6F: throw SDPError(.misplacedLine, line: lines.number, "a second v= or o=")
            case 0x6D: try beginSection(value)
            case 0x61: try readAttribute(value)
            default:
                if letter == 0x73, !isInSection { isNamed = true }
                if keepsLines { level.append(.other(letter: Character(Unicode.Scalar(letter)), value: value.text)) }
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
        isInSection = true
        if keepsLines { level.reserveCapacity(Self.usualLines) }
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
        if isInSection, name.equals("candidate") { try checkCandidate(value ?? text[text.endIndex...]) }
        guard keepsLines || name.equals("mid") || name.equals("bundle-only") else { return }
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

/// Checks the values of attributes this code relies on, and refuses malformed ones with their line number.
enum AttributeCheck {
    /// - Parameter value: empty if the attribute has none.
    static func check(name: SDPBytes, value: SDPBytes, number: Int) throws(SDPError) {
        guard !name.isEmpty, name.isVisibleASCII else {
            throw SDPError(.malformedAttribute, line: number, "an attribute without a proper name")
        }
        guard let context = fault(of: name, value: value) else { return }
        throw SDPError(.malformedAttribute, line: number, context)
    }

    private static func fault(of name: SDPBytes, value: SDPBytes) -> String? {
        switch name.count {
        case 3 where name.equals("mid"):
            value.isEmpty || !value.isVisibleASCII ? "a=mid is not a token" : nil
        case 4 where name.equals("fmtp"):
            FormatParameters.payloadType(in: value) == nil ? "a=fmtp does not begin with a payload number" : nil
        case 5 where name.equals("setup"):
            SetupRole.isWord(value) ? nil : "a=setup is not active, passive, actpass or holdconn"
        case 6 where name.equals("rtpmap"):
            PayloadFormat(parsing: value) == nil ? "a=rtpmap is not 'number name/clock'" : nil
        case 7 where name.equals("ice-pwd"), 9 where name.equals("ice-ufrag"):
            isCredential(value) ? nil : "ICE credentials that are empty, too long or not plain characters"
        case 11 where name.equals("fingerprint"):
            CertificateFingerprint.read(value) { _ in } == nil ? "a=fingerprint is not 'hash AA:BB:…'" : nil
        default:
            nil
        }
    }

    private static func isCredential(_ value: SDPBytes) -> Bool {
        (1...SDPLimits.credentialBytesMax).contains(value.count) && value.isVisibleASCII
    }
}

/// Splits a description into lines, counts them, and refuses malformed ones.
struct LineReader {
    private var rest: SDPBytes
    /// The number of the line read last, counted from 1.
    private(set) var number = 0

    init(_ text: SDPBytes) throws(SDPError) {
        guard text.count <= SDPLimits.bytesMax else {
            throw SDPError(.limitExceeded, line: 0, "more than \(SDPLimits.bytesMax) bytes")
        }
        rest = text
    }

    /// Reads the next line as letter and value; nil at the end. Lines end with CR LF or LF; the last one may end
    /// without either.
    mutating func next() throws(SDPError) -> (letter: UInt8, value: SDPBytes)? {
        guard !rest.isEmpty else { return nil }
        number += 1
        guard number <= SDPLimits.linesMax else {
            throw SDPError(.limitExceeded, line: number, "more than \(SDPLimits.linesMax) lines")
        }
        var (line, after) = rest.cut(at: 0x0A)
        rest = after ?? rest[rest.endIndex...]
        if line.last == 0x0D { line = line.dropLast() }
        if line.isEmpty { return try endOfText() }
        return try split(line)
    }

    /// Accepts empty lines at the end, as some clients write them. An empty line before more text is refused.
    private mutating func endOfText() throws(SDPError) -> (letter: UInt8, value: SDPBytes)? {
        guard rest.allSatisfy({ $0 == 0x0D || $0 == 0x0A }) else {
            throw SDPError(.malformedLine, line: number, "an empty line")
        }
        rest = rest[rest.endIndex...]
        return nil
    }

    private func split(_ line: SDPBytes) throws(SDPError) -> (letter: UInt8, value: SDPBytes) {
        guard line.count <= SDPLimits.lineBytesMax else {
            throw SDPError(.limitExceeded, line: number, "a line of more than \(SDPLimits.lineBytesMax) bytes")
        }
        // RFC 8866 §9, byte-string: everything but NUL, CR and LF.
        guard !line.contains(where: { $0 == 0 || $0 == 0x0D }) else {
            throw SDPError(.malformedLine, line: number, "a character no line may hold")
        }
        let letter = line[line.startIndex]
        let afterLetter = line.dropFirst()
        guard letter.asciiLowercase >= 0x61, letter.asciiLowercase <= 0x7A, afterLetter.first == 0x3D else {
            throw SDPError(.malformedLine, line: number, "not a letter followed by '='")
        }
        return (letter, afterLetter.dropFirst())
    }
}

/// Why a description could not be read: the line and the fault, without any content of the line.
public struct SDPError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of fault.
    public enum Code: String, Hashable, Sendable {
        /// One of `SDPLimits` is exceeded.
        case limitExceeded
        /// A line is not `<letter>=<value>`, or holds a character that no line may hold.
        case malformedLine
        /// A required line is missing.
        case missingLine
        /// A line is out of place, such as a second `o=`.
        case misplacedLine
        /// An `o=` line does not have six valid fields.
        case malformedOrigin
        /// An `m=` line is malformed.
        case malformedMedia
        /// An attribute this code relies on has an invalid value.
        case malformedAttribute
        /// An ICE candidate is malformed.
        case malformedCandidate
        /// Two media sections have the same `a=mid`.
        case duplicateMediaIdentification
    }

    /// The kind of fault.
    public let code: Code
    /// The number of the line, counted from 1; 0 if the fault is not in one line.
    public let line: Int
    /// The fault, in our own words only.
    public let context: String

    public init(_ code: Code, line: Int, _ context: String) {
        self.code = code
        self.line = line
        self.context = context
    }

    public var description: String {
        line > 0 ? "\(code.rawValue) in line \(line): \(context)" : "\(code.rawValue): \(context)"
    }
}

/// The limits of a description from outside. One that exceeds a limit is refused, not cut.
public enum SDPLimits {
    /// Bytes of a description. Chrome's largest audio and video offer with all candidates is about 12 kB; no offer
    /// for our calls has five times that.
    public static let bytesMax = 65_536
    /// Lines of a description; this bounds the work of reading. Chrome's audio and video offer has some 250 lines.
    public static let linesMax = 2_000
    /// Bytes of a line. The longest lines seen are simulcast and `fmtp` ones with a few hundred bytes.
    public static let lineBytesMax = 4_096
    /// Media sections of a description. Our calls have one audio section; browsers in a conference have a few dozen,
    /// and an answer must repeat each of them.
    public static let sectionsMax = 64
    /// Candidates of a section. A host with ten addresses, two STUN and two TURN servers gathers about sixty.
    public static let candidatesMax = 128
    /// Formats of a section. RTP payload numbers have seven bits (RFC 3550 §5.1), so there cannot be more.
    public static let formatsMax = 128
    /// Bytes of a candidate, as signaling carries it alone; a domain name has up to 255 bytes (RFC 1035 §2.3.4).
    public static let candidateBytesMax = 1_024
    /// Bytes of the user fragment and of the password, each (RFC 8839 §5.4).
    public static let credentialBytesMax = 256
}
