extension DevicePolicy {
    /// Every figure and variant, by rule.
    public var figures: [PolicyFigure] {
        [
            pushFigures, callFigures, actionFigures, audioFigures, processFigures, storageFigures, pathFigures,
            neighborFigures,
        ].flatMap(\.self)
    }

    /// Whether a rule applies to this phone. Some rules apply only to certain versions.
    public func isInForce(_ rule: DeviceRule) -> Bool {
        switch rule {
        case .c9: push.showsDiagnosticAlerts
        case .c10: push.metadata != nil
        case .c28: calls.endedUUIDBreaksNextCall
        case .c30: audio.losesSessionUntilConfigured
        case .c36: calls.hasDefaultCallingApp
        case .c73: process.requiresScenes
        case .c80: process.prewarms
        default: true
        }
    }

    private var pushFigures: [PolicyFigure] {
        [
            PolicyFigure(.c1, "excuses the foreground", push.exemptsForeground),
            PolicyFigure(.c1, "excuses a call under way", push.exemptsDuringCall),
            PolicyFigure(.c3, "second check after", push.secondCheckDelay),
            PolicyFigure(.c4, "early completion hides the call", push.earlyCompletionHidesCall),
            PolicyFigure(.c8, "violations until delivery ends", push.violationsMax),
            PolicyFigure(.c9, "alerts in development builds", push.showsDiagnosticAlerts),
            PolicyFigure(.c10, "need not report", push.metadata?.excuses ?? "no such method"),
            PolicyFigure(.c15, "late from", push.lateDelay),
            PolicyFigure(.c17, "bytes of a payload", push.payloadBytesMax),
            PolicyFigure(.c18, "launches before first unlock", push.launchesBeforeFirstUnlock),
        ]
    }

    private var callFigures: [PolicyFigure] {
        [
            PolicyFigure(.c24, "invalidating resets", calls.invalidateResets),
            PolicyFigure(.c25, "an end before the report completes is lost", calls.losesEndBeforeReportCompletes),
            PolicyFigure(.c27, "groups, unless set", CallConfiguration().groupsMax),
            PolicyFigure(.c27, "calls of a group, unless set", CallConfiguration().callsPerGroupMax),
            PolicyFigure(.c27, "refuses incoming beyond", calls.refusesIncomingBeyondGroups),
            PolicyFigure(.c28, "ended UUID breaks the next call", calls.endedUUIDBreaksNextCall),
            PolicyFigure(.c29, "a dead process leaves calls", calls.deadProcessLeavesCalls),
            PolicyFigure(.c32, "rings for", calls.ringLimit),
            PolicyFigure(.c36, "has a default calling app", calls.hasDefaultCallingApp),
            PolicyFigure(.c67, "video opens the app", calls.videoOpensApp),
        ]
    }

    private var actionFigures: [PolicyFigure] {
        [
            PolicyFigure(.c43, "to start", actions.startTimeOut),
            PolicyFigure(.c43, "to answer", actions.answerTimeOut),
            PolicyFigure(.c43, "for the rest", actions.otherTimeOut),
            PolicyFigure(.c44, "neglected, the call ends after", actions.neglectedActionEndsCallAfter),
            PolicyFigure(.c44, "slow hold ends a swapped call", actions.slowHoldEndsSwappedCall),
            PolicyFigure(.c48, "unmutes when connected", actions.unmutesWhenConnected),
            PolicyFigure(.c50, "answers before ending", actions.answersBeforeEnding),
        ]
    }

    private var audioFigures: [PolicyFigure] {
        [
            PolicyFigure(.c30, "loses the session until configured", audio.losesSessionUntilConfigured),
            PolicyFigure(.c61, "own activation prevents the system's", audio.ownActivationPreventsSystems),
            PolicyFigure(
                .c63, "activates after an interruption ended remotely", audio.activatesAfterRemoteEndedInterruption),
        ]
    }

    private var processFigures: [PolicyFigure] {
        [
            PolicyFigure(.c70, "to finish launching", process.launchLimit),
            PolicyFigure(.c71, "suspended after", process.suspensionDelay),
            PolicyFigure(.c71, "a background task buys", process.backgroundTaskLimit),
            PolicyFigure(.c72, "background launch connects a scene", process.backgroundLaunchConnectsScene),
            PolicyFigure(.c73, "requires scenes", process.requiresScenes),
            PolicyFigure(.c80, "prewarms", process.prewarms),
        ]
    }

    private var storageFigures: [PolicyFigure] {
        [
            PolicyFigure(.c74, "default class", storage.defaultAccessibility.rawValue),
            PolicyFigure(.c76, "items survive deletion", storage.keychainSurvivesDeletion),
            PolicyFigure(.c77, "empty view stays", storage.emptyDefaultsStay),
            PolicyFigure(.c77, "early writes are lost", storage.earlyDefaultsWritesAreLost),
            PolicyFigure(.c79, "cookies need a web view", web.cookiesNeedWebView),
        ]
    }

    private var pathFigures: [PolicyFigure] {
        [
            PolicyFigure(.c90, "first update after", path.firstUpdateDelay),
            PolicyFigure(.c90, "updates on joining Wi-Fi", path.joiningUpdateCount),
            PolicyFigure(.c90, "between them", path.burstInterval),
            PolicyFigure(.c90, "handover passes through nothing", path.handoverPassesThroughNothing),
        ]
    }

    private var neighborFigures: [PolicyFigure] {
        [
            PolicyFigure(.c101, "a code is good for", signIn.codeLifetime),
            PolicyFigure(.c101, "a token is good for", signIn.tokenLifetime),
            PolicyFigure(.c110, "adding without permission is an error", notifications.refusesWithoutPermission),
            PolicyFigure(.c111, "retained events", web.retainedCountMax),
        ]
    }
}

extension MetadataPolicy {
    fileprivate var excuses: String {
        let excused = [
            (excusesForeground, "foreground"), (excusesDuringCall, "during a call"), (excusesLate, "late"),
        ]
        let names = excused.filter(\.0).map(\.1)
        return names.isEmpty ? "never" : names.joined(separator: ", ")
    }
}

/// One figure or variant of a policy, for display.
public struct PolicyFigure: Hashable, Sendable {
    /// The rule that the figure belongs to.
    public let rule: DeviceRule
    /// The name of the figure.
    public let name: String
    /// The value of the figure, with its unit.
    public let value: String

    init(_ rule: DeviceRule, _ name: String, _ value: Duration) {
        let milliseconds = value.components.seconds * 1000 + value.components.attoseconds / 1_000_000_000_000_000
        let text = milliseconds.isMultiple(of: 1000) ? "\(milliseconds / 1000) s" : "\(milliseconds) ms"
        self.init(rule, name, text)
    }

    init(_ rule: DeviceRule, _ name: String, _ value: Int) {
        self.init(rule, name, "\(value)")
    }

    init(_ rule: DeviceRule, _ name: String, _ value: Bool) {
        self.init(rule, name, value ? "yes" : "no")
    }

    init(_ rule: DeviceRule, _ name: String, _ value: String) {
        self.rule = rule
        self.name = name
        self.value = value
    }
}
