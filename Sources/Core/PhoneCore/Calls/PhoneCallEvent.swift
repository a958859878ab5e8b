import CallModel
import Redaction

/// The inputs of ``PhoneCall``, grouped by their source. Each is allowed at every stage.
enum PhoneCallEvent: Hashable, Sendable {
    // A push, the INVITE of a call that no push announced, or news of the exchange.

    /// The call begins to ring; `left` is the time for which the exchange will still ring, if known.
    case announced(left: Duration?)
    /// The call must not ring. If its push must be reported, it is reported and ended at once.
    case refused(CallExit, DiscardedPushReason, mustReport: Bool)
    /// The call is over; it was added only because its push must be reported.
    case thrownAway
    /// Another push of the call came that must be reported.
    case pushedAgain
    /// The exchange rings for this much longer.
    case ringsOn(left: Duration)
    /// A push told these identifiers and this caller.
    case learned(CallIdentifiers, CallDisplay)
    /// The session may have begun another round. `isReady`: whether the connection for its INVITE is ready.
    case roundBegan(CallIdentifiers, isReady: Bool)
    /// The call waits at another registration now. `isReady`: whether the connection of that one is ready.
    case moved(isReady: Bool)
    /// The call waits at this edge of the carrier's network.
    case waits(at: VendorEdge)
    /// The call is the one that rang in an earlier process.
    case goesOn(PastCall)
    /// A push told that the call has ended, or was settled on another device.
    case endPushed(EndReason)
    /// Another call is the same as this one, and continues.
    case doubled

    // The system.

    /// A report of the call completed.
    case reported(ReportPurpose, ReportRefusal?)
    /// The system accepted or refused a transaction.
    case requested(TransactionKind, TransactionRefusal?)
    /// The system starts the call. The registration is the one over which it can be placed now; `nil` if there is none
    /// yet.
    case start(SystemActionID, over: RegistrationID?)
    /// The person answered; `timeLeft` is the system's time for the action, if known.
    case answer(SystemActionID, timeLeft: Duration?)
    /// The person ended the call. `declines`: where a ringing call is declined if the person did not choose.
    case end(SystemActionID, declines: DeclineScope)
    /// The system asks to hold or resume.
    case hold(SystemActionID, Bool)
    /// The system asks to mute or unmute.
    case mute(SystemActionID, Bool)
    /// The system asks to send digits.
    case sendDigits(SystemActionID, Redacted<String>)
    /// The system asks to group calls.
    case group(SystemActionID)
    /// An action was not completed in time and must not be completed any more.
    case actionTimedOut(SystemActionID)
    /// The system lost all its calls.
    case reset

    // The person, in the app's screens.

    /// Answer the call, and do this with another active one.
    case answerAsked(UserRequestID, ActiveCallPolicy)
    /// End the call; decline it on these devices if it rings and the person chose them.
    case endAsked(UserRequestID, DeclineScope?)
    /// Hold, mute or send digits: a transaction with this action.
    case changeAsked(UserRequestID, TransactionKind, SystemAction)
    /// Have the exchange connect the other side to this user of it.
    case transferAsked(UserRequestID, Redacted<String>)

    // Signaling.

    /// An INVITE came that belongs to this call, matched by its caller's number alone or by an identifier.
    case invited(LineID, RegistrationID, CallIdentifiers, CallDisplay, byNumber: Bool)
    /// The state of the line changed.
    case lineChanged(CallState)
    /// The line ended. `canAsk`: whether the exchange answers requests of this phone.
    case lineEnded(Ending, isReported: Bool, canAsk: Bool)
    /// The line could not carry out an order.
    case lineFailed(LineFailure)
    /// The call was not transferred, because the call to the target ended like this.
    case transferFailed(Ending)
    /// The connection of the call's registration changed. `canAsk` as above.
    case connection(RegistrationID, ConnectionPhase, canAsk: Bool)
    /// The INVITE is due, because the connection is ready.
    case inviteDue
    /// The connection that the call waits for will not come.
    case connectionGivenUp
    /// The session of the call's line was lost for good.
    case sessionLost
    /// The credentials of the call's registration have become invalid.
    case credentialsRefused

    // The exchange, beside signaling.

    /// It told who calls.
    case callerTold(CallDisplay)
    /// It answered a request, or will not answer it any more.
    case requestOver(RingRequests.Kind)
    /// Its answer to a request. `isReady`: whether the connection for an INVITE is ready.
    case replied(RingRequests.Kind, RingRequests.Reply, isReady: Bool)
    /// It told this device that the call is settled for it, and by which other device.
    case settled(EndReason, by: RingDevice?)
    /// It told this device that it has the call.
    case won

    // Other calls, and the clock.

    /// Another call takes the sound, so this one is held.
    case yield
    /// A deadline passed.
    case timer(PhoneCallTimer)
}

/// The outputs of ``PhoneCall``. They are carried out in order.
enum PhoneCallEffect: Hashable, Sendable {
    /// An effect of the phone.
    case phone(PhoneEffect)
    /// Start a timer. `within` is the time that the exchange or the system states, if it states one;
    /// ``PhoneLimits/wait(of:within:)`` decides.
    case startTimer(PhoneCallTimer, within: Duration?)
    /// Stop a timer, if it runs.
    case stopTimer(PhoneCallTimer)
    /// Have the system answer the call, and do this with another active one.
    case requestAnswer(ActiveCallPolicy)
    /// The person answered, and the call has no line yet. It may need credentials that are not on the device.
    case awaitsLine
    /// The call is connected, so the others yield.
    case connected
    /// The person resumed the call, so the others yield, and the system usually activates the sound.
    case resumed
    /// The call was reported. If its identifiers are those of a call that rang in an earlier process, it replaces that
    /// one; if it rings and its connection is ready, its INVITE is due.
    case takeUp(CallIdentifiers)
    /// Remember the ended call, and send the exchange the reports that it still lacks. Its `asks` need a signed-in person.
    case remember(PastCall)
    /// The outcome of an inbound call, for the person's notices.
    case outcome(CallOutcome)
    /// Nothing more is due: forget the call.
    case gone
}

/// The deadlines of one call. ``PhoneTimer`` says what each means.
enum PhoneCallTimer: Hashable, Sendable {
    case ring
    case invite
    /// The carrier ended the line, and the exchange has not said why. It takes the place of `invite`.
    case reason
    case answer
    case dial
    case report
    case unmuteGuard
}

extension PhoneTimer {
    /// The timer of one call.
    init(_ timer: PhoneCallTimer, of call: CallUUID) {
        switch timer {
        case .ring: self = .ring(call)
        case .invite, .reason: self = .invite(call)
        case .answer: self = .answer(call)
        case .dial: self = .dial(call)
        case .report: self = .report(call)
        case .unmuteGuard: self = .unmuteGuard(call)
        }
    }
}
