/// What a phone says.
package enum PhoneSound: Equatable, Sendable {
    case silence
    /// In hertz.
    case tone(Double)
    case file(String)

    package struct Problem: Error, CustomStringConvertible {
        package let description: String
    }

    /// What speech codecs carry at 48 kHz, in hertz.
    private static let frequencies = 20.0...20_000

    /// Reads `silence`, `tone:HERTZ` or the name of a WAV file.
    package init(_ text: String) throws(Problem) {
        if text == "silence" {
            self = .silence
        } else if text.hasPrefix("tone:") {
            guard let frequency = Double(text.dropFirst("tone:".count)), Self.frequencies.contains(frequency) else {
                throw Problem(description: "a tone is tone:HERTZ, from 20 to 20000")
            }
            self = .tone(frequency)
        } else {
            self = .file(text)
        }
    }
}
