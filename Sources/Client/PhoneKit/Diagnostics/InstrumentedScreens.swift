public import CallModel
public import Clocks
public import PhoneCore

/// Passes everything to the app's screens, and also logs it, counts it for analytics and sets the values of a crash
/// report.
@MainActor
public final class InstrumentedScreens: ScreenPort {
    private struct Seen {
        let call: CallSnapshot
        /// When the call was connected, by the phone's clock; nil before.
        let since: Duration?
    }

    private let screens: any ScreenPort
    private let log: PhoneLogger
    private let crash: CrashLog?
    private let analytics: (any AnalyticsSink)?
    private let clock: any TimeSource
    private var seen: [CallUUID: Seen] = [:]

    /// Wraps these screens.
    public init(
        _ screens: any ScreenPort, log: PhoneLogger, crash: CrashLog?, analytics: (any AnalyticsSink)?,
        clock: any TimeSource
    ) {
        self.screens = screens
        self.log = log
        self.crash = crash
        self.analytics = analytics
        self.clock = clock
    }

    public func show(_ update: PhoneUpdate) {
        switch update {
        case .call(let call): note(call)
        case .ended(let end):
            let last = seen.removeValue(forKey: end.call)
            let seconds = last?.since.map { (clock.now - $0).components.seconds } ?? 0
            log.write(.info, .calls, "ended: \(end)", about: LogContext(call: end.call))
            analytics?.count(.callEnded(end.direction, end.disposition, end.reason, seconds: seconds))
            crash?.set(.callCount, to: seen.count)
        case .failed(let id, let refusal):
            log.write(.warning, .calls, "failed: \(refusal)", about: LogContext(call: id))
            analytics?.count(.callFailed(refusal))
        case .transferFailed(let id, let reason, _):
            log.write(.warning, .calls, "not transferred: \(reason)", about: LogContext(call: id))
        default: break  // Connection, network, audio and notices are not counted.
        }
        screens.show(update)
    }

    public func organizationSettled(_ organization: OrganizationID, _ failure: SwitchFailure?) {
        let context = LogContext(organization: organization)
        if let failure {
            log.write(.warning, .organizations, "switch failed: \(failure)", about: context)
        } else {
            log.write(.info, .organizations, "switched", about: context)
        }
        screens.organizationSettled(organization, failure)
    }

    public func sessionOver(_ cause: SessionEndCause) {
        log.write(.notice, .session, "over: \(cause)")
        screens.sessionOver(cause)
    }

    private func note(_ call: CallSnapshot) {
        let before = seen[call.id]
        let isConnected = call.phase == .connected
        seen[call.id] = Seen(call: call, since: before?.since ?? (isConnected ? clock.now : nil))
        guard call.phase != before?.call.phase else { return }
        log.write(
            .info, .calls, "\(call.direction) \(call.phase)",
            about: LogContext(call: call.id, organization: call.organization))
        if before == nil { analytics?.count(.callBegan(call.direction)) }
        if isConnected, before?.since == nil { analytics?.count(.callConnected(call.direction)) }
        crash?.set(.call, to: call.id)
        crash?.set(.direction, to: call.direction)
        crash?.set(.phase, to: call.phase)
        crash?.set(.callCount, to: seen.count)
    }
}

/// A service that counts events, such as Firebase Analytics. The app implements it with an adapter.
public protocol AnalyticsSink: Sendable {
    /// Counts an event.
    func count(_ event: AnalyticsEvent)
}

/// An event that is counted. None identifies a person or a call.
public enum AnalyticsEvent: Hashable, Sendable {
    /// A call appeared on the screen: it rings or was dialed.
    case callBegan(CallDirection)
    /// A call connected for the first time. A restored connection does not count again.
    case callConnected(CallDirection)
    /// A call ended. `seconds` is its connected time; 0 if it was never connected.
    case callEnded(CallDirection, CallDisposition, EndReason, seconds: Int64)
    /// A request about a call was refused, for this reason.
    case callFailed(PhoneRefusal)

    /// The event's name in the form that analytics services require.
    public var name: String {
        switch self {
        case .callBegan: "call_began"
        case .callConnected: "call_connected"
        case .callEnded: "call_ended"
        case .callFailed: "call_failed"
        }
    }

    /// The event's parameters, in order.
    public var parameters: [(name: String, value: String)] {
        switch self {
        case .callBegan(let direction), .callConnected(let direction): [("direction", direction.rawValue)]
        case .callEnded(let direction, let disposition, let reason, let seconds):
            [
                ("direction", direction.rawValue), ("disposition", disposition.rawValue), ("reason", reason.rawValue),
                ("seconds", String(seconds)),
            ]
        case .callFailed(let refusal): [("refusal", refusal.rawValue)]
        }
    }
}
