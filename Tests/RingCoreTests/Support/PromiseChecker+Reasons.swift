import CallModel
import RingCore

/// I5: each device that rang is told one thing in each round, and the right one.
extension PromiseChecker {
    /// A notice about a round that is over counts no more once another begins.
    mutating func noteRounds(_ before: RingSession?, _ after: RingSession) {
        for device in after.devices {
            let former = before?.devices.first { $0.device == device.device }
            guard let former, former.round != device.round else { continue }
            let isSettled = former.reason != nil && (!former.isBegun || reasons[device.device] != nil)
            if !isSettled || device.round.rawValue != former.round.rawValue + 1 {
                violate("I5: a round began before the one before it was settled")
            }
            reasons[device.device] = nil
            talked.remove(device.device)
        }
    }

    /// Who calls out has talked to whom they called before the two change places.
    mutating func noteTalk(_ before: RingSession?, _ after: RingSession) {
        if before?.isReversed == false, after.isReversed, let device = after.outbound?.device { talked.insert(device) }
        if case .active(let talk) = after.phase { talked.insert(talk.device) }
        if let beside = after.beside, beside.isJoined { talked.insert(beside.device) }
    }

    mutating func watch(
        _ reason: DeviceReason, of device: DeviceID, _ event: RingEvent?, _ before: RingSession?,
        _ after: RingSession
    ) {
        if reasons[device] != nil { violate("I5: a device was given two reasons") }
        reasons[device] = reason
        if !isRight(reason, of: device, event, before, after) {
            violate("I5: a device was told \(reason.rawValue), and it was not so")
        }
    }

    /// A device that talked has been told so, unless it had been told another reason before.
    mutating func watchTalk(_ after: RingSession) {
        for device in after.devices where talked.contains(device.device) && reasons[device.device] == nil {
            violate("I5: a device talks and was not told that it has the call")
        }
    }

    /// Judged by what happened, not by what the session makes of it.
    private func isRight(
        _ reason: DeviceReason, of device: DeviceID, _ event: RingEvent?, _ before: RingSession?,
        _ after: RingSession
    ) -> Bool {
        let news = ownEnd(of: device, event, after)
        let wasBeside = before?.beside?.device == device
        switch reason {
        case .answered: return talked.contains(device)
        case .answeredElsewhere: return !claims.isEmpty && after.owner(of: after.holder) != device
        case .declined: return isOwn(event, device) || [.hungUp, .followed, .declined].contains(news)
        case .declinedElsewhere: return declinesForAll(event, device, after)
        case .busy: return news == .busy
        case .missed: return wasBeside || news == .noAnswer || after.holder == nil
        case .callerCancelled:
            let isCallerGone = after.outbound != nil && isMembership(event)
            return wasBeside || after.parent.stage == .over || isRequest(event) || isCallerGone
        case .callerHungUp: return wasBeside || after.parent.stage == .over
        case .unreachable: return news == nil || news == .unreachable
        case .lost: return before?.legs.contains { $0.device == device && $0.rank >= .answered } ?? false
        case .machine: return after.devices.contains { $0.device == device && $0.reach == .number }
        case .withdrawn: return departed.contains(device) || isRequest(event) || isMembership(event)
        case .glareMerged: return isGlare(event)
        case .failed: return !isOwn(event, device) && ![.hungUp, .declined, .busy, .noAnswer].contains(news)
        }
    }

    /// How the device's own leg ended by this very event.
    private func ownEnd(of device: DeviceID, _ event: RingEvent?, _ after: RingSession) -> CarrierHangUpReason? {
        guard case .carrier(.hungUp(let leg, let news)) = event, after.owner(of: leg) == device else { return nil }
        return news
    }

    private func isOwn(_ event: RingEvent?, _ device: DeviceID) -> Bool {
        guard case .device(device, let request, _, _) = event else { return false }
        return request == .declineHere || request == .declineEverywhere
    }

    private func declinesForAll(_ event: RingEvent?, _ device: DeviceID, _ after: RingSession) -> Bool {
        guard case .device(let other, .declineEverywhere, _, _) = event, other != device else { return false }
        let user = after.devices.first { $0.device == device }?.user
        return after.devices.contains { $0.device == other && $0.user == user }
    }

    private func isRequest(_ event: RingEvent?) -> Bool { if case .request = event { true } else { false } }
    private func isMembership(_ event: RingEvent?) -> Bool { if case .membership = event { true } else { false } }
    private func isGlare(_ event: RingEvent?) -> Bool { if case .glare = event { true } else { false } }
}

extension RingSession {
    func owner(of leg: LegID?) -> DeviceID? { leg.flatMap { owner(of: .leg($0)) } }
}
