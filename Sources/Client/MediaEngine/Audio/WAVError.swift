/// Why a file is not a WAV file we can use, or could not be written. `description` is safe to log.
public struct WAVError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Code: String, Hashable, Sendable {
        /// Not a RIFF file of form WAVE.
        case notWAV
        /// The file ends before what it announces.
        case truncated
        /// A format other than 16-bit PCM, one or two channels, 8,000 to 192,000 Hz.
        case unsupportedFormat
        /// A chunk that must be there is not.
        case missingChunk
        /// Larger than we take.
        case limitReached
        /// The file system refused.
        case file
    }

    public var code: Code
    /// What was wrong, and where in the file.
    public var context: String

    public init(_ code: Code, _ context: String) {
        self.code = code
        self.context = context
    }

    public var description: String { "\(code.rawValue): \(context)" }
}
