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
