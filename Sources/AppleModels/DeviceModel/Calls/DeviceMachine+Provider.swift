/// Creates, connects and ends the app's call provider.
extension DeviceMachine {
    /// How long a provider takes to connect to the daemon. Assumed (C21): an app must not depend on it.
    static let providerConnectionDelay: Duration = .milliseconds(50)

    mutating func createProvider(
        _ id: ProviderID, _ configuration: CallConfiguration, into effects: inout [DeviceEffect]
    ) {
        if let former = calls.provider {
            effects.append(.observe(.hazard(.secondProvider)))
            effects.append(.stopTimer(.providerConnection(former.id)))
        }
        if process.life == .prewarmed {
            effects.append(.observe(.hazard(.providerBeforeMain)))
            audio.isCallSessionLost = policy.audio.losesSessionUntilConfigured
        }
        calls.provider = CallProvider(id: id, configuration: configuration)
        effects.append(.startTimer(.providerConnection(id), after: Self.providerConnectionDelay))
    }

    mutating func setDelegate(of id: ProviderID, hasQueue: Bool, into effects: inout [DeviceEffect]) {
        guard calls.provider?.id == id else { return }
        calls.provider?.hasDelegate = true
        calls.provider?.hasQueue = hasQueue
        deliverActions(into: &effects)
    }

    /// The provider is connected to the daemon. The app is told only if the provider has a delegate by then.
    mutating func connect(_ id: ProviderID, into effects: inout [DeviceEffect]) {
        guard let provider = calls.provider, provider.id == id, provider.hasDelegate else { return }
        call(.calls(.didBegin(id)), into: &effects)
    }

    /// Assigns a configuration. The daemon also recovers a lost audio session by it.
    mutating func configure(_ id: ProviderID, _ configuration: CallConfiguration) {
        guard calls.provider?.id == id else { return }
        calls.provider?.configuration = configuration
        audio.isCallSessionLost = false
    }

    mutating func invalidate(_ id: ProviderID, into effects: inout [DeviceEffect]) {
        guard let provider = calls.provider, provider.id == id else { return }
        effects.append(.stopTimer(.providerConnection(id)))
        if policy.calls.invalidateResets, provider.hasDelegate { call(.calls(.didReset(id)), into: &effects) }
        dropActions(into: &effects)
        for call in calls.own { finish(call.id, .providerGone, into: &effects) }
        calls.provider = nil
    }

    /// Restarts the daemon, which forgets the app's calls.
    mutating func restartCallServices(into effects: inout [DeviceEffect]) {
        dropActions(into: &effects)
        dropReports(into: &effects)
        for call in calls.own { finish(call.id, .reset, into: &effects) }
        guard let provider = calls.provider, provider.hasDelegate else { return }
        call(.calls(.didReset(provider.id)), into: &effects)
    }

    /// Ends the calls of a process that died. Under a policy where the daemon forgets to end them, they stay without a
    /// provider.
    mutating func abandonCalls(into effects: inout [DeviceEffect]) {
        if let provider = calls.provider { effects.append(.stopTimer(.providerConnection(provider.id))) }
        calls.provider = nil
        calls.isObserved = false
        dropActions(into: &effects)
        dropReports(into: &effects)
        guard !policy.calls.deadProcessLeavesCalls else { return }
        for call in calls.own { finish(call.id, .providerGone, into: &effects) }
    }

    /// Removes all calls, as the phone was restarted.
    mutating func forgetCalls(into effects: inout [DeviceEffect]) {
        dropActions(into: &effects)
        for call in calls.own { finish(call.id, .reset, into: &effects) }
        calls.list = []
        calls.endedLately = []
    }

    private mutating func dropActions(into effects: inout [DeviceEffect]) {
        for pending in calls.actions where !pending.isExpired {
            effects.append(.stopTimer(.action(pending.action.id)))
        }
        calls.actions = []
    }

    private mutating func dropReports(into effects: inout [DeviceEffect]) {
        for report in calls.reports { effects.append(.stopTimer(.reportCompletion(report.id))) }
        calls.reports = []
    }
}

/// The app's call provider, as the daemon knows it.
public struct CallProvider: Hashable, Sendable {
    /// The provider's identifier. A provider made later in the same process has another.
    public let id: ProviderID
    /// The settings that the app gave the provider.
    public internal(set) var configuration: CallConfiguration
    /// Whether the app set a delegate. Without one, no action is delivered.
    public internal(set) var hasDelegate = false
    /// Whether the app chose a queue for the delegate; otherwise it is the main queue.
    public internal(set) var hasQueue = false

    init(id: ProviderID, configuration: CallConfiguration) {
        self.id = id
        self.configuration = configuration
    }
}

/// The part of a provider's configuration that affects the model.
public struct CallConfiguration: Hashable, Sendable {
    /// How many groups of calls there may be. Source: CallKit, default 2.
    public var groupsMax = 2
    /// How many calls a group may have. Source: CallKit, default 5.
    public var callsPerGroupMax = 5
    /// Whether calls appear in Recents.
    public var includesCallsInRecents = true
    /// Whether calls may have video.
    public var supportsVideo = false

    /// The system's defaults.
    public init() {}
}

/// Identifies a call provider of a process. Providers are numbered in the order in which they were made.
public struct ProviderID: Hashable, Sendable, Comparable {
    /// The number; it has no meaning of its own.
    public let value: UInt8

    /// Makes an ID from a number.
    public init(_ value: UInt8) {
        self.value = value
    }

    /// IDs are ordered by number.
    public static func < (left: Self, right: Self) -> Bool { left.value < right.value }
}
