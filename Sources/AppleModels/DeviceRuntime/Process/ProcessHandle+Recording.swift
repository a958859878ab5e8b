extension ProcessHandle {
    /// Records that the app called a framework. Every entry point of a framework module calls this first.
    ///
    /// - Parameters:
    ///   - owner: The type under which Apple documents the member; empty for a global function.
    ///   - member: The member's name, which the compiler writes as Apple does.
    package func record(_ owner: StaticString, _ member: StaticString = #function) {
        note(FrameworkCall(owner: owner, member: member, isWrite: false))
    }

    /// Records that the app set a property of a framework's object.
    package func recordWrite(_ owner: StaticString, _ member: StaticString = #function) {
        note(FrameworkCall(owner: owner, member: member, isWrite: true))
    }

    /// Records a call, and returns the process whose code calls this.
    package static func recording(_ owner: StaticString, _ member: StaticString = #function) -> ProcessHandle? {
        let process = current
        process?.record(owner, member)
        return process
    }
}

extension ModelDevice {
    /// The first 10,000 calls that the current process made into frameworks, in order, by Apple's names, such as
    /// `PKPushRegistry.init(queue:)` or `PKPushRegistry.delegate =`. Reading back a value that the app has set, and
    /// using objects that only carry values, are not recorded.
    public var frameworkCalls: [String] { kernel.process?.calls.all.map(\.name) ?? [] }

    /// The calls made before the app delegate's launch method returned.
    public var launchCalls: [String] { kernel.process?.calls.ofLaunch.map(\.name) ?? [] }
}

/// The calls that a process made into frameworks, in order.
struct FrameworkCalls: Sendable {
    /// The most calls kept for a process. A launch with a few phone calls makes far fewer, and the list needs little
    /// memory.
    static let countMax = 10_000

    private(set) var all: [FrameworkCall] = []
    /// The number of calls at the end of the launch; nil until then.
    private(set) var countAtLaunch: Int?

    mutating func add(_ call: FrameworkCall) {
        guard all.count < Self.countMax else { return }
        all.append(call)
    }

    mutating func endLaunch() {
        if countAtLaunch == nil { countAtLaunch = all.count }
    }

    /// The calls made before the delegate's launch method returned.
    var ofLaunch: ArraySlice<FrameworkCall> { all.prefix(countAtLaunch ?? all.count) }
}

/// One call that an app made into a framework, by Apple's name.
struct FrameworkCall: Sendable {
    let owner: StaticString
    let member: StaticString
    let isWrite: Bool

    /// The name as Apple's documentation writes it, followed by ` =` for a property that was set.
    var name: String {
        let member = "\(member)" + (isWrite ? " =" : "")
        return owner.utf8CodeUnitCount == 0 ? member : "\(owner).\(member)"
    }
}
