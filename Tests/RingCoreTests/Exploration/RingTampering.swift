import CallModel
import RingCore

/// A bug, planted between the session and the world: the search must find it.
enum RingTampering: Hashable, Sendable {
    /// Commands leave before the session is on disk, so a crash forgets a claim that was acted on.
    case sendsBeforeCommit
    /// After a crash the outbox gives its commands new names.
    case renamesCommands
    /// A leg that has to go is not told.
    case forgetsHangUps
    /// Losers are hung up with the claim.
    case hangsLosersUpAtOnce
    /// A message in a call that rings no device is deleted.
    case takesNoRecipientForDeletion
    /// A message in a call that rings no device is nowhere.
    case losesMessagesWithoutRecipient
    /// A message that was thrown away is kept.
    case keepsDiscardedMessages
    /// A version is told twice.
    case repeatsVersions
    /// A device is given its reason by every leg.
    case repeatsReasons
    /// A caller of whose answer nothing was heard is turned away, as often as it takes.
    case turnsAnsweredCallersAway
    /// Whatever bridge is told of, it is taken for the one that is awaited.
    case believesEveryBridge
    /// What came of the order to record a message is not heard.
    case forgetsRecordingOrders
    /// A caller who is kept hears nothing.
    case forgetsHold
    /// News of a consultation are taken for those of the caller's bridge.
    case takesConsultationsForBridges
    /// Who answered too late is joined to the caller in place of being hung up, by a carrier that does not mind.
    case joinsLosers
    /// An answer is decided on a session that was read before the last event, and written without comparing.
    case writesWithoutComparing
    /// Losers are told that they missed the call.
    case callsLosersMissed
    /// No user is told of a missed call.
    case forgetsMissedCalls
    /// A call that was taken when the caller went is missed.
    case missesAbandonedCalls
    /// A winner's answer that comes again is taken for the end of its leg.
    case takesRepeatsForEnds
    /// A bridge names a leg of another session.
    case namesLegsOfOthers
    /// The session does not hear that a device was logged out, or a user removed.
    case forgetsWhoLeft
    /// A conversation is recorded without consent.
    case recordsWithoutConsent
    /// A recording that is to be resumed is begun again.
    case recordsAgain
    /// A recording is not paused.
    case recordsThroughHold
    /// A recording is begun without waiting for the announcement.
    case recordsBeforeAnnouncement
    /// A called party is asked for a key before they are joined.
    case asksForKeys
    /// A call out that may not be is dialed all the same.
    case dialsRefusedCalls
    /// A call out is missed by the user who made it.
    case missesCallsOut
    /// The end of the leg of a user who has handed their call over is taken for that of whom they called.
    case takesCallersLegForParent
    /// The session is never woken.
    case oversleeps
    /// That a message or a recording came to nothing is told to no person.
    case forgetsAlarms
    /// News of a recording that was saved are taken for some that came before.
    case losesSavedNews
    /// A recording of unknown length counts as an empty one.
    case takesUnknownLengthForSilence
    /// Of a caller who goes before anything is heard of the bridge, the session believes that there was none.
    case takesUnheardBridgeForNone

    /// Whether it works on a session as it was before.
    var keepsBefore: Bool { self == .sendsBeforeCommit || self == .writesWithoutComparing }

    /// Whether the session is told.
    func passes(_ event: RingEvent) -> Bool {
        switch (self, event) {
        case (.oversleeps, .due), (.forgetsWhoLeft, .membership): false
        default: true
        }
    }

    /// What the session hears in place of an event; nil: the event.
    func misheard(_ event: RingEvent) -> RingEvent? {
        guard self == .takesUnknownLengthForSilence,
            case .carrier(.recordingSaved(let kind, let recording, nil)) = event
        else { return nil }
        return .carrier(.recordingSaved(kind, recording, length: .zero))
    }

    /// The order that the carrier reads instead; nil: it reads the order itself.
    func mistake(_ command: CarrierCommand, _ carrier: CarrierModel, _ number: Int) -> CarrierCommand? {
        guard self == .joinsLosers, case .hangUp(.leg(let leg), .answeredElsewhere) = command,
            carrier.legs[number] == .answered
        else { return nil }
        return .bridge(leg, records: false)
    }

