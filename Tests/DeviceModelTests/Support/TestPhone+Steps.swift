import DeviceModel

/// Steps that many transcripts have in common.
extension TestPhone {
    /// What a good app does in `didFinishLaunching`.
    @discardableResult
    mutating func finishLaunch(
        _ methods: PushDelegateMethods = .withMetadata, configuration: CallConfiguration = CallConfiguration()
    ) -> Turn {
        var turn = Turn()
        turn.effects += app(.push(.createRegistry)).effects
        turn.effects += app(.push(.setDelegate(methods))).effects
        turn.effects += app(.push(.setDesiresVoIP(true))).effects
        turn.effects += app(.createProvider(ProviderID(0), configuration)).effects
        turn.effects += app(.setDelegate(ProviderID(0), hasQueue: false)).effects
        turn.effects += app(.process(.launchFinished)).effects
        return turn
    }

    /// The app is opened and ready.
    mutating func openApp(
        _ methods: PushDelegateMethods = .withMetadata, configuration: CallConfiguration = CallConfiguration()
    ) {
        world(.life(.openApp))
        finishLaunch(methods, configuration: configuration)
    }

    /// The app was opened, left, and lies suspended on a locked phone.
    mutating func lieSuspended(
        _ methods: PushDelegateMethods = .withMetadata, configuration: CallConfiguration = CallConfiguration()
    ) {
        world(.lock(.unlock))
        openApp(methods, configuration: configuration)
        world(.lock(.lock))
        wait(.seconds(60))
    }

    @discardableResult
    mutating func push(_ number: UInt32, age: Duration = .zero) -> Turn {
        world(.push(.arrives(PushArrival(id: VoIPPushID(number), age: age))))
    }

    @discardableResult
    mutating func delegateReturns(_ number: UInt32) -> Turn { app(.push(.delegateReturned(VoIPPushID(number)))) }

    @discardableResult
    mutating func report(_ call: SystemCallID, _ update: CallUpdate = CallUpdate(), id: UInt32 = 0) -> Turn {
        app(.reportIncoming(IncomingReport(id: ReportID(id), call: call, update: update)))
    }

    /// A push comes and is reported as it should be.
    mutating func ring(_ call: SystemCallID, push number: UInt32 = 1, _ update: CallUpdate = CallUpdate()) {
        push(number)
        report(call, update, id: number)
        delegateReturns(number)
        wait(.milliseconds(100))
    }

    /// An incoming call that was answered and confirmed.
    mutating func talk(_ call: SystemCallID, push number: UInt32 = 1, _ update: CallUpdate = CallUpdate()) {
        ring(call, push: number, update)
        fulfill(person(.answer(call)))
    }

    /// An outgoing call that was requested and confirmed.
    mutating func dial(_ call: SystemCallID, to handle: HandleID = HandleID(1)) {
        fulfill(app(.request(TransactionRequestID(0), [RequestedAction(.start(handle), call)])))
    }

    /// Completes all the actions of a turn.
    @discardableResult
    mutating func fulfill(_ turn: Turn) -> Turn {
        var result = Turn()
        for action in turn.actions { result.effects += app(.fulfill(action.id)).effects }
        return result
    }

    @discardableResult
    mutating func fail(_ turn: Turn) -> Turn {
        var result = Turn()
        for action in turn.actions { result.effects += app(.fail(action.id)).effects }
        return result
    }

    mutating func setCategory(_ category: AudioCategory, options: AudioOptions = []) -> (AudioRefusal?, Turn) {
        var turn = Turn()
        let result = device.setCategory(
            category, mode: .voiceChat, options: options, from: device.process.generation, into: &turn.effects)
        return (result.refusal, turn)
    }

    mutating func setActive(_ isActive: Bool) -> (AudioRefusal?, Turn) {
        var turn = Turn()
        let result = device.setActive(isActive, from: device.process.generation, into: &turn.effects)
        return (result.refusal, turn)
    }

    mutating func forceSpeaker(_ isForced: Bool) -> (AudioRefusal?, Turn) {
        var turn = Turn()
        let result = device.overrideOutput(
            toSpeaker: isForced, from: device.process.generation, into: &turn.effects)
        return (result.refusal, turn)
    }

    /// The app asks for the input of this identifier, or takes the wish back.
    mutating func prefer(_ id: String?) -> (AudioRefusal?, Turn) {
        var turn = Turn()
        let result = device.preferInput(id, from: device.process.generation, into: &turn.effects)
        return (result.refusal, turn)
    }
}

extension Result where Success == Void, Failure == AudioRefusal {
    var refusal: AudioRefusal? {
        guard case .failure(let refusal) = self else { return nil }
        return refusal
    }
}

/// The calls of the transcripts.
extension SystemCallID {
    static let first = SystemCallID(1)
    static let second = SystemCallID(2)
    static let third = SystemCallID(3)
    static let telephone = SystemCallID(90)
}
