import Verto

/// A clock of the session that runs.
struct SessionDeadline: Hashable, Sendable {
    let timer: VertoClientTimer
    /// Since the shell's origin.
    let at: Duration
}
