/// Bounds of a scenario file. They are far beyond what a person reads with pleasure.
public enum ScenarioLimits {
    /// The most bytes of a file.
    public static let bytesMax = 64 * 1024
    /// The most lists and mappings within each other. The language itself has five; it keeps the parser off the stack's
    /// end.
    public static let depthMax = 32
    /// The most calls: the phone carries two, and the exchange a few more.
    public static let callsMax = 16
    /// The most steps, and the most expectations.
    public static let stepsMax = 256
    /// The most faults drawn from a seed.
    public static let faultsMax = 100
    /// The most entries of a list within an expectation, and of organisations.
    public static let listMax = 32
    /// The longest time: a day.
    public static let timeMax: Duration = .seconds(86_400)
    /// The longest text.
    public static let textMax = 4_096
    /// The most taps in succession.
    public static let tapsMax = 10
    /// The most scenario files under a folder.
    public static let filesMax = 1_000
}
