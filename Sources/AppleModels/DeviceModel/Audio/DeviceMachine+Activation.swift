/// Activates and deactivates the audio session for calls, as the call daemon does.
extension DeviceMachine {
    /// Activates the session once when a call begins to need it, and deactivates it when no call uses it any longer.
    mutating func reviewActivation(into effects: inout [DeviceEffect]) {
        let isUsed = !calls.isTelephoneInFront && calls.provider != nil && calls.own.contains(where: \.needsAudio)
        let isWanted = isUsed && calls.own.contains { $0.needsAudio && !$0.staysSilent }
        if isWanted && !audio.isWanted { activate(into: &effects) }
        if !isUsed && audio.activation == .callServices { deactivate(into: &effects) }
        audio.isWanted = isWanted
    }

    private mutating func activate(into effects: inout [DeviceEffect]) {
        guard !audio.isCallSessionLost, audio.activation != .callServices, let provider = calls.provider,
            audio.activation == .none || !policy.audio.ownActivationPreventsSystems
        else { return }
        audio.activation = .callServices
        if provider.hasDelegate { call(.calls(.didActivate(provider.id)), into: &effects) }
    }

    private mutating func deactivate(into effects: inout [DeviceEffect]) {
        audio.activation = .none
        audio.deafen()
        guard let provider = calls.provider, provider.hasDelegate else { return }
        call(.calls(.didDeactivate(provider.id)), into: &effects)
    }

    /// Reports a change in what can be heard and recorded.
    mutating func reviewSound(into effects: inout [DeviceEffect]) {
        let sounds = audio.media == .running && audio.activation != .none && !audio.isInterrupted
        let condition = SoundCondition(
            isHeard: sounds, isRecording: sounds && canRecord,
            route: sounds ? audio.route : audio.condition.route)
        guard condition != audio.condition else { return }
        audio.condition = condition
        effects.append(.observe(.sound(condition)))
    }

    /// Whether the app can record. A session that the app activated itself plays during a call but does not record.
    private var canRecord: Bool {
        guard audio.microphone == .granted, audio.category == .playAndRecord || audio.category == .record else {
            return false
        }
        return audio.activation == .callServices || !audio.isWanted && process.life == .foreground
    }
}

/// Whether the app is heard and can record, and where its sound goes.
public struct SoundCondition: Hashable, Sendable {
    /// Whether the app's output is heard.
    public var isHeard: Bool
    /// Whether the app receives the microphone's input.
    public var isRecording: Bool
    /// Where sound goes.
    public var route: DeviceAudioRoute

    /// Describes a condition of the sound.
    public init(isHeard: Bool, isRecording: Bool, route: DeviceAudioRoute) {
        self.isHeard = isHeard
        self.isRecording = isRecording
        self.route = route
    }
}
