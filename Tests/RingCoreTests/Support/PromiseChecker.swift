import CallModel
import RingCore

/// Watches a session event by event, and writes down what must never happen: I1 to I14 and I16, as far as a session
/// alone shows them. What takes time, or the other side, is asked of the world of the searches.
struct PromiseChecker: Hashable, Sendable {
    private(set) var violations: [String] = []
    /// What allows recording; the session is not asked for it.
    let consent: RecordingConsent
    /// Who claimed, by epoch.
    private(set) var claims: [LegID] = []
    /// What each device was told.
    var reasons: [DeviceID: DeviceReason] = [:]
    /// The devices that talked to a party of the call.
    var talked: Set<DeviceID> = []
    /// Devices that no longer belong here, and users who are no more.
    var departed: Set<DeviceID> = []
    var removed: Set<UserID> = []
    var recording = RecordingChecker()
    /// Recordings that the carrier saved, with their lengths, and those whose disposition is known.
    private var saved: [RecordingID: Duration?] = [:]
    private var settled: Set<RecordingID> = []
    /// The reports to a person about an entrusted message.
    private var alarms: Set<RingAlarm> = []
    private var missed = 0
    private var messages = 0
    private var conversations = 0
    private var calls = 0
    private(set) var wasBridged = false

    init(consent: RecordingConsent = .none) {
        self.consent = consent
    }

    /// One event, with what followed from it; nil: the call came in.
    mutating func watch(
        _ event: RingEvent?, _ before: RingSession?, _ effects: [RingEffect], _ after: RingSession
    ) {
        watchVersions(before, effects, after)
        watchClaims(before, after)
        watchBridges(after)
        noteRounds(before, after)
        noteTalk(before, after)
        noteDepartures(event, before)
        apply(event, after)
        if case .carrier(.recordingSaved(_, let recording, let length)) = event {
            saved.updateValue(length, forKey: recording)
        }
        for effect in effects { watch(effect, event, before, after) }
        watchAlarms(effects)
        watchTalk(after)
        watchRecording(after)
        if case .active = after.phase { wasBridged = true }
        watchBeside(after)
        if wasBridged, messages > 0 { violate("I6: a call both bridged and left to voicemail") }
        if case .ended(let outcome) = after.phase { watchEnd(outcome, before, after) }
        if effects.contains(.closed), !after.isClosed { violate("a session said to be closed is not") }
    }

    mutating func violate(_ text: String) {
        if !violations.contains(text) { violations.append(text) }
    }

    private mutating func watchVersions(_ before: RingSession?, _ effects: [RingEffect], _ after: RingSession) {
        var version = before?.version ?? 0
        for case .stateChanged(let status) in effects {
            if status.version != version + 1 { violate("I10: version \(status.version) after \(version)") }
            version = status.version
        }
        if version != after.version { violate("I10: a version that was not told") }
        if let before, before != after, after.revision != before.revision + 1 { violate("a change without revision") }
    }

    private mutating func watchClaims(_ before: RingSession?, _ after: RingSession) {
        if let before, after.epoch < before.epoch { violate("I2: the epoch went back") }
        if case .claimed(let claim) = after.phase, claim.epoch != after.epoch {
            violate("I2: a claim of another epoch stands")
        }
        guard let leg = after.holder else { return }
        let epoch = Int(after.epoch)
        if claims.count > epoch {
            if claims[epoch] != leg { violate("I2: a second leg claimed the epoch") }
        } else {
            while claims.count < epoch { claims.append(LegID(session: after.id, ordinal: 0)) }
            claims.append(leg)
        }
    }

    private mutating func watchBridges(_ after: RingSession) {
        if after.legs.filter({ $0.rank == .bridged && $0.isWanted }).count > 1 { violate("I1: two legs are bridged") }
    }

    private mutating func watch(
        _ effect: RingEffect, _ event: RingEvent?, _ before: RingSession?, _ after: RingSession
    ) {
        watchCallOut(effect, after)
        switch effect {
        case .command(let command, _): watch(command, after)
        case .record(let record): watch(record, event, before, after)
        case .withdraw, .push, .notice, .reply, .stateChanged, .wake, .alarm, .refused, .closed: break
        }
    }

    /// I15: a message that no user receives is alarmed.
    private mutating func watchAlarms(_ effects: [RingEffect]) {
        for effect in effects {
            switch effect {
            case .alarm(.messageFailed), .alarm(.recordingFailed):
                if case .alarm(let alarm) = effect { alarms.insert(alarm) }
            case .record(.message(let recording, _, .exchange)):
                if !effects.contains(.alarm(.messageWithoutUser(recording))) {
                    violate("I15: a message is the exchange's, and no person was told")
                }
            default: break
            }
        }
    }

    /// I15: whether what a carrier has recorded is kept, rightly discarded, or alarmed where news of it were lost. What
    /// was said before they talked is no message.
    func accounts(for recording: RecordingID, of kind: RecordingKind, hasLost: Bool) -> Bool {
        if settled.contains(recording) { return true }
        switch kind {
        case .message: return wasBridged || (hasLost && alarms.contains(.messageFailed))
        case .conversation:
            return self.recording.isCut && !wasBridged || (hasLost && alarms.contains(.recordingFailed))
        }
    }

