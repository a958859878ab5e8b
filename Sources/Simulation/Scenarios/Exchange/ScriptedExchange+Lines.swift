internal import CallModel
internal import DeviceRuntime

/// What comes of the app's words about a call.
extension ScriptedExchange {
    func dialled(_ line: ScriptedLine) {
        guard calls.contains(where: { $0 === line.call }) else {
            let ending = Ending(.unreachable, cause: .unallocatedNumber, sipCode: 404, sipReason: "Not Found")
            after(ScriptedLine.roundTrip) { line.handle(.released(ending)) }
            return
        }
        believe(.dialled, of: line.call)
        after(Self.peerRingsAfter) { line.handle(.peerRinging) }
    }

    func answered(_ line: ScriptedLine) {
        let call = line.call
        guard call.belief.isRinging else {
            // Another was faster, or it comes from a call that stands.
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

    func heard(_ digits: String, on call: ExchangeCall) {
        call.digits += digits
        tells("\(call.plan.shownName) hears the digits \(digits)")
    }

    /// The app ended its branch.
    func released(_ line: ScriptedLine, _ reason: EndReason) {
        let call = line.call
        guard call.belief.isLive else { return }
        switch call.belief {
        case .answeredHere, .answeredThere: believe(.hungUpHere, of: call)
        case .dialled: believe(.cancelledHere, of: call)
        default: believe(reason == .busy ? .busyHere : .declinedHere, of: call)
        }
        if call.line === line { call.line = nil }
    }

    // MARK: - Steps of the scenario

    func perform(_ deed: ExchangeDeed) {
        switch deed {
        case .call(let name): if let call = call(name) { ring(call) }
        case .callerHangsUp(let name):
            if let call = call(name) { end(call, call.belief.isTalking ? .hungUpThere : .callerHungUp) }
        case .answeredElsewhere(let name): if let call = call(name) { end(call, .answeredElsewhere) }
        case .declinedElsewhere(let name): if let call = call(name) { end(call, .declinedElsewhere) }
        case .peerAnswers(let name): if let call = call(name) { peerAnswers(call) }
        case .peerRefuses(let name, let reason): if let call = call(name) { end(call, .refusedThere, reason) }
        case .peerHolds(let name): if let call = call(name), tellsHold(of: call) { call.line?.handle(.peerHeld) }
        case .peerResumes(let name): if let call = call(name), tellsHold(of: call) { call.line?.handle(.peerResumed) }
        case .refusesCredentials(let organization): refuseCredentials(of: organization)
        case .push, .vendorPush, .newsPush, .rawPush: break  // The push services' matter.
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

    /// The attendant has the caller. Phones ring on under the greeting, and no longer once a message is taken.
    private func greet(_ call: ExchangeCall, for greeting: Duration) {
        believe(.withAttendant, of: call)
        let episode = call.episode
        invite(call)
        guard kindness != .rescuedAtAnyTime else { return }
        after(greeting) { [self] in
            if call.episode == episode { end(call, .notAnswered) }
        }
    }

    /// Behind a carrier the other side's hold is silence and no more.
    private func tellsHold(of call: ExchangeCall) -> Bool {
        !call.plan.isOfCarrier || kindness == .carrierTellsHold
    }

    private func peerAnswers(_ call: ExchangeCall) {
        guard call.belief == .dialled, let line = call.line else { return }
        believe(.answeredThere, of: call)
        line.handle(.peerAnswered)
        flow(on: line)
    }

    /// The call is over for a reason outside the phone, which hears of it if it can be reached.
    private func end(_ call: ExchangeCall, _ belief: ExchangeBelief, _ reason: EndReason? = nil) {
        guard call.belief.isLive else { return }
        believe(belief, of: call)
        let line = call.line
        call.line = nil
        guard let line else { return }
        let ending = ending(call, reason ?? belief.reason)
        guard reaches(line.socket), line.socket.state == .ready else {
            // The carrier's edge forgets a call with its end, and does not offer it to the phone that comes back.
            if call.plan.isOfCarrier, kindness != .carrierTellsLateEnds {
                return line.socket.abandoned.append(line)
            }
            return line.socket.unheard.append((line, ending))
        }
        line.handle(.released(ending))
    }

    /// How the phone is told of an end. Over the carrier it is the end of its leg, which the exchange makes: a call that
    /// was not answered is cancelled, whatever others did with it, and one that stood ends by a BYE that was answered.
    private func ending(_ call: ExchangeCall, _ reason: EndReason) -> Ending {
        guard call.plan.isOfCarrier, kindness != .carrierTellsWhy else { return Ending(reason) }
        switch reason {
        case .completed: return Ending(.completed, cause: .normalClearing, sipCode: 200, sipReason: "OK")
        case .answeredElsewhere, .declinedElsewhere, .noAnswer: return Ending(.cancelled)
        default: return Ending(reason)
        }
    }
}

extension ExchangeBelief {
    /// Whether a phone that answers has it.
    var isRinging: Bool { self == .ringing || self == .withAttendant }

    /// How the phone is told of it.
    fileprivate var reason: EndReason {
        switch self {
        case .callerHungUp: .cancelled
        case .answeredElsewhere: .answeredElsewhere
        case .declinedElsewhere: .declinedElsewhere
        case .notAnswered: .noAnswer
        case .refusedThere: .declined
        case .notCalled, .ringing, .withAttendant, .dialled, .answeredHere, .answeredThere, .declinedHere, .busyHere,
            .cancelledHere, .hungUpHere, .hungUpThere, .lost:
            .completed
        }
    }
}
