package import DeviceModel

/// A rule of Apple's frameworks that an app broke, as the modeled phone observed it.
package struct BrokenRule: Hashable, Sendable {
    package let rule: DeviceRule
    package let words: String

    /// Nil for everything that breaks no rule: endings that the person or the phone wanted, and crashes.
    package init?(_ observation: Observation) {
        let found: (DeviceRule, String)? =
            switch observation {
            case .terminated(let reason, _): Self.broken(by: reason)
            case .pushesRevoked: (.c8, "no push starts the app any more")
            case .hazard(let mistake): Self.broken(by: mistake)
            case .call, .recents, .sound, .pushNotDelivered, .pushViolation, .diagnosticAlert, .process,
                .unlockRequested:
                nil
            }
        guard let (rule, words) = found else { return nil }
        self.rule = rule
        self.words = words
    }

    private static func broken(by reason: TerminationReason) -> (DeviceRule, String)? {
        switch reason {
        case .pushNotReported: (.c2, "no report: app killed")
        case .pushNotReportedInTime: (.c3, "no report in time: app killed")
        case .backgroundTimeExceeded: (.c71, "background time over: app killed")
        case .noSceneLifeCycle: (.c73, "no scene life cycle: app killed")
        case .launchWatchdog, .forceQuit, .crash, .memory, .reboot, .deleted: nil
        }
    }

    private static func broken(by mistake: AppMistake) -> (DeviceRule, String) {
        switch mistake {
        case .earlyPushCompletion: (.c4, "the push is completed before its report")
        case .reportOffQueue: (.c7, "a call is reported off the delegate's queue")
        case .secondProvider: (.c20, "a second provider")
        case .providerBeforeMain: (.c22, "a provider before main")
        case .reusedCallID: (.c28, "the UUID of an earlier call")
        case .idleCompletion: (.c40, "an action is completed that is not pending")
        case .mediaBeforeActivation: (.c60, "media before the session is activated")
        case .selfActivatedAudio: (.c61, "the app activates the session itself")
        }
    }
}
