import MediaEngine

extension PhoneSound {
    /// Nil for silence.
    ///
    /// - Throws: what the file has to say.
    func source() throws -> (any AudioSource)? {
        switch self {
        case .silence: nil
        case .tone(let frequency): ToneGenerator(frequency: frequency)
        case .file(let path): try WAVSource(path: path)
        }
    }
}
