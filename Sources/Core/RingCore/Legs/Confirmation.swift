/// Whether whoever answered a leg is known to be a person: a number may be answered by its own carrier's voicemail.
public enum Confirmation: UInt8, Hashable, Sendable, Codable {
    /// A device of ours: a person pressed the button.
    case notNeeded
    /// A number that has not answered yet.
    case needed
    /// The carrier was told to ask for a key.
    case asked
    /// A person.
    case confirmed
}
