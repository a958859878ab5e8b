import MediaEngine

extension PhoneSound {
    /// Nil for silence.
    ///
    /// - Throws: what is wrong with the file.
    func source() throws(Problem) -> (any AudioSource)? {
        switch self {
        case .silence: nil
        case .tone(let frequency): ToneGenerator(frequency: frequency)
        case .file(let path): try Self.file(path)
        }
    }

    private static func file(_ path: String) throws(Problem) -> WAVSource {
        do {
            return try WAVSource(path: path)
        } catch {
            throw Problem(path, error)
        }
    }
}

extension PhoneSound.Problem {
    /// The user named the file, so the user may read its name.
    init(_ path: String, _ error: WAVError) { self.init(description: "\(path): \(error.context)") }
}
