/// What an app must be answered at once. Beside these, the books' own values are read directly.
extension DeviceMachine {
    /// `AVAudioSession.setCategory`. From a dead process it has no effect.
    public mutating func setCategory(
        _ category: AudioCategory, mode: AudioMode, options: AudioOptions, from generation: ProcessGeneration,
        into effects: inout [DeviceEffect]
    ) -> Result<Void, AudioRefusal> {
        .success(())
    }

    /// `AVAudioSession.setActive`.
    public mutating func setActive(
        _ isActive: Bool, from generation: ProcessGeneration, into effects: inout [DeviceEffect]
    ) -> Result<Void, AudioRefusal> {
        .success(())
    }

    /// `AVAudioSession.overrideOutputAudioPort`, toward the speaker or back.
    public mutating func overrideOutput(
        toSpeaker: Bool, from generation: ProcessGeneration, into effects: inout [DeviceEffect]
    ) -> Result<Void, AudioRefusal> {
        .success(())
    }

    /// `AVAudioSession.currentRoute`.
    public var route: AudioRoute { audio.defaultRoute }

    /// `CXCallObserver.calls`: everybody's calls.
    public var observedCalls: [ObservedCall] { [] }

    /// `UIApplication.isProtectedDataAvailable`: whether the phone is unlocked now.
    public var isProtectedDataAvailable: Bool { lock == .unlocked }
}
