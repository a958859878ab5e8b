internal import CallModel
internal import DeviceRuntime
internal import PhoneCore
internal import RingCore

/// The lines of calls, and the steps of a scenario about them.
extension ScriptedExchange {
    func dialed(_ line: ScriptedLine) {
        guard calls.contains(where: { $0 === line.call }) else {
            let ending = Ending(.unreachable, cause: .unallocatedNumber, sipCode: 404, sipReason: "Not Found")
            after(ScriptedLine.roundTrip) { line.handle(.released(ending)) }
            return
        }
        believe(.dialed, of: line.call)
        after(Self.peerRingsAfter) { line.handle(.peerRinging) }
    }

    func answered(_ line: ScriptedLine) {
        let call = line.call
        guard call.belief.isRinging else {
            // Another device was faster, or the answer comes on an answered call.
            line.handle(.released(ending(call, call.belief == .answeredElsewhere ? .answeredElsewhere : .cancelled)))
            return
        }
        believe(.answeredHere, of: call)
        flow(on: line)
    }

    private func flow(on line: ScriptedLine) {
        guard let delay = line.call.plan.mediaAfter else { return }
        after(delay) { line.handle(.mediaConnected) }
    }

    func receive(_ digits: String, on call: ExchangeCall) {
        call.digits += digits
        reports("\(call.plan.shownName) hears the digits \(digits)")
    }

    /// Handles the app's end of its leg.
    func released(_ line: ScriptedLine, _ reason: EndReason) {
        let call = line.call
        guard call.belief.isLive else { return }
        switch call.belief {
        case .answeredHere, .answeredThere: believe(.hungUpHere, of: call)
        case .dialed: believe(.cancelledHere, of: call)
        default: believe(reason == .busy ? .busyHere : .declinedHere, of: call)
        }
        if call.line === line { call.line = nil }
    }

    // MARK: - Steps of the scenario

    func perform(_ action: ExchangeStep) {
        switch action {
        case .call(let name): if let call = call(name) { ring(call) }
        case .callerHangsUp(let name):
            if let call = call(name) { end(call, call.belief.isTalking ? .hungUpThere : .callerHungUp) }
        case .answeredElsewhere(let name): if let call = call(name) { end(call, .answeredElsewhere) }
        case .declinedElsewhere(let name): if let call = call(name) { end(call, .declinedElsewhere) }
        case .peerAnswers(let name): if let call = call(name) { peerAnswers(call) }
        case .peerRefuses(let name, let reason): if let call = call(name) { end(call, .refusedThere, reason) }
        case .peerHolds(let name): if let call = call(name), reportsHold(of: call) { call.line?.handle(.peerHeld) }
        case .peerResumes(let name): if let call = call(name), reportsHold(of: call) { call.line?.handle(.peerResumed) }
        case .refusesCredentials(let organization): refuseCredentials(of: organization)
        case .push, .vendorPush, .endPush, .rawPush: break  // Pushes go through the push services.
        }
    }

    private func ring(_ call: ExchangeCall) {
        believe(.ringing, of: call)
        let episode = call.episode
        call.ringsUntil = device.now + call.plan.ringsFor
        invite(call)
        after(call.plan.ringsFor) { [self] in
            guard call.episode == episode else { return }
            if let greeting = call.plan.greetsFor { greet(call, for: greeting) } else { end(call, .notAnswered) }
        }
    }

    /// Gives the caller to the attendant. Phones keep ringing during the greeting, until a message is recorded.
    private func greet(_ call: ExchangeCall, for greeting: Duration) {
        believe(.withAttendant, of: call)
        let episode = call.episode
        invite(call)
        guard kindness != .rescuedAtAnyTime else { return }
        after(greeting) { [self] in
            if call.episode == episode { end(call, .notAnswered) }
        }
    }

    /// Whether the phone is told of the other side's hold. Behind a carrier, that hold is only silence.
    private func reportsHold(of call: ExchangeCall) -> Bool {
        !call.plan.isOfCarrier || kindness == .carrierTellsHold
    }

    private func peerAnswers(_ call: ExchangeCall) {
        guard call.belief == .dialed, let line = call.line else { return }
        believe(.answeredThere, of: call)
        line.handle(.peerAnswered)
        flow(on: line)
    }

    /// Ends a call for a reason outside the phone, which is told if it can be reached.
    private func end(_ call: ExchangeCall, _ belief: ExchangeCallState, _ reason: EndReason? = nil) {
        guard call.belief.isLive else { return }
        believe(belief, of: call)
        let line = call.line
        call.line = nil
        guard let line else { return }
        let ending = ending(call, reason ?? belief.reason)
        guard reaches(line.socket), line.socket.state == .ready else {
            // The carrier's edge forgets an ended call, and does not tell a phone that comes back.
            if call.plan.isOfCarrier, kindness != .carrierTellsLateEnds {
                return line.socket.abandoned.append(line)
            }
            return line.socket.unheard.append((line, ending))
        }
        line.handle(.released(ending))
    }

