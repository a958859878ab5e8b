/// What can be read of a phone at any time.
extension Phone {
    /// The calls that are not over, the oldest first.
    public var calls: [CallSnapshot] { books.calls.calls.compactMap(\.snapshot) }

    /// The call a line belongs to.
    public func call(on line: LineID) -> CallUUID? { books.calls.call(on: line)?.id }

    /// How sound stands.
    public var audio: AudioSnapshot { books.audioSnapshot }

    /// What is to outlive the process, as it is now.
    public var record: PhoneRecord { books.record }
}
