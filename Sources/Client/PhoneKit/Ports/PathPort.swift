/// The way to the network.
@MainActor
public protocol PathPort: PhoneEventSource {
    /// Tells how the path is, and begins to watch it. Said again it does nothing.
    func prepare()

    /// Tells how the path is now, if it is watched: no change is told to a suspended process. Source: apple-contract C94.
    func refresh()
}