    private mutating func watchBeside(_ after: RingSession) {
        guard let beside = after.beside else { return }
        switch (after.phase, beside.role) {
        case (.active, .consulted), (.active, .barging), (.parked, .retrieving): break
        default: violate("a device is \(beside.role) in a call that is not such")
        }
    }

    private mutating func watch(
        _ record: RingRecord, _ event: RingEvent?, _ before: RingSession?, _ after: RingSession
    ) {
        switch record {
        case .device(let device, _, let reason): watch(reason, of: device, event, before, after)
        case .missedCall(let users, _):
            missed += 1
            if users != usersWhoMissed(after) { violate("I7: a missed call of a user who missed none") }
        case .message(let recording, _, let recipients):
            messages += 1
            note(recording)
            if recipients.users.isEmpty, after.owners?.isEmpty == false {
                violate("I15: a message of a number that has users is for none of them")
            }
            if !removed.isDisjoint(with: recipients.users) { violate("I15: a message is a removed user's") }
        case .conversation(let recording, _):
            conversations += 1
            note(recording)
            if !wasBridged, self.recording.stage == .never {
                violate("I12: a conversation was kept that never took place")
            }
        case .discarded(let recording, let reason):
            note(recording)
            if !isRight(reason, of: recording, after) {
                violate("I15: a recording was discarded as \(reason.rawValue), and it was not so")
            }
        case .recording: break
        case .call: calls += 1
        }
        if missed > 1 { violate("I7: two records of one missed call") }
        if conversations > 1 { violate("I12: two recordings of one conversation") }
        if calls > 1 { violate("two records of one call") }
    }

    /// I15: a recording has one disposition.
    private mutating func note(_ recording: RecordingID) {
        if !settled.insert(recording).inserted { violate("I15: a recording came to two ends") }
    }

    private func isShort(_ recording: RecordingID) -> Bool {
        (saved[recording] ?? nil).map { $0 < RingLimits.messageTimeMin } ?? false
    }

    private func isRight(_ reason: DiscardReason, of recording: RecordingID, _ after: RingSession) -> Bool {
        let isBridged = if case .active = after.phase { true } else { wasBridged }
        return switch reason {
        case .nothingSaid: isShort(recording)
        case .callTaken: isBridged
        case .noConversation: !isBridged && (self.recording.isCut || isShort(recording))
        case .notConsented: consent != .given || self.recording.stage == .never || self.recording.stage == .over
        case .unknown: false
        }
    }

    private mutating func watchEnd(_ outcome: RingOutcome, _ before: RingSession?, _ after: RingSession) {
        if outcome.isConversation, !wasBridged { violate("a conversation without a bridge") }
        if wasBridged, !outcome.isConversation { violate("a bridge that came to \(outcome)") }
        if calls != 1 { violate("a call that is over has no record") }
        if !settled.isSuperset(of: saved.keys) { violate("I15: a recording that was saved came to no end") }
        for device in after.devices where device.isBegun && reasons[device.device] == nil {
            violate("I5: a device that rang was given no reason")
        }
        if case .ended = before?.phase {} else { watchMissed(outcome, before, after) }
    }

    /// One record of a missed call, if and only if no leg was joined to the caller, who left no message. Not of a call
    /// that a device had taken when the caller went (scenario 10), nor of one that goes on as another.
    private mutating func watchMissed(_ outcome: RingOutcome, _ before: RingSession?, _ after: RingSession) {
        if outcome == .abandoned, before?.isBeingJoined != true { violate("I7: abandoned, and no device had taken it") }
        let isExcused =
            wasBridged || messages > 0 || outcome == .abandoned || outcome == .glareMerged
            || after.outbound != nil
        let isMissed = !isExcused && !usersWhoMissed(after).isEmpty
        if isMissed, missed == 0 { violate("I7: no user was told of a missed call") }
        if !isMissed, missed > 0 { violate("I7: a missed call that was not missed: \(outcome)") }
    }

    /// Users of whom no device has settled it: among those that rang, or all if none did.
    private func usersWhoMissed(_ after: RingSession) -> [UserID] {
        let rang = after.devices.filter { $0.isBegun || $0.reason == .busy }
        let settled = Set(
            after.devices.filter { (reasons[$0.device] ?? $0.reason).map { !$0.isMissed } ?? false }.map(\.user))
        var users: [UserID] = []
        if after.devices.isEmpty { return after.owners ?? [] }
        for device in rang.isEmpty ? after.devices : rang
        where !settled.contains(device.user) && !users.contains(device.user) && !removed.contains(device.user) {
            users.append(device.user)
        }
        return users
    }
}

extension RingSession {
    /// The leg that has the call.
    var holder: LegID? {
        switch phase {
        case .claimed(let claim): claim.leg
        case .active(let talk): talk.leg
        case .ringing, .parked, .voicemail, .apology, .ended: nil
        }
    }

    /// Whether a device has answered, and is being joined to the caller.
    var isBeingJoined: Bool {
        guard case .claimed(let claim) = phase, case .joining = claim.stage else { return false }
        return true
    }

    /// Whether caller and winner hear each other, as far as was told.
    var isTalking: Bool {
        guard case .active = phase, !status.isHeldByCaller, !status.isHeldByWinner else { return false }
        guard let beside, beside.role == .consulted else { return true }
        if case .ringing = beside.stage { return true }
        return false
    }

    func owner(of leg: LegRef) -> DeviceID? {
        guard case .leg(let id) = leg else { return nil }
        return legs.first { $0.id == id }?.device
    }
}
