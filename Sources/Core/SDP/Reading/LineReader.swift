/// Cuts a description into lines, counting them, and refuses what no line may be.
struct LineReader {
    private var rest: SDPBytes
    /// The line read last, counted from 1.
    private(set) var number = 0

    init(_ text: SDPBytes) throws(SDPError) {
        guard text.count <= SDPLimits.bytesMax else {
            throw SDPError(.limitExceeded, line: 0, "more than \(SDPLimits.bytesMax) bytes")
        }
        rest = text
    }

    /// The next line as letter and value, or nil at the end. Lines end with CR LF or LF, the last one as it likes.
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

    /// Some clients end with empty lines. Before more text an empty line is a fault.
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
