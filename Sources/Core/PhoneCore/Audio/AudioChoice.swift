/// What the person chose for sound to come out of. It outlives the route changes that undo what the session was told.
/// Source: apple-contract C65 (documented): an override lasts until the next route change.
struct AudioChoice: Hashable, Sendable {
    let output: AudioOutput
    /// Whether sound has gone there since: before, a route that was overridden to another one was so on our own way.
    var isHeard = false
}
