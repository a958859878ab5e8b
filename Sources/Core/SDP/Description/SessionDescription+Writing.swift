extension SessionDescription {
    /// The description as text, lines ending with CR LF.
    public var text: String {
        var writer = LineWriter()
        writer.write("v", "0")
        writer.write("o", origin.text)
        writer.write(lines)
        for section in media {
            writer.write("m", section.headText)
            writer.write(section.lines)
        }
        return writer.text
    }
}

/// Writes lines so that no value, wherever it came from, can begin another line.
private struct LineWriter {
    var text = ""

    init() { text.reserveCapacity(2_048) }

    mutating func write(_ lines: [SDPLine]) {
        for line in lines {
            switch line {
            case .attribute(let attribute):
                if let value = attribute.value {
                    write("a", attribute.name + ":" + value)
                } else {
                    write("a", attribute.name)
                }
            case .other(let letter, let value):
                write(letter, value)
            }
        }
    }

    mutating func write(_ letter: Character, _ value: String) {
        text.append(letter)
        text += "="
        let isPlain = value.utf8.allSatisfy { $0 != 0x0D && $0 != 0x0A && $0 != 0 }
        text += isPlain ? value : Self.withoutLineEnds(value)
        text += "\r\n"
    }

    private static func withoutLineEnds(_ value: String) -> String {
        String(decoding: value.utf8.map { $0 == 0x0D || $0 == 0x0A || $0 == 0 ? 0x20 : $0 }, as: UTF8.self)
    }
}