    /// The ending that the phone is told. Over the carrier it is that of the phone's leg, which the exchange ends: an
    /// unanswered call is canceled, whatever other devices did with it, and an answered one ends with an acknowledged
    /// BYE.
    private func ending(_ call: ExchangeCall, _ reason: EndReason) -> Ending {
        guard call.plan.isOfCarrier, kindness != .carrierTellsWhy else { return Ending(reason) }
        switch reason {
        case .completed: return Ending(.completed, cause: .normalClearing, sipCode: 200, sipReason: "OK")
        case .answeredElsewhere, .declinedElsewhere, .noAnswer: return Ending(.cancelled)
        default: return Ending(reason)
        }
    }
}

extension ExchangeCallState {
    /// Whether a phone that answers gets the call.
    var isRinging: Bool { self == .ringing || self == .withAttendant }

    /// The reason that the phone is told.
    fileprivate var reason: EndReason {
        switch self {
        case .callerHungUp: .cancelled
        case .answeredElsewhere: .answeredElsewhere
        case .declinedElsewhere: .declinedElsewhere
        case .notAnswered: .noAnswer
        case .refusedThere: .declined
        case .notCalled, .ringing, .withAttendant, .dialed, .answeredHere, .answeredThere, .declinedHere, .busyHere,
            .cancelledHere, .hungUpHere, .hungUpThere, .lost:
            .completed
        }
    }
}

/// Requests of a device about a call, before it answers or after the call has ended. Calls to a number are the
/// carrier's calls. A call between users has a status here, and everything else of it goes over signaling.
extension ScriptedExchange {
    /// The exchange's name of the user's other device.
    private static let otherDevice = RingDevice(name: "desk")

    /// - Parameter process: the requesting process, by its own number.
    func reply(
        to kind: RingRequests.Kind, about call: ExchangeCall, by process: UInt64?
    ) -> RingRequests.Reply {
        if kind == .status { return status(of: call) }
        if kind == .caller { return .caller(call.plan.caller) }
        guard call.plan.isOfCarrier, !account.tokens.isEmpty || hasConnection(for: call) else { return .unknown }
        switch kind {
        case .status, .caller: return status(of: call)
        case .decline, .declineEverywhere:
            call.isDeclinedForAll = call.isDeclinedForAll || kind == .declineEverywhere
            if call.belief.isRinging { believe(.declinedHere, of: call) }
            return .done
        case .claim: return claim(call)
        case .ready: return ready(call, process)
        case .rescue: return rescue(call)
        }
    }

    private func status(of call: ExchangeCall) -> RingRequests.Reply {
        guard let reason = call.outcome else { return call.belief == .withAttendant ? .voicemail : .ringing }
        guard call.plan.isOfCarrier else { return .over(reason, by: nil, reported: Ending(reason)) }
        switch reason {
        // The call itself goes on, or ended differently for the caller.
        case .answeredElsewhere, .declinedElsewhere, .busy: return over(call) ?? .ringing
        case .declined where !call.isDeclinedForAll: return over(call) ?? .ringing
        // The attendant takes a message.
        case .noAnswer where call.plan.greetsFor != nil: return over(call) ?? .ringing
        default: return .over(reason, by: nil, reported: Ending(reason))
        }
    }

    /// The reply about a call that has ended for this device.
    private func over(_ call: ExchangeCall) -> RingRequests.Reply? {
        call.outcome.map { .over($0, by: call.belief == .answeredElsewhere ? Self.otherDevice : nil) }
    }

    private func claim(_ call: ExchangeCall) -> RingRequests.Reply {
        switch call.belief {
        case .answeredElsewhere: .taken(by: Self.otherDevice)
        // It still rings on other devices.
        case .declinedHere where !call.isDeclinedForAll: .refused
        // It can be rescued, but not claimed.
        case .withAttendant where kindness != .claimedFromAttendant: .over(.noAnswer, by: nil)
        default: over(call) ?? .granted
        }
    }

    /// Dials a ready device if it was not dialed yet, or if the earlier leg belongs to a process that has ended. Each
    /// process is dialed once.
    private func ready(_ call: ExchangeCall, _ process: UInt64?) -> RingRequests.Reply {
        if let over = over(call) { return over }
        guard call.belief != .withAttendant else { return .refused }
        let isDialed = call.line != nil || call.isParked && kindness != .dialsWhatWaits
        let isReplaced = process.map { $0 != call.process } ?? (kindness == .dialsUnnamed)
        let isWorthIt =
            device.now + RingLimits.ringTimeMin <= call.ringsUntil
            && call.dialCount < Int(RingLimits.legsPerDeviceMax)
        guard call.belief == .ringing, !isDialed || isReplaced else { return .ringing }
        guard isWorthIt else { return isDialed ? .ringing : .refused }
        call.process = process
        return dial(call)
    }

    /// Dials a device again that takes a call back from the attendant, unless the carrier has an INVITE for it.
    private func rescue(_ call: ExchangeCall) -> RingRequests.Reply {
        if let over = over(call) { return over }
        guard call.belief == .withAttendant else { return .refused }
        return call.line != nil || call.isParked ? .ringing : dial(call)
    }

    private func dial(_ call: ExchangeCall) -> RingRequests.Reply {
        let former = call.line
        (call.isParked, call.isUnreached, call.line) = (false, false, nil)
        call.dialCount += 1
        former?.handle(.released(Ending(.cancelled)))
        invite(call)
        return .dialing
    }
}
