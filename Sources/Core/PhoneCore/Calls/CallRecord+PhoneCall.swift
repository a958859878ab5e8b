extension CallRecord {
    /// `nil` for a call that is over or never was: nothing would be said of it.
    init?(_ call: PhoneCall) {
        guard let snapshot = call.snapshot, call.stage != .requested else { return nil }
        self.init(
            id: call.id, session: call.session, round: call.round, vendor: call.vendor,
            organization: call.organization, provider: call.currentProvider, direction: call.direction,
            phase: snapshot.phase, hasLine: call.line != nil, isHeld: call.isHeld, display: call.display)
    }
}
