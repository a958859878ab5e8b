extension CallState {
    /// Local hold: the user asks, the peer confirms or corrects.
    func stepOfHold(on event: CallEvent) -> CallStep {
        guard progress == .active else { return .refused(.notActive) }
        switch (event, hold) {
        case (.hold, .off): return held(.turningOn)
        case (.hold, .on): return .refused(.holdUnchanged)
        case (.resume, .on): return held(.turningOff)
        case (.resume, .off): return .refused(.holdUnchanged)
        case (.hold, _), (.resume, _): return .refused(.holdPending)
        case (.holdRequestFailed, .turningOn): return held(.off)
        case (.holdRequestFailed, .turningOff): return held(.on)
        case (.holdRequestFailed, _): return .refused(.noHoldPending)
        case (.holdConfirmed, let hold): return hold == .on ? .refused(.holdUnchanged) : held(.on)
        case (_, let hold): return hold == .off ? .refused(.holdUnchanged) : held(.off)
        }
    }

    /// Remote hold may come as soon as somebody has answered, before media flows.
    func stepOfRemoteHold(to remoteHold: RemoteHold) -> CallStep {
        guard progress == .active || progress == .answering else { return .refused(.notAnswered) }
        guard self.remoteHold != remoteHold else { return .refused(.holdUnchanged) }
        var next = self
        next.remoteHold = remoteHold
        return .moved(next)
    }

    private func held(_ hold: LocalHold) -> CallStep {
        var next = self
        next.hold = hold
        return .moved(next)
    }
}
