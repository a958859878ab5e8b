package import Logging
internal import WireJSON

/// One line of a log.
package struct LogLine: Sendable {
    package var label: String
    package var level: Logger.Level
    package var message: String
    package var metadata: Logger.Metadata

    package init(label: String, level: Logger.Level, message: String, metadata: Logger.Metadata = [:]) {
        self.label = label
        self.level = level
        self.message = message
        self.metadata = metadata
    }

    /// - Parameter microseconds: since 1970.
    package func text(in format: LogFormat, microseconds: Int64) -> String {
        let at = Timestamp.text(microseconds: microseconds)
        switch format {
        case .text:
            let fields = metadata.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
            return Self.onOneLine("\(at) \(level) \(label): \(message)\(fields)")
        case .json:
            var object: JSONObject = [
                "time": .string(at), "level": .string(level.rawValue), "logger": .string(label),
                "message": .string(message),
            ]
            for (key, value) in metadata.sorted(by: { $0.key < $1.key }) { object[key] = .string("\(value)") }
            return object.jsonText
        }
    }

    /// What is written into a line cannot begin another. By scalars: CR and LF together are one character.
    private static func onOneLine(_ text: String) -> String {
        var line = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n": line += "\\n"
            case "\r": line += "\\r"
            default: line.unicodeScalars.append(scalar)
            }
        }
        return line
    }
}
