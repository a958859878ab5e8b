/// What an app does with its audio session, and what happens to it.
extension DeviceMachine {
    /// `AVAudioSession.setCategory`. Options replace the former ones. During a call only a category that plays and
    /// records is taken. From a dead process it has no effect.
    public mutating func setCategory(
        _ category: AudioCategory, mode: AudioMode = .standard, options: AudioOptions = [],
        from generation: ProcessGeneration, into effects: inout [DeviceEffect]
    ) -> Result<Void, AudioRefusal> {
        guard isRunning(generation) else { return .failure(.processGone) }
        guard audio.activation != .callServices || category == .playAndRecord else { return .failure(.badParameter) }
        let former = audio.route
        audio.category = category
        audio.mode = mode
        audio.options = options
        if audio.route != former { call(.audio(.routeChanged(audio.route, .categoryChanged)), into: &effects) }
        reviewSound(into: &effects)
        return .success(())
    }

    /// `AVAudioSession.setActive`. Fails in the background and beside a telephone call; where it succeeds before a
    /// call's activation, that never comes. From a dead process it has no effect.
    public mutating func setActive(
        _ isActive: Bool, from generation: ProcessGeneration, into effects: inout [DeviceEffect]
    ) -> Result<Void, AudioRefusal> {
        guard isRunning(generation) else { return .failure(.processGone) }
        if isActive {
            guard audio.activation == .none else { return .success(()) }
            guard process.life == .foreground, !calls.isTelephoneInFront, !calls.own.contains(where: \.staysSilent)
            else { return .failure(.insufficientPriority) }
            audio.activation = .app
            effects.append(.observe(.hazard(.selfActivatedAudio)))
        } else {
            audio.activation = .none
            audio.deafen()
        }
        reviewSound(into: &effects)
        return .success(())
    }

    /// `AVAudioSession.overrideOutputAudioPort`, toward the speaker or back. Only while playing and recording.
    public mutating func overrideOutput(
        toSpeaker: Bool, from generation: ProcessGeneration, into effects: inout [DeviceEffect]
    ) -> Result<Void, AudioRefusal> {
        guard isRunning(generation) else { return .failure(.processGone) }
        guard audio.category == .playAndRecord else { return .failure(.badParameter) }
        let former = audio.route
        audio.isSpeakerForced = toSpeaker
        if audio.route != former { call(.audio(.routeChanged(audio.route, .overridden)), into: &effects) }
        reviewSound(into: &effects)
        return .success(())
    }

    /// `AVAudioSession.setPreferredInput`: the identifier of a device, ``AudioDevice/builtInID`` or none. A change of
    /// the route ends what was forced (C65). Only what can record now is taken: assumed (C69).
    public mutating func preferInput(
        _ id: String?, from generation: ProcessGeneration, into effects: inout [DeviceEffect]
    ) -> Result<Void, AudioRefusal> {
        guard isRunning(generation) else { return .failure(.processGone) }
        guard id == nil || id == AudioDevice.builtInID || audio.inputs.contains(where: { $0.id == id }) else {
            return .failure(.badParameter)
        }
        let former = audio.device
        let wasForced = audio.isSpeakerForced
        audio.preferredInput = id
        audio.isSpeakerForced = false
        guard audio.device != former || wasForced && audio.route != .speaker else {
            audio.isSpeakerForced = wasForced
            return .success(())
        }
        call(.audio(.routeChanged(audio.route, .overridden)), into: &effects)
        reviewSound(into: &effects)
        return .success(())
    }

    private mutating func devicesChanged(_ reason: RouteChangeReason, into effects: inout [DeviceEffect]) {
        audio.isSpeakerForced = false
        call(.audio(.routeChanged(audio.route, reason)), into: &effects)
    }

    mutating func handle(_ request: AudioRequest, into effects: inout [DeviceEffect]) {
        switch request {
        case .startMedia: startMedia(into: &effects)
        case .stopMedia: audio.media = .stopped
        case .requestMicrophone: requestMicrophone(into: &effects)
        }
    }

    /// Media started without an active session stays deaf, but for a resumed call the system does not activate: there
    /// it takes the session quietly.
    private mutating func startMedia(into effects: inout [DeviceEffect]) {
        if audio.activation == .none, !calls.isTelephoneInFront,
            calls.own.contains(where: { $0.takesSound && $0.staysSilent })
        {
            audio.activation = .callServices
        }
        audio.media = audio.activation == .none ? .deaf : .running
        if audio.media == .deaf { effects.append(.observe(.hazard(.mediaBeforeActivation))) }
    }

