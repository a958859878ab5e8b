/// How long the exchange tries to store a message that its attendant took: a full disk or a long backup is over by then, or
/// takes more than megabytes in memory should wait for.
enum MessagePatience {
    static let pause = Duration.milliseconds(500)
    static let triesMax = 120
}
