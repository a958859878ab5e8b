import CallModel

extension RingSession {
    /// The same session with its times relative to `now`, and without mere counters.
    ///
    /// Times that have passed are all equal, however long ago. Two sessions that are equal in this form behave alike
    /// from then on, so a search compares this form.
    package func relative(to now: Duration) -> RingSession {
        var session = self
        session.version = 0
        session.revision = 0
        session.openedAt = .zero
        session.bridgedAt = bridgedAt.map { _ in .zero }
        session.deadline = deadline.left(at: now)
        session.nextStageAt = nextStageAt.map { $0.left(at: now) }
        session.parkedUntil = parkedUntil.map { $0.left(at: now) }
        session.savingUntil = savingUntil.map { $0.left(at: now) }
        session.beside?.stage = beside?.stage.relative(to: now) ?? .ringing(until: .zero)
        session.parent.looks = 0
        session.parent.answerAt = parent.answerAt.map { $0.left(at: now) }
        session.parent.ringbackAt = parent.ringbackAt.map { $0.left(at: now) }
        session.parent.lookAt = parent.lookAt.map { $0.left(at: now) }
        for index in legs.indices {
            session.legs[index].looks = 0
            session.legs[index].dialAt = legs[index].dialAt.map { $0.left(at: now) }
            session.legs[index].lookAt = legs[index].lookAt.map { $0.left(at: now) }
        }
        for index in pending.indices {
            session.pending[index].orderedAt = pending[index].orderedAt.map { _ in .zero }
            session.pending[index].doubt?.againAt = pending[index].doubt?.againAt?.left(at: now)
        }
        session.phase = phase.relative(to: now)
        return session
    }
}

extension RingPhase {
    fileprivate func relative(to now: Duration) -> RingPhase {
        switch self {
        case .ringing, .ended: return self
        case .claimed(var claim):
            claim.stage = claim.stage.relative(to: now)
            return .claimed(claim)
        case .active(let talk):
            return .active(Conversation(device: talk.device, leg: talk.leg, since: talk.since - now))
        case .parked(let parking): return .parked(Parking(by: parking.by, until: parking.until.left(at: now)))
        case .voicemail(var voicemail):
            voicemail.until = voicemail.until.left(at: now)
            return .voicemail(voicemail)
        case .apology(let until): return .apology(until: until.left(at: now))
        }
    }
}

extension ThirdParty.Stage {
    fileprivate func relative(to now: Duration) -> ThirdParty.Stage {
        switch self {
        case .ringing(let until): .ringing(until: until.left(at: now))
        case .joining(let attempts, let until): .joining(attempts: attempts, until: until.left(at: now))
        case .joined(let until): .joined(until: until?.left(at: now))
        }
    }
}

extension Claim.Stage {
    fileprivate func relative(to now: Duration) -> Claim.Stage {
        switch self {
        case .leased(let until): .leased(until: until.left(at: now))
        case .joining(let joining):
            .joining(
                BridgeAttempt(
                    losersAt: joining.losersAt.map { $0.left(at: now) }, givenUpAt: joining.givenUpAt.left(at: now),
                    attempts: joining.attempts, step: joining.step.relative(to: now)))
        }
    }
}

extension BridgeAttempt.Step {
    fileprivate func relative(to now: Duration) -> BridgeAttempt.Step {
        switch self {
        case .asked(let until): .asked(until: until.left(at: now))
        case .awaitingParent(let until): .awaitingParent(until: until.left(at: now))
        case .confirming(let until): .confirming(until: until.left(at: now))
        case .pausing(let until): .pausing(until: until.left(at: now))
        case .looking(let parent, let leg, let until): .looking(parent: parent, leg: leg, until: until.left(at: now))
        }
    }
}

extension Duration {
    fileprivate func left(at now: Duration) -> Duration { max(self - now, .zero) }
}
