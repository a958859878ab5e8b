public import DeviceModel
public import Foundation

extension ModelDevice {
    /// Everything that was seen and heard, in order, in words; of a long run the newest.
    public var moments: [Moment] { momentLog.kept }

    /// Everything that was observed, in order, as values; of a long run the newest.
    public var observations: [Observation] { observationLog.kept }

    /// The moments, for a reader that comes again.
    package var momentLog: BoundedLog<Moment> { kernel.read { $0.observationLog.moments } }

    /// The observations, for a reader that comes again.
    package var observationLog: BoundedLog<Observation> { kernel.read { $0.observationLog.observations } }

    /// The calls on the screen, in the order they appeared.
    public var screen: [CallOnScreen] { kernel.read { $0.observationLog.screen } }

    /// Recents, the oldest first.
    public var recents: [RecentCall] { kernel.read { $0.observationLog.recents } }

    /// The sound that can be heard and recorded; nil until it changed for the first time.
    public var sound: SoundCondition? { kernel.read { $0.observationLog.sound } }

    /// The number of pushes without a report since the app was installed.
    public var violations: Int { kernel.read { $0.observationLog.violations } }

    /// Whether the system no longer starts the app for pushes.
    public var isRevoked: Bool { kernel.read { $0.observationLog.isRevoked } }

    /// Every killing of a process, in order.
    public var terminations: [Termination] { kernel.read { $0.observationLog.terminations } }

    /// The app's mistakes that the frameworks accept and that are known to fail later.
    public var hazards: [AppMistake] { kernel.read { $0.observationLog.hazards } }

    /// The state of the app's process.
    public var life: ProcessPhase { kernel.look { $0.process.life } }

    /// The state of the phone, for a test that needs more detail.
    public var machine: DeviceMachine { kernel.look { copy $0 } }

    /// Adds a sentence to the moments.
    public func note(_ words: String) { kernel.note(words) }
}

/// An observation at a time, by the person who holds the phone or by a developer who reads its diagnostics.
public struct Moment: Hashable, Sendable, CustomStringConvertible {
    /// The time since the phone was made.
    public let at: Duration
    /// The observation in words.
    public let words: String

    /// The time in seconds and thousandths, and the words.
    public var description: String {
        let components = at.components
        let thousandths = String(1000 + components.attoseconds / 1_000_000_000_000_000).dropFirst()
        return "\(components.seconds).\(thousandths)  \(words)"
    }
}

/// A call as the system's call screen shows it.
public struct CallOnScreen: Hashable, Sendable, Identifiable {
    /// The stage of the call.
    public enum Stage: Hashable, Sendable {
        case ringing
        /// The phone rings, and the screen has no button to answer.
        case ringingWithoutScreen
        /// The screen shows "connecting…".
        case connecting
        /// The screen shows the running timer.
        case connected
    }

    /// The call's UUID.
    public let id: UUID
    /// The stage of the call.
    public var stage: Stage
    /// The name of the other party, as shown.
    public var name: String
    /// Whether the call is held.
    public var isHeld = false
    /// Whether the mute button is switched on.
    public var isMuted = false
}

/// An entry of Recents.
public struct RecentCall: Hashable, Sendable {
    /// The call's UUID.
    public let call: UUID
    /// The kind of call, as shown.
    public let kind: RecentsEntry.Kind
    /// The name of the other party, as shown.
    public let name: String
    /// The handle that a tap on the entry calls; nil if the app gave none.
    public let handle: String?
    /// When the entry appeared, since the phone was made.
    public package(set) var at: Duration
}

/// A notification in the list on the lock screen.
public struct ShownNotification: Hashable, Sendable, Identifiable {
    /// The app's identifier for the notification.
    public let id: String
    /// The title.
    public let title: String
    /// The text.
    public let body: String
    /// How much it may disturb.
    public let level: InterruptionLevel
}

extension KernelState {
    var shownNotifications: [ShownNotification] {
        frameworks.notifications.delivered.map { notification in
            ShownNotification(
                id: texts.text(TextID(notification.id.value)), title: texts.text(notification.title),
                body: texts.text(notification.body), level: notification.level)
        }
    }
}

/// The killing of a process.
public struct Termination: Hashable, Sendable {
    /// The reason.
    public let reason: TerminationReason
    /// The time since the phone was made.
    public let at: Duration
}
