import MediaEngine

/// What comes through the queue: events for the machine, and what no decision depends on.
enum ShellInput: Sendable {
    case event(ClientEvent)
    /// Goes straight to the call's listeners.
    case statistics(callID: String, MediaStatistics)
    /// Places a call; whoever asked holds the object already.
    case dial(Call, ClientEvent)
}
