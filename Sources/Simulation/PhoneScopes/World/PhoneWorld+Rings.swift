import CallModel
import PhoneCore

/// What the exchange answers beside signalling.
extension PhoneWorld {
    /// How a call went the exchange says of each. Of calls that ring no number it knows no device that rings for one.
    mutating func answer(_ request: RingRequests.Request) {
        signaling.append(.rings(.replied(request, reply(to: request))))
    }

    private mutating func reply(to request: RingRequests.Request) -> RingRequests.Reply {
        let index = sessions.firstIndex { $0.id == request.session }
        guard let index, faults.missesDeaths || request.kind == .status else { return .unknown }
        if case .over(let reason) = sessions[index].stage { return .over(reason, by: nil) }
        switch request.kind {
        case .status: return .ringing
        case .claim: return .granted
        case .rescue: return .refused
        case .ready: return redial(index, for: heardProcess(of: request))
        case .decline, .declineEverywhere:
            sessions[index].stage = .over(.declined)
            return .done
        }
    }

    /// The run of the app that is ready is dialled once, in place of what was dialled before.
    private mutating func redial(_ index: Int, for process: UInt64?) -> RingRequests.Reply {
        guard let process, sessions[index].stage == .ringing, sessions[index].process != process else {
            return .ringing
        }
        sessions[index].process = process
        sessions[index].isLeftBehind = false
        cancelLine(index)
        return .dialing
    }
}
