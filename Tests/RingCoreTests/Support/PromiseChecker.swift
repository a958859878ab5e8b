import CallModel
import RingCore

/// Watches a session event by event, and writes down what must never happen: I1 to I14, as far as a session alone
/// shows them.
struct PromiseChecker: Hashable, Sendable {
    private(set) var violations: [String] = []
    /// Who claimed, by epoch.
    private var claims: [LegID] = []
    private var reasons: [DeviceID: Int] = [:]
    private var missed = 0
    private var messages = 0
    private var conversations = 0
    private var calls = 0
    private var wasBridged = false

    mutating func watch(_ before: RingSession?, _ effects: [RingEffect], _ after: RingSession) {
        watchVersions(before, effects, after)
        watchClaims(before, after)
        for effect in effects { watch(effect, before, after) }
        if case .active = after.phase { wasBridged = true }
        watchBeside(after)
        if wasBridged, messages > 0 { violate("I6: a call both bridged and left to voicemail") }
        if case .ended(let outcome) = after.phase { watchEnd(outcome, after) }
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
        if version != after.version { violate("I10: a version nobody was told") }
        if let before, before != after, after.revision != before.revision + 1 { violate("a change without revision") }
    }

    private mutating func watchClaims(_ before: RingSession?, _ after: RingSession) {
        if let before, after.epoch < before.epoch { violate("I2: the epoch went back") }
        let leg: LegID? =
            switch after.phase {
            case .claimed(let claim): claim.leg
            case .active(let talk): talk.leg
            case .ringing, .parked, .voicemail, .apology, .ended: nil
            }
        guard let leg else { return }
        let epoch = Int(after.epoch)
        if claims.count > epoch {
            if claims[epoch] != leg { violate("I2: a second leg claimed the epoch") }
        } else {
            while claims.count < epoch { claims.append(LegID(session: after.id, ordinal: 0)) }
            claims.append(leg)
        }
        if after.legs.filter({ $0.rank == .bridged && $0.isWanted }).count > 1 { violate("I1: two legs are bridged") }
    }

    private mutating func watch(_ effect: RingEffect, _ before: RingSession?, _ after: RingSession) {
        switch effect {
        case .command(let command, _): watch(command, before, after)
        case .record(let record): watch(record)
        case .withdraw, .push, .notice, .reply, .stateChanged, .wake, .alarm, .refused, .closed: break
        }
    }

    private mutating func watch(_ command: CarrierCommand, _ before: RingSession?, _ after: RingSession) {
        let legs = Set(after.legs.map(\.id))
        switch command {
        case .bridge(let leg, let records):
            guard legs.contains(leg) else { return violate("I11: a command to a leg of another session") }
            if claims.last != leg { violate("I2: a bridge for a leg without claim") }
            if records, !after.policy.recordsConversations { violate("I12: recorded without being asked to") }
        case .rebridge(let leg):
            guard legs.contains(leg) else { return violate("I11: a command to a leg of another session") }
            if claims.last != leg { violate("I2: a bridge for a leg without claim") }
            if !wasBridged { violate("a conversation that changes hands before there is one") }
        case .consult(let winner, let leg): watchConsultation(winner, leg, after)
        case .barge(let leg, _):
            if case .active = after.phase {} else { violate("somebody barges into no conversation") }
            if !legs.contains(leg) { violate("I11: a command to a leg of another session") }
        case .dial(let leg, _):
            if !legs.contains(leg) { violate("I11: a command to a leg of another session") }
            if case .ended = after.phase { violate("a leg was dialled for a call that is over") }
        case .hangUp(.leg(let leg), _):
            if !legs.contains(leg) { violate("I11: a command to a leg of another session") }
            if after.legs.contains(where: { $0.id == leg && $0.isWanted }) {
                violate("a leg was hung up that may still take the call")
            }
        case .look(.leg(let leg)), .answer(.leg(let leg)), .confirm(let leg):
            if !legs.contains(leg) { violate("I11: a command to a leg of another session") }
        case .recordMessage: if case .voicemail = after.phase {} else { violate("I12: recorded outside voicemail") }
        case .answer(.parent), .hangUp(.parent, _), .reject, .look(.parent), .play, .stopPlayback, .stopRecording: break
        }
    }

    private mutating func watchConsultation(_ winner: LegID, _ leg: LegID, _ after: RingSession) {
        guard case .active(let talk) = after.phase, talk.leg == winner else {
            return violate("somebody consults who does not have the call")
        }
        let consulted = after.legs.first { $0.id == leg }
        if consulted == nil { violate("I11: a command to a leg of another session") }
        if consulted?.device != after.beside?.device { violate("somebody is consulted who was not asked for") }
    }

    private mutating func watchBeside(_ after: RingSession) {
        guard let beside = after.beside else { return }
        switch (after.phase, beside.role) {
        case (.active, .consulted), (.active, .barging), (.parked, .retrieving): break
        default: violate("somebody is \(beside.role) in a call that is not such")
        }
    }

    private mutating func watch(_ record: RingRecord) {
        switch record {
        case .device(let device, _, _):
            reasons[device, default: 0] += 1
            if reasons[device] != 1 { violate("I5: a device was given two reasons") }
        case .missedCall: missed += 1
        case .message: messages += 1
        case .conversation: conversations += 1
        case .discarded: break
        case .call: calls += 1
        }
        if missed > 1 { violate("I7: two records of one missed call") }
        if messages > 1 { violate("I7: two messages of one call") }
        if conversations > 1 { violate("I12: two recordings of one conversation") }
        if calls > 1 { violate("two records of one call") }
    }

    private mutating func watchEnd(_ outcome: RingOutcome, _ after: RingSession) {
        if outcome.isConversation, !wasBridged { violate("a conversation without a bridge") }
        if wasBridged, !outcome.isConversation { violate("a bridge that came to \(outcome)") }
        if calls != 1 { violate("a call that is over has no record") }
        if missed > 0, !outcome.isMissed { violate("I7: a missed call that was not missed: \(outcome)") }
        let isSettled = after.devices.contains { $0.reason.map { !$0.isMissed } ?? false }
        if outcome.isMissed, !isSettled, missed != 1 { violate("I7: nobody was told of a missed call") }
        for device in after.devices where device.isBegun && reasons[device.device] != 1 {
            violate("I5: a device that rang was given no reason")
        }
    }
}
