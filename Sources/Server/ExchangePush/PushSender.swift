public import Logging
public import NIOCore
public import PushDelivery

/// Sends pushes to the services of Apple and Google.
///
/// It may be used from any task. Each push gets exactly one outcome, at the latest after its deadline plus the time of
/// one answer. The caller has to remove the tokens that an outcome reports as gone.
public final class PushSender: Sendable {
    /// How long ``stop(within:)`` waits by default.
    public static let stopWait = Duration.seconds(5)

    private let apns: [String: [APNsEnvironment: APNsDriver]]
    private let fcm: [String: FCMDriver]
    /// Every lane once, in a fixed order.
    private let apnsLanes: [APNsDriver]
    private let fcmLanes: [FCMDriver]

    /// - Parameter tokenStore: stores provider tokens beyond the process; nil: they are not stored.
    /// - Throws: an error that names the unusable account and the reason.
    public convenience init(
        _ configuration: PushConfiguration, on group: any EventLoopGroup, tokenStore: (any ProviderTokenStore)? = nil,
        logger: Logger
    ) throws(PushSenderError) {
        try self.init(configuration, on: group, tokenStore: tokenStore, logger: logger, clock: PushClock())
    }

    /// The same with a clock that a test can advance.
    package init(
        _ configuration: PushConfiguration, on group: any EventLoopGroup, tokenStore: (any ProviderTokenStore)? = nil,
        logger: Logger, clock: PushClock
    ) throws(PushSenderError) {
        var byTopic: [String: [APNsEnvironment: APNsDriver]] = [:]
        var lanes: [APNsDriver] = []
        for account in configuration.apns {
            let maker = try ProviderTokenMaker(account, tokenStore: tokenStore)
            var byEnvironment: [APNsEnvironment: APNsDriver] = [:]
            for environment in APNsEnvironment.allCases {
                let lane = try APNsDriver(
                    account, environment: environment, maker: maker, on: group.next(), logger: logger, clock: clock)
                byEnvironment[environment] = lane
                lanes.append(lane)
            }
            for topic in account.topics {
                guard byTopic.updateValue(byEnvironment, forKey: topic) == nil else {
                    throw PushSenderError(.conflict, "two accounts push to \(topic)")
                }
            }
        }
        var byProject: [String: FCMDriver] = [:]
        var projects: [FCMDriver] = []
        for account in configuration.fcm {
            let lane = try FCMDriver(account, on: group.next(), logger: logger, clock: clock)
            guard byProject.updateValue(lane, forKey: account.projectID) == nil else {
                throw PushSenderError(.conflict, "two accounts push to \(account.projectID)")
            }
            projects.append(lane)
        }
        apns = byTopic
        fcm = byProject
        apnsLanes = lanes
        fcmLanes = projects
    }

    /// Opens connections and fetches tokens, so that the first ring need not wait for them.
    ///
    /// - Parameter environments: Apple's environments to connect to now; others are connected when there is something
    ///   to send.
    public func start(_ environments: [APNsEnvironment] = [.production]) {
        for lane in apnsLanes where environments.contains(lane.environment) { lane.start() }
        for lane in fcmLanes { lane.start() }
    }

    /// Sends a push and returns its outcome.
    ///
    /// Canceling the task does not withdraw the push: end the call and send the push about its end.
    public func send(_ push: OutgoingPush) async -> PushOutcome {
        let prepared: PreparedPush
        do throws(PushRuleViolation) {
            prepared = try PreparedPush(push)
        } catch {
            return .suppressed(error.rule)
        }
        switch push.token.address {
        case .fcm(let project):
            guard let lane = fcm[project] else { return .suppressed(.noAccount) }
            return await lane.send(prepared)
        case .apns(let topic, _):
            guard let lanes = apns[topic] else { return .suppressed(.noAccount) }
            return await send(prepared, through: lanes)
        }
    }

    /// Tries each environment that may know the token until one does.
    private func send(_ push: PreparedPush, through lanes: [APNsEnvironment: APNsDriver]) async -> PushOutcome {
        var outcome = PushOutcome.suppressed(.noAccount)
        for environment in push.token.environmentsToTry {
            guard let lane = lanes[environment] else { continue }
            outcome = await lane.send(push)
            guard case .tokenGone(let removal) = outcome, removal.cause == .badToken else { return outcome }
        }
        return outcome
    }

    /// Sends pushes concurrently; yields each outcome when it is known, with the push's index in the list.
    public func send(_ pushes: [OutgoingPush]) -> AsyncStream<(index: Int, outcome: PushOutcome)> {
        AsyncStream { stream in
            let work = Task {
                await withTaskGroup(of: (Int, PushOutcome).self) { group in
                    for (index, push) in pushes.enumerated() {
                        group.addTask { (index, await self.send(push)) }
                    }
                    for await (index, outcome) in group { stream.yield((index, outcome)) }
                }
                stream.finish()
            }
            stream.onTermination = { _ in work.cancel() }
        }
    }

    /// Refuses new pushes, waits for those in progress within the limit, and closes the connections.
    public func stop(within limit: Duration = stopWait) async {
        await withTaskGroup(of: Void.self) { group in
            for lane in apnsLanes { group.addTask { await lane.stop(within: limit) } }
            for lane in fcmLanes { group.addTask { await lane.stop(within: limit) } }
        }
    }

    /// The counters since the start, for each service.
    public func metrics() async -> [(service: PushService, metrics: PushMetrics)] {
        var apple = PushMetrics()
        for lane in apnsLanes { apple = apple + (await lane.metrics()) }
        var google = PushMetrics()
        for lane in fcmLanes { google = google + (await lane.metrics()) }
        return [(.apns, apple), (.fcm, google)]
    }
}

/// Why pushes cannot be sent at all. Safe to log: it holds no key.
public struct PushSenderError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of fault in the configuration.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// A key is not a PEM of the right kind.
        case key
        /// A trusted certificate is not a PEM.
        case certificate
        /// A service account at Google is incomplete.
        case serviceAccount
        /// Two accounts claim the same topic or project.
        case conflict
    }

    /// The kind of fault, the same in every version, so that a program can act on it.
    public let code: Code
    /// The team, project or topic concerned, and the problem.
    public let context: String

    public init(_ code: Code, _ context: String) {
        self.code = code
        self.context = context
    }

    public var description: String { "push \(code.rawValue): \(context)" }
}
