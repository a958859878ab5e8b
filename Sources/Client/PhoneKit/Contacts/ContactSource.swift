/// The person's contacts, of which the phone wants the numbers alone.
@MainActor
public protocol ContactSource: AnyObject {
    /// Whether the app may read them; asks the person who was not asked yet.
    func askPermission() async -> Bool

    /// The numbers of all contacts, as they stand there; `nil` while the app may not read them. Asks nothing.
    func numbers() async -> [String]?
}
