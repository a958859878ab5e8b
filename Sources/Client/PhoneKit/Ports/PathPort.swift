/// The way to the network.
@MainActor
public protocol PathPort: PhoneEventSource {
    /// Begins to watch the path, and tells how it is as soon as that is known. Said again it does nothing.
    func prepare()

    /// Tells how the path is now, if that is known: no change is told to a suspended process. Source: apple-contract C94.
    func refresh()
}