    func tamper(_ effects: [RingEffect], _ before: RingSession, _ after: RingSession) -> [RingEffect] {
        switch self {
        case .sendsBeforeCommit, .renamesCommands, .believesEveryBridge, .forgetsRecordingOrders,
            .takesConsultationsForBridges, .joinsLosers, .writesWithoutComparing, .takesRepeatsForEnds,
            .forgetsWhoLeft, .takesCallersLegForParent, .oversleeps, .losesSavedNews, .takesUnknownLengthForSilence,
            .takesUnheardBridgeForNone:
            return effects
        case .forgetsAlarms: return effects.filter { !$0.isAlarmOfEntrusted }
        case .callsLosersMissed, .forgetsMissedCalls, .missesAbandonedCalls, .missesCallsOut:
            return tamperRecords(effects, after)
        case .dialsRefusedCalls:
            return effects.map {
                guard case .command(.reject, let id) = $0, after.outbound?.refusal != nil else { return $0 }
                return .command(.dial(LegID(session: after.id, ordinal: 1), timeout: .seconds(9)), id)
            }
        case .takesNoRecipientForDeletion, .losesMessagesWithoutRecipient:
            return after.devices.isEmpty ? effects.compactMap(tamperMessage) : effects
        case .namesLegsOfOthers, .recordsWithoutConsent, .recordsAgain, .recordsThroughHold,
            .recordsBeforeAnnouncement, .asksForKeys:
            return effects.compactMap(tamperOrder)
        case .turnsAnsweredCallersAway:
            return effects.map {
                guard case .command(.hangUp(.parent, let reason), let id) = $0, after.parent.stage == .parked else {
                    return $0
                }
                return .command(.reject(reason), id)
            }
        case .forgetsHold:
            return effects.filter { if case .command(.play(.playHold), _) = $0 { false } else { true } }
        case .forgetsHangUps:
            return effects.filter { if case .command(.hangUp(.leg, _), _) = $0 { false } else { true } }
        case .hangsLosersUpAtOnce:
            if case .claimed = before.phase { return effects }
            guard case .claimed(let claim) = after.phase else { return effects }
            return effects
                + after.legs.filter { $0.id != claim.leg && $0.isWanted }.map {
                    .command(
                        .hangUp(.leg($0.id), .answeredElsewhere),
                        RingCommandID(
                            session: after.id, ordinal: $0.ordinal, epoch: after.epoch, purpose: .hangUp, attempt: 99))
                }
        case .keepsDiscardedMessages:
            return effects.map {
                guard case .record(.discarded(let recording, _)) = $0 else { return $0 }
                return .record(.message(recording, length: .seconds(9), for: ["ann"]))
            }
        case .repeatsVersions:
            return effects.flatMap { effect -> [RingEffect] in
                if case .stateChanged = effect { [effect, effect] } else { [effect] }
            }
        case .repeatsReasons:
            return effects.flatMap { effect -> [RingEffect] in
                if case .record(.device) = effect { [effect, effect] } else { [effect] }
            }
        }
    }

    private func tamperMessage(_ effect: RingEffect) -> RingEffect? {
        guard case .record(.message(let recording, _, _)) = effect else { return effect }
        return self == .takesNoRecipientForDeletion ? .record(.discarded(recording, because: .nothingSaid)) : nil
    }

    private func tamperRecords(_ effects: [RingEffect], _ after: RingSession) -> [RingEffect] {
        switch self {
        case .callsLosersMissed:
            effects.map {
                guard case .record(.device(let device, let user, .answeredElsewhere)) = $0 else { return $0 }
                return .record(.device(device, of: user, .missed))
            }
        case .forgetsMissedCalls:
            effects.filter { if case .record(.missedCall) = $0 { false } else { true } }
        default:
            effects.flatMap { effect -> [RingEffect] in
                guard case .record(.call(let call)) = effect, call.outcome == .abandoned || self == .missesCallsOut
                else { return [effect] }
                return [.record(.missedCall(after.devices.map(\.user), .abandoned)), effect]
            }
        }
    }

    private func tamperOrder(_ effect: RingEffect) -> RingEffect? {
        guard case .command(let command, let id) = effect else { return effect }
        switch (self, command) {
        case (.namesLegsOfOthers, .bridge(_, let records)):
            let other = CallSessionID(UUIDValue(high: 7, low: 2))
            return .command(.bridge(LegID(session: other, ordinal: 1), records: records), id)
        case (.recordsWithoutConsent, .bridge(let leg, _)): return .command(.bridge(leg, records: true), id)
        case (.asksForKeys, .bridge(let leg, _)): return .command(.confirm(leg), id)
        case (.recordsAgain, .resumeRecording): return .command(.recordConversation, id)
        case (.recordsThroughHold, .pauseRecording): return nil
        case (.recordsBeforeAnnouncement, .play(.announceRecording)): return .command(.recordConversation, id)
        default: return effect
        }
    }
}

extension RingEffect {
    fileprivate var isAlarmOfEntrusted: Bool {
        switch self {
        case .alarm(.messageFailed), .alarm(.recordingFailed), .alarm(.messageWithoutUser): true
        default: false
        }
    }
}
