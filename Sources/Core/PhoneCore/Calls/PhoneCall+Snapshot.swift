import CallModel

extension PhoneCall {
    /// As the person sees it; `nil` when there is nothing to see.
    var snapshot: CallSnapshot? {
        guard let phase else { return nil }
        return CallSnapshot(
            id: id, session: session, organization: organization, direction: direction, phase: phase,
            isMuted: isMuted, isHeld: isHeld, display: display)
    }

    private var phase: CallPhase? {
        switch stage {
        case .ringing: .ringing
        case .answering: .answering
        case .requested, .started: .dialing
        case .dialing: .connecting
        case .connected: line?.state.link.isDown == true ? .reconnecting : .connected
        case .abandoned, .over: nil
        }
    }
}
