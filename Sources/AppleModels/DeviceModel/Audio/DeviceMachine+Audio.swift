/// Handles the app's use of its audio session, and events of the sound hardware.
extension DeviceMachine {
    /// `AVAudioSession.setCategory`. The options replace the former ones. During a call only a category that plays and
    /// records is accepted. A call from a dead process has no effect.
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

    /// `AVAudioSession.setActive`. It fails in the background and during a telephone call. If it succeeds before the
    /// system activates the session for a call, the system's activation never comes. A call from a dead process has no
    /// effect.
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

    /// `AVAudioSession.overrideOutputAudioPort`, to the speaker or back. It needs the category that plays and records.
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

    /// `AVAudioSession.setPreferredInput`, with the identifier of a device, ``AudioDevice/builtInID`` or nil. A change
    /// of the route ends a forced output (C65). That only an input that can record now is accepted is assumed (C69).
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

    private mutating func devicesChanged(_ reason: DeviceRouteChangeReason, into effects: inout [DeviceEffect]) {
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

    /// Starts the app's media. Without an active session the media stays silent, except for a resumed call that the
    /// system does not activate: there the media takes the session.
    private mutating func startMedia(into effects: inout [DeviceEffect]) {
        if audio.activation == .none, !calls.isTelephoneInFront,
            calls.own.contains(where: { $0.needsAudio && $0.staysSilent })
        {
            audio.activation = .callServices
        }
        audio.media = audio.activation == .none ? .deaf : .running
        if audio.media == .deaf { effects.append(.observe(.hazard(.mediaBeforeActivation))) }
    }

    /// Asks the person for the microphone. Only an app in the foreground can ask; otherwise the answer is no.
    private mutating func requestMicrophone(into effects: inout [DeviceEffect]) {
        guard audio.microphone == .undetermined, process.life == .foreground else {
            return call(.audio(.microphone(isGranted: audio.microphone == .granted)), into: &effects)
        }
        audio.isAskingForMicrophone = true
    }

    mutating func handle(_ event: AudioHardwareEvent, into effects: inout [DeviceEffect]) {
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

/// A call by the app about sound that returns no result at once.
public enum AudioRequest: Hashable, Sendable {
    /// The app starts to play and record: its media engine opens the audio units.
    case startMedia
    /// The app stops playing and recording.
    case stopMedia
    /// The app asks for the permission to record.
    case requestMicrophone
}

/// The reason why the audio session refuses a call.
public enum AudioRefusal: Error, Hashable, Sendable {
    /// 561017449, `!pri`: the app is in the background, or a call has priority.
    case insufficientPriority
    /// −50: the argument is not allowed now, for example while CallKit owns the session.
    case badParameter
    /// The calling process is not alive.
    case processGone

    /// The error code that the app receives.
    public var code: Int {
        switch self {
        case .insufficientPriority: 561_017_449
        case .badParameter: -50
        case .processGone: 0
        }
    }
}

/// An event of the phone's sound hardware or daemon, or of the microphone permission.
public enum AudioHardwareEvent: Hashable, Sendable {
    /// Devices were attached or detached; the default route is this one now.
    case routeChanges(DeviceAudioRoute)
    /// Another device is attached and takes the sound.
    case attaches(AudioDevice)
    /// The device with this identifier is detached.
    case detaches(String)
    /// Another app or the system takes the session or returns it.
    case interruption(AudioInterruption)
    /// The audio daemon restarted, and everything the app set is lost.
    case mediaServicesReset
    /// The call daemon lost CallKit's audio session: no call is activated until the provider is configured again.
    case callSessionForgotten
    /// The person allows or denies the microphone.
    case microphone(MicrophonePermission)
}

/// An interruption of the audio session.
public enum AudioInterruption: Hashable, Sendable {
    /// The app loses the session.
    case began
    /// The app may use the session again.
    case ended(shouldResume: Bool)
}

/// A call by AVFAudio into the app.
public enum AudioCallback: Hashable, Sendable {
    /// `routeChangeNotification`.
    case routeChanged(DeviceAudioRoute, DeviceRouteChangeReason)
    /// `interruptionNotification`.
    case interruption(AudioInterruption)
    /// `mediaServicesWereResetNotification`.
    case mediaServicesReset
    /// The answer to the request for the microphone.
    case microphone(isGranted: Bool)
}

/// The reason why the route changed.
public enum DeviceRouteChangeReason: Hashable, Sendable {
    /// `deviceChanged`: a device was attached or detached; the new route shows which.
    case deviceChanged, deviceCame, deviceWent, categoryChanged, overridden
}
