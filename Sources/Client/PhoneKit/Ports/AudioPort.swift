public import PhoneCore

/// The audio session, as far as it is ours to touch.
@MainActor
public protocol AudioPort: PhoneEventSource {
    /// Begins to watch routes and interruptions. Said again it does nothing.
    func prepare()

    /// Sets up the session or its route; the orders about media are not its.
    func perform(_ order: AudioOrder)
}