    /// Only an app on the screen can ask; another is told no.
    private mutating func requestMicrophone(into effects: inout [DeviceEffect]) {
        guard audio.microphone == .undetermined, process.life == .foreground else {
            return call(.audio(.microphone(isGranted: audio.microphone == .granted)), into: &effects)
        }
        audio.isAskingForMicrophone = true
    }

    mutating func handle(_ event: AudioEvent, into effects: inout [DeviceEffect]) {
        switch event {
        case .routeChanges(let route):
            let device = AudioDevice(route)
            audio.own = device == nil ? route : .receiver
            audio.devices = device.map { [$0] } ?? []
            devicesChanged(.deviceChanged, into: &effects)
        case .attaches(let device):
            audio.devices.removeAll { $0.id == device.id }
            audio.devices.append(device)
            devicesChanged(.deviceCame, into: &effects)
        case .detaches(let id):
            audio.devices.removeAll { $0.id == id }
            devicesChanged(.deviceWent, into: &effects)
        case .interruption(let interruption):
            audio.isInterrupted = interruption == .began
            if audio.isInterrupted { audio.deafen() }
            call(.audio(.interruption(interruption)), into: &effects)
        case .mediaServicesReset:
            audio.resetMediaServices()
            call(.audio(.mediaServicesReset), into: &effects)
        case .callSessionForgotten: audio.isCallSessionLost = policy.audio.losesSessionUntilConfigured
        case .microphone(let permission):
            audio.microphone = permission
            guard audio.isAskingForMicrophone else { return }
            audio.isAskingForMicrophone = false
            call(.audio(.microphone(isGranted: permission == .granted)), into: &effects)
        }
    }
}

/// What an app does with sound that needs no answer at once.
public enum AudioRequest: Hashable, Sendable {
    /// The app starts to play and record: its media engine opens the units of sound.
    case startMedia
    /// The app stops playing and recording.
    case stopMedia
    /// The app asks for the permission to record.
    case requestMicrophone
}

/// Why the audio session refuses.
public enum AudioRefusal: Error, Hashable, Sendable {
    /// 561017449, `!pri`: a session in the background, or beside a call, has no right to sound.
    case insufficientPriority
    /// −50: not while the session is CallKit's.
    case badParameter
    /// The process that asks is not alive.
    case processGone

    /// The code of the error as the app sees it.
    public var code: Int {
        switch self {
        case .insufficientPriority: 561_017_449
        case .badParameter: -50
        case .processGone: 0
        }
    }
}

/// What happens to the phone's sound from outside the app.
public enum AudioEvent: Hashable, Sendable {
    /// Something was plugged in or out, or Bluetooth came or went: the route sound takes by default now.
    case routeChanges(AudioRoute)
    /// Something is plugged in or connected beside what is there already, and takes the sound.
    case attaches(AudioDevice)
    /// What has this identifier is gone.
    case detaches(String)
    /// Another app or the system takes the session, or gives it back.
    case interruption(AudioInterruption)
    /// The daemon of sound died; everything an app set is gone.
    case mediaServicesReset
    /// The daemon forgot the audio session of CallKit: calls are never activated until the provider is configured anew.
    case callSessionForgotten
    /// The person decides on the microphone.
    case microphone(MicrophonePermission)
}

/// An interruption of the audio session.
public enum AudioInterruption: Hashable, Sendable {
    /// The session is taken.
    case began
    /// The session may be used again.
    case ended(shouldResume: Bool)
}

/// What AVFAudio tells the app.
public enum AudioCallback: Hashable, Sendable {
    /// `routeChangeNotification`.
    case routeChanged(AudioRoute, RouteChangeReason)
    /// `interruptionNotification`.
    case interruption(AudioInterruption)
    /// `mediaServicesWereResetNotification`.
    case mediaServicesReset
    /// The answer to the request for the microphone.
    case microphone(isGranted: Bool)
}

/// Why the route of sound changed.
public enum RouteChangeReason: Hashable, Sendable {
    /// `deviceChanged`: one came or went; which of it shows in the route.
    case deviceChanged, deviceCame, deviceWent, categoryChanged, overridden
}
