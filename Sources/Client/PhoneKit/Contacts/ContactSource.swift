/// The person's contacts, of which the phone wants the numbers alone.
@MainActor
public protocol ContactSource: AnyObject {
    /// Whether the app may read them; asks the person who was not asked yet.
    func askPermission() async -> Bool

    /// Reads the numbers of all contacts, as they stand there. Asks nothing.
    func numbers() async -> ContactReading
}

/// What came of reading Contacts.
public enum ContactReading: Sendable {
    case numbers([String])
    /// The app may not read them, or not any more.
    case forbidden
    /// They could not be read this time.
    case failed
}
