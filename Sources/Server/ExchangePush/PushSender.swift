public import Logging
public import NIOCore
public import PushDelivery

/// Sends pushes to the services of Apple and Google.
///
/// It may be used from anywhere at once. A push comes to exactly one outcome, at the latest at its deadline and the time
/// of one answer. What a token's removal means for the books is the caller's business.
public final class PushSender: Sendable {
    /// How long ``stop(within:)`` waits, unless told.
    public static let stopWait = Duration.seconds(5)

    private let apns: [String: [ApnsEnvironment: ApnsLane]]
    private let fcm: [String: FcmLane]
    /// Every lane once, in a fixed order.
    private let apnsLanes: [ApnsLane]
    private let fcmLanes: [FcmLane]

    /// - Parameter shelf: where provider tokens outlive the process; nil: nowhere.
    /// - Throws: which account cannot be used, and why.
    public convenience init(
        _ configuration: PushConfiguration, on group: any EventLoopGroup, shelf: (any ProviderTokenShelf)? = nil,
        logger: Logger
    ) throws(PushSenderError) {
        try self.init(configuration, on: group, shelf: shelf, logger: logger, clock: PushClock())
    }

    /// The same, with a clock that a test can push forward.
    package init(
        _ configuration: PushConfiguration, on group: any EventLoopGroup, shelf: (any ProviderTokenShelf)? = nil,
        logger: Logger, clock: PushClock
    ) throws(PushSenderError) {
        var byTopic: [String: [ApnsEnvironment: ApnsLane]] = [:]
        var lanes: [ApnsLane] = []
        for account in configuration.apns {
            let maker = try ProviderTokenMaker(account, shelf: shelf)
            var byEnvironment: [ApnsEnvironment: ApnsLane] = [:]
            for environment in ApnsEnvironment.allCases {
                let lane = try ApnsLane(
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
        var byProject: [String: FcmLane] = [:]
        var projects: [FcmLane] = []
        for account in configuration.fcm {
            let lane = try FcmLane(account, on: group.next(), logger: logger, clock: clock)
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
    /// - Parameter environments: where of Apple's to connect already; others when there is something to send.
    public func start(_ environments: [ApnsEnvironment] = [.production]) {
        for lane in apnsLanes where environments.contains(lane.environment) { lane.start() }
        for lane in fcmLanes { lane.start() }
    }

    /// Sends a push, and returns when it has come to its end.
    ///
    /// Cancelling the task does not take it back: end the call, and send the push that says so.
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

    /// In every environment that may know the token, until one does.
    private func send(_ push: PreparedPush, through lanes: [ApnsEnvironment: ApnsLane]) async -> PushOutcome {
        var outcome = PushOutcome.suppressed(.noAccount)
        for environment in push.token.environmentsToTry {
            guard let lane = lanes[environment] else { continue }
            outcome = await lane.send(push)
            guard case .tokenGone(let removal) = outcome, removal.cause == .badToken else { return outcome }
        }
        return outcome
    }

    /// Sends pushes at once; the outcomes come as they are known, each with the push's place in the list.
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

    /// Takes nothing more in, waits so long for what is under way, and closes the connections.
    public func stop(within limit: Duration = stopWait) async {
        await withTaskGroup(of: Void.self) { group in
            for lane in apnsLanes { group.addTask { await lane.stop(within: limit) } }
            for lane in fcmLanes { group.addTask { await lane.stop(within: limit) } }
        }
    }

    /// What was counted since the start, of each service.
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
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// A key is no PEM of the right kind.
        case key
        /// A certificate to trust is no PEM.
        case certificate
        /// A service account of Google's is incomplete.
        case serviceAccount
        /// Two accounts claim the same topic or project.
        case conflict
    }

    public let code: Code
    /// What it is about: a team, a project, a topic.
    public let context: String

    public init(_ code: Code, _ context: String) {
        self.code = code
        self.context = context
    }

    public var description: String { "push \(code.rawValue): \(context)" }
}
