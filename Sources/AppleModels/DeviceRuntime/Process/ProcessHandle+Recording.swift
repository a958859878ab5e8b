extension ProcessHandle {
    /// Notes that the app called a framework; every entry point of a framework module does it first.
    ///
    /// - Parameters:
    ///   - owner: The type Apple documents the member under; empty for a function of none.
    ///   - member: The member, which the compiler writes as Apple does.
    package func record(_ owner: StaticString, _ member: StaticString = #function) {
        note(FrameworkCall(owner: owner, member: member, isWrite: false))
    }

    /// Notes that the app set a property of a framework's object.
    package func recordWrite(_ owner: StaticString, _ member: StaticString = #function) {
        note(FrameworkCall(owner: owner, member: member, isWrite: true))
    }

    /// The process whose code runs here, with the call noted.
    package static func recording(_ owner: StaticString, _ member: StaticString = #function) -> ProcessHandle? {
        let process = current
        process?.record(owner, member)
        return process
    }
}

extension ModelDevice {
    /// Every call the process that is there made into a framework, in order, by Apple's name, such as
    /// `PKPushRegistry.init(queue:)` or `PKPushRegistry.delegate =`; the first 10,000. What an app reads back of what it
    /// set itself, and objects that only carry values, are no calls.
    public var frameworkCalls: [String] { kernel.process?.calls.all.map(\.name) ?? [] }

    /// Those made before the app delegate's launch method returned.
    public var launchCalls: [String] { kernel.process?.calls.ofLaunch.map(\.name) ?? [] }
}

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

/// One call an app made into a framework, by Apple's name.
struct FrameworkCall: Sendable {
    let owner: StaticString
    let member: StaticString
    let isWrite: Bool

    /// As Apple's documentation writes it, with ` =` behind a property that was set.
    var name: String {
        let member = "\(member)" + (isWrite ? " =" : "")
        return owner.utf8CodeUnitCount == 0 ? member : "\(owner).\(member)"
    }
}
