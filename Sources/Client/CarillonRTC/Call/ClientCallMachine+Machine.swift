import CallModel
import MediaEngine
import SDP
import Verto

extension ClientCallMachine {
    /// Ends the call because the exchange says that it is over. A cause that the exchange named is kept apart from a
    /// default cause filled in here.
    mutating func released(_ ending: Ending, isReported: Bool, at now: Duration, into effects: inout [ClientCallEffect])
    {
        if isReported { reportedEnding = reportedEnding?.joined(with: ending) ?? ending }
        advance(.released(ending), at: now, into: &effects)
    }

    /// The report marks the ending as told if the exchange named its cause and status, and not if they are this side's
    /// defaults for its reason.
    var stateReport: CallChange {
        let isReported = reportedEnding.map { machine.ending?.hasDetails(of: $0) ?? false } ?? false
        return .state(state, ending, isReported: isReported)
    }

    /// The ending with the cause that this side knows, unless the exchange named another than the usual one.
    private var ending: Ending? {
        guard let ending = machine.ending, let ownCause, ending.cause == ending.reason.defaultCause else {
            return machine.ending
        }
        return Ending(ending.reason, cause: ownCause, sipCode: ending.sipCode, sipReason: ending.sipReason)
    }

    /// Makes the call active once it is answered, our own description was sent, and audio can flow (contrast: W12 of
    /// the Telnyx SDK, active before its ANSWER is sent).
    mutating func claimMedia(at now: Duration, into effects: inout [ClientCallEffect]) {
        // A path that was lost while the call rang is restored by a restart, which needs an active call.
        let isConnected = mediaState == .connected || (wasConnectedEarly && mediaState == .interrupted)
        guard isAwaitingMedia, isDescriptionSent, isConnected else { return }
        (isAwaitingMedia, firstPathDeadline) = (false, nil)
        advance(.mediaConnected, at: now, into: &effects)
    }

    func requestHold(_ action: VertoModify.Action, into effects: inout [ClientCallEffect]) {
        effects.append(.request(.hold, .modify(VertoModify(callID: callID, action: action))))
    }

    func requestRelease(_ reason: EndReason, into effects: inout [ClientCallEffect]) {
        let cause = ownCause ?? reason.defaultCause
        var bye = VertoBye(callID: callID, causeCode: VertoCauseCode(rawValue: Int(cause.code)))
        bye.cause = cause.name
        if setup.options.dialect == .telnyx {
            bye.sipCode = reason.defaultSIPCode.map { Int64($0) }
            bye.sipReason = reason.defaultSIPReason
        }
        effects.append(.request(.bye, .bye(bye)))
    }

    /// Stops sending and playing from the request for a hold until a resume is confirmed, and playing while the exchange says
    /// that the peer holds.
    mutating func adjustMedia(into effects: inout [ClientCallEffect]) {
        guard isMediaOpen, !isMediaDone else { return }
        let isHeld = state.hold != .off
        let wanted = isHeld ? MediaDirection.inactive : .sendrecv
        if wanted != mediaDirection {
            mediaDirection = wanted
            effects.append(.media(.setDirection(wanted)))
        }
        if isAudible == isEarly {
            isAudible = !isEarly
            effects.append(.media(.setAudible(isAudible)))
        }
        let listens = !isEarly && !isHeld && !(isHeldByNotice && state.remoteHold == .on)
        if isListening != listens {
            isListening = listens
            effects.append(.media(.setListening(isListening)))
        }
        adjustSilence(into: &effects)
    }

    /// Sends silence while the user is muted, and no sound while the peer holds the call even if its media did not change
    /// direction. Before the answer it sends no sound either. An engine that cannot pause sends silence then.
    mutating func adjustSilence(into effects: inout [ClientCallEffect]) {
        guard isMediaOpen, !isMediaDone else { return }
        let isSilent = isMuted || isEarly
        if isSilent != isSilenced {
            isSilenced = isSilent
            effects.append(.media(.setMuted(isSilenced)))
        }
        let pauses = state.remoteHold == .on || isEarly
        if pauses != isPaused {
            isPaused = pauses
            effects.append(.media(.setPaused(isPaused)))
        }
    }

    mutating func settleOperations(
        from old: CallState, to new: CallState, into effects: inout [ClientCallEffect]
    ) {
        effects.append(.report(stateReport))
        for item in pending {
            guard let outcome = outcome(of: item.operation, from: old, to: new) else { continue }
            pending.removeAll { $0.id == item.id }
            effects.append(.settle(item.id, outcome.error))
        }
    }

    /// The result of a state change for a pending operation; nil if the operation goes on waiting.
    private func outcome(of operation: CallOperation, from old: CallState, to new: CallState) -> OperationOutcome? {
        if case .ended(let reason) = new.progress {
            return operation.isRelease ? .done : .failed(ClientError(.callEnded, "the call ended: \(reason)"))
        }
        switch operation {
        case .answer: return new.progress == .active ? .done : nil
        case .hold where old.hold == .turningOn && !new.hold.isPending:
            return new.hold == .on ? .done : .failed(ClientError(.requestFailed, "the peer did not confirm the hold"))
        case .resume where old.hold == .turningOff && !new.hold.isPending:
            return new.hold == .off
                ? .done : .failed(ClientError(.requestFailed, "the peer did not confirm the resume"))
        case .restartMedia where old.link == .renegotiating && new.link != .renegotiating:
            return new.link == .up ? .done : .failed(ClientError(.mediaFailed, "media could not be negotiated anew"))
        case .decline, .hangUp, .hold, .resume, .setMuted, .sendTones, .transfer, .restartMedia: return nil
        }
    }
}
