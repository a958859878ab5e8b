public import DeviceModel
public import Foundation

extension ModelDevice {
    /// Everything that was seen and heard, in order.
    public var moments: [Moment] { kernel.read { $0.diary.moments } }

    /// What was observed, in order, as values.
    public var observations: [Observation] { kernel.read { $0.diary.observations.map(\.what) } }

    /// The calls on the screen, in the order they appeared.
    public var screen: [CallOnScreen] { kernel.read { $0.diary.screen } }

    /// Recents, the oldest first.
    public var recents: [RecentCall] { kernel.read { $0.diary.recents } }

    /// What can be heard and recorded; nil until something could.
    public var sound: SoundCondition? { kernel.read { $0.diary.sound } }

    /// How often a push went without a report since the app was installed.
    public var violations: Int { kernel.read { $0.diary.violations } }

    /// Whether the system starts the app for no push any more.
    public var isRevoked: Bool { kernel.read { $0.diary.isRevoked } }

    /// Every violent end of a process.
    public var terminations: [Termination] { kernel.read { $0.diary.terminations } }

    /// What the app did that is allowed and known to go wrong.
    public var hazards: [Hazard] { kernel.read { $0.diary.hazards } }

    /// How the process runs.
    public var life: ProcessLife { kernel.look { $0.process.life } }

    /// The phone's books, for a test that asks more.
    public var machine: DeviceMachine { kernel.look { copy $0 } }

    /// Writes a sentence among the moments.
    public func note(_ words: String) { kernel.note(words) }
}

/// Something a person holding the phone, or reading its diagnostics, noticed at a time.
public struct Moment: Hashable, Sendable, CustomStringConvertible {
    /// When, since the phone was made.
    public let at: Duration
    /// What, in words.
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
    /// How far it is.
    public enum Stage: Hashable, Sendable {
        case ringing
        /// It rings, and there is no way to answer.
        case ringingWithoutScreen
        /// "connecting…"
        case connecting
        /// The timer runs.
        case connected
    }

    /// The call's UUID.
    public let id: UUID
    /// How far it is.
    public var stage: Stage
    /// What stands there as the other party.
    public var name: String
    /// Whether it is held.
    public var isHeld = false
    /// Whether the mute button is lit.
    public var isMuted = false
}

/// An entry of Recents.
public struct RecentCall: Hashable, Sendable {
    /// The call's UUID.
    public let call: UUID
    /// How it is shown.
    public let kind: RecentsEntry.Kind
    /// What stands there as the other party.
    public let name: String
    /// When it appeared.
    public let at: Duration
}

/// A notification in the list on the lock screen.
public struct ShownNotification: Hashable, Sendable, Identifiable {
    /// The app's name for it.
    public let id: String
    /// The first line.
    public let title: String
    /// The rest.
    public let body: String
    /// How much it may disturb.
    public let level: InterruptionLevel
}

extension KernelState {
    var shownNotifications: [ShownNotification] {
        books.notifications.delivered.map { notification in
            ShownNotification(
                id: texts.text(TextID(notification.id.value)), title: texts.text(notification.title),
                body: texts.text(notification.body), level: notification.level)
        }
    }
}

/// The violent end of a process.
public struct Termination: Hashable, Sendable {
    /// Why.
    public let reason: TerminationReason
    /// When.
    public let at: Duration
}
