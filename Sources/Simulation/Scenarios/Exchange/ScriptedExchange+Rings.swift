internal import CallModel
internal import DeviceRuntime
internal import PhoneCore
internal import RingCore

/// What a device asks of a call before it answers, or after it is over. What rings a number is what the carrier has; a call
/// between users has a status, and is signalling's alone otherwise.
extension ScriptedExchange {
    /// What the exchange calls the other device of the person.
    private static let otherDevice = RingDevice(name: "desk")

    /// - Parameter process: the run of the app that asks, as it names itself.
    func reply(
        to kind: RingRequests.Kind, about call: ExchangeCall, by process: UInt64?
    ) -> RingRequests.Reply {
        if kind == .status { return status(of: call) }
        guard call.plan.isOfCarrier, !account.tokens.isEmpty || hasConnection(for: call) else { return .unknown }
        switch kind {
        case .status: return status(of: call)
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
        guard call.plan.isOfCarrier else { return .over(reason, by: nil, told: Ending(reason)) }
        switch reason {
        // The call itself goes on, or ended otherwise for the caller.
        case .answeredElsewhere, .declinedElsewhere, .busy: return over(call) ?? .ringing
        case .declined where !call.isDeclinedForAll: return over(call) ?? .ringing
        // The attendant takes a message.
        case .noAnswer where call.plan.greetsFor != nil: return over(call) ?? .ringing
        default: return .over(reason, by: nil, told: Ending(reason))
        }
    }

    /// What a call is for this device that is over for it.
    private func over(_ call: ExchangeCall) -> RingRequests.Reply? {
        call.outcome.map { .over($0, by: call.belief == .answeredElsewhere ? Self.otherDevice : nil) }
    }

    private func claim(_ call: ExchangeCall) -> RingRequests.Reply {
        switch call.belief {
        case .answeredElsewhere: .taken(by: Self.otherDevice)
        // It rings on elsewhere.
        case .declinedHere where !call.isDeclinedForAll: .refused
        // It can be had back, not claimed.
        case .withAttendant where kindness != .claimedFromAttendant: .over(.noAnswer, by: nil)
        default: over(call) ?? .granted
        }
    }

    /// A device is dialled if nothing was, or if that leads to a run of its app that has ended: for each that says so once.
    private func ready(_ call: ExchangeCall, _ process: UInt64?) -> RingRequests.Reply {
        if let over = over(call) { return over }
        guard call.belief != .withAttendant else { return .refused }
        let isDialled = call.line != nil || call.isParked && kindness != .dialsWhatWaits
        let isReplaced = process.map { $0 != call.process } ?? (kindness == .dialsUnnamed)
        let isWorthIt =
            device.now + RingLimits.ringTimeMin <= call.ringsUntil
            && call.dialCount < Int(RingLimits.legsPerDeviceMax)
        guard call.belief == .ringing, !isDialled || isReplaced else { return .ringing }
        guard isWorthIt else { return isDialled ? .ringing : .refused }
        call.process = process
        return dial(call)
    }

    /// A device that wants a call back from the attendant is dialled anew, unless the carrier has an INVITE for it.
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
