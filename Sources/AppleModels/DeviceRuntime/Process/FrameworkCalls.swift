/// The calls a process made into frameworks, in order.
struct FrameworkCalls: Sendable {
    /// The most calls that are kept of a process: far more than a launch and a few calls make, and little memory.
    static let countMax = 10_000

    private(set) var all: [FrameworkCall] = []
    /// How many there were when the launch was over; nil while it lasts.
    private(set) var countAtLaunch: Int?

    mutating func add(_ call: FrameworkCall) {
        guard all.count < Self.countMax else { return }
        all.append(call)
    }

    mutating func endLaunch() {
        if countAtLaunch == nil { countAtLaunch = all.count }
    }

    /// What came before the delegate's launch method returned.
    var ofLaunch: ArraySlice<FrameworkCall> { all.prefix(countAtLaunch ?? all.count) }
}
