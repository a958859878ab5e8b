/// What a logger keeps.
nonisolated public struct LogSettings: Sendable {
    /// Lines below this are dropped.
    public var level = LogLevel.info
    /// Other limits for some categories.
    public var levels: [LogCategory: LogLevel] = [:]
    /// How many lines are kept: some minutes of a busy phone.
    public var linesMax = 512

    /// Everything from `info` on.
    public init() {}

    func takes(_ level: LogLevel, _ category: LogCategory) -> Bool { level >= levels[category] ?? self.level }
}
