import CallModel

/// A limit of a call that runs.
struct Deadline: Hashable, Sendable {
    let timer: CallTimer
    /// Since the shell's origin.
    let at: Duration
}
