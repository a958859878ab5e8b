import CallModel

/// The token by which the exchange makes the system show an alert, if pushes that wake the app fail.
///
/// The system gives the token on each request, and the app asks each time it enters the foreground. So the state is not
/// stored, and a failed upload is repeated at the next request. The exchange forgets the token with the session.
struct AlertToken: Hashable, Sendable {
    private enum Stage: Hashable, Sendable {
        case unsaid, asked, confirmed
    }

    private var token: DevicePushToken?
    private var stage = Stage.unsaid

    /// Whether the exchange has the token.
    var isConfirmed: Bool { stage == .confirmed }

    /// The inputs of the machine.
    enum Event: Hashable, Sendable {
        /// The system gave the token.
        case given(DevicePushToken, isSignedIn: Bool)
        /// A person signed in or out.
        case session(isSignedIn: Bool)
        /// The exchange stored the token (`true`), or the upload failed.
        case answered(DevicePushToken, isDone: Bool)
    }

    /// The outputs of the machine.
    enum Effect: Hashable, Sendable {
        /// Give the token to the exchange. The answer is one `answered`.
        case upload(DevicePushToken)
    }

    /// Handles one event and appends the effects that follow from it.
    mutating func handle(_ event: Event, into effects: inout [Effect]) {
        switch event {
        case .given(let given, let isSignedIn):
            if token != given { stage = .unsaid }
            token = given
            uploadIfDue(isSignedIn: isSignedIn, into: &effects)
        case .session(let isSignedIn):
            if !isSignedIn { stage = .unsaid }
            uploadIfDue(isSignedIn: isSignedIn, into: &effects)
        case .answered(let answered, let isDone):
            guard answered == token, stage == .asked else { return }
            stage = isDone ? .confirmed : .unsaid
        }
    }

    private mutating func uploadIfDue(isSignedIn: Bool, into effects: inout [Effect]) {
        guard isSignedIn, stage == .unsaid, let token else { return }
        stage = .asked
        effects.append(.upload(token))
    }
}

extension Phone {
    mutating func pass(_ event: AlertToken.Event, into effects: inout [PhoneEffect]) {
        var wanted: [AlertToken.Effect] = []
        state.alertToken.handle(event, into: &wanted)
        for case .upload(let token) in wanted { effects.append(.uploadAlertToken(token)) }
    }

    /// Removes the alert of a push, whether or not its call is known (``PhoneCall/removeAlert(into:)``).
    func removeAlert(of session: CallSessionID?, _ round: RingRound, into effects: inout [PhoneEffect]) {
        if let session { effects.append(.notification(.removeAlert(session, round))) }
    }

    /// A call ended that only an alert announced and that the person did not open. It was missed if no device of the
    /// person answered.
    mutating func missedUnheard(
        _ naming: CallIdentifiers, _ reason: EndReason, _ push: VoIPPush, into effects: inout [PhoneEffect]
    ) -> Bool {
        guard push.way == .background, let session = naming.session, !state.refusesCalls else { return false }
        let id = state.name(session, nil) ?? push.spare
        state.past.add(
            PastCall(
                id: id, session: session, round: naming.round, vendor: nil, organization: nil, provider: .exchange,
                outcome: reason,
                termination: nil, line: nil),
            limits: limits, into: &effects)
        pass(.ended(CallOutcome(id, .inbound, reason)), into: &effects)
        return true
    }
}
