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

    func tamper(_ effects: [RingEffect], _ before: RingSession, _ after: RingSession) -> [RingEffect] {
        switch self {
        case .sendsBeforeCommit, .renamesCommands, .believesEveryBridge, .forgetsRecordingOrders,
            .takesConsultationsForBridges:
            return effects
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
                guard case .record(.discarded(let recording)) = $0 else { return $0 }
                return .record(.message(recording, length: .seconds(9), for: []))
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
}
