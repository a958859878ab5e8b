/// How long things of a test that are not about time may take: never so short that a busy machine decides.
enum PushTimeout {
    /// Until a ring is over.
    static let ring: Duration = .seconds(3_000)
}
