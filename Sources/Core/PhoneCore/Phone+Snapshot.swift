/// What can be read of a phone at any time.
extension Phone {
    /// The calls that are not over, the oldest first.
    public var calls: [CallSnapshot] { books.calls.calls.compactMap(\.snapshot) }

    /// How sound stands.
    public var audio: AudioSnapshot { books.audioSnapshot }

    /// What is to outlive the process, as it is now.
    public var record: PhoneRecord { books.record }
}
