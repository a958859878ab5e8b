public import DeviceModel

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
