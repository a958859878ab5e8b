import CallModel
import RingCore

extension PromiseChecker {
    mutating func watch(_ command: CarrierCommand, _ after: RingSession) {
        for leg in command.legs where !after.legs.contains(where: { $0.id == leg }) {
            return violate("I11: a command to a leg of another session")
        }
        watchBelonging(command, after)
        switch command {
        case .bridge(let leg, let records):
            if claims.last != leg { violate("I2: a bridge for a leg without claim") }
            if records { recordsFromBridge(to: leg, after) }
        case .rebridge(let leg):
            if claims.last != leg { violate("I2: a bridge for a leg without claim") }
            if !wasBridged { violate("a conversation that changes hands before there is one") }
        case .consult(let winner, let leg): watchConsultation(winner, leg, after)
        case .barge: if case .active = after.phase {} else { violate("a device barges into no conversation") }
        case .dial: if case .ended = after.phase { violate("a leg was dialed for a call that is over") }
        case .hangUp(.leg(let leg), _):
            if after.legs.contains(where: { $0.id == leg && $0.isWanted }) {
                violate("a leg was hung up that may still take the call")
            }
        case .recordMessage, .recordConversation, .pauseRecording, .resumeRecording, .stopRecording,
            .play(.announceRecording):
            watchRecording(command, after)
        case .look, .answer, .confirm, .hangUp(.parent, _), .reject, .play, .stopPlayback: break
        }
    }

    /// A device that was logged out or removed is hung up and looked at, and nothing else.
    private mutating func watchBelonging(_ command: CarrierCommand, _ after: RingSession) {
        switch command {
        case .hangUp, .look: return
        default: break
        }
        for leg in command.legs {
            guard let device = after.owner(of: .leg(leg)), departed.contains(device) else { continue }
            violate("I11: a command to a leg of a device that no longer belongs here")
        }
    }

    mutating func noteDepartures(_ event: RingEvent?, _ before: RingSession?) {
        guard case .membership(let change) = event, let before else { return }
        switch change {
        case .loggedOut(let device): departed.insert(device)
        case .removed(let user):
            removed.insert(user)
            departed.formUnion(before.devices.filter { $0.user == user }.map(\.device))
        case .left(let device): if before.policy.organizationLeft == .withdrawn { departed.insert(device) }
        }
    }

    private mutating func watchConsultation(_ winner: LegID, _ leg: LegID, _ after: RingSession) {
        guard case .active(let talk) = after.phase, talk.leg == winner else {
            return violate("a device consults that does not have the call")
        }
        if after.owner(of: .leg(leg)) != after.beside?.device { violate("an unwanted device is consulted") }
    }
}

/// I16: who is called from here is asked for nothing and told of nothing but the call.
extension PromiseChecker {
    mutating func watchCallOut(_ effect: RingEffect, _ after: RingSession) {
        guard let outbound = after.outbound else { return }
        switch effect {
        case .command(.confirm, _): violate("I16: a called party is asked for a key")
        case .command(.recordMessage, _), .command(.play(.playGreeting), _), .command(.play(.speakGreeting), _):
            violate("I16: a user who calls out is asked for a message")
        case .command(.dial, _): if outbound.refusal != nil { violate("I16: a call that may not be is dialed") }
        case .push(_, let device, _):
            if after.devices.contains(where: { $0.device == device && $0.reach == .callee }) {
                violate("I16: a called party is pushed")
            }
        default: break
        }
    }
}

extension CarrierCommand {
    /// The rung legs it names.
    var legs: [LegID] {
        switch self {
        case .dial(let leg, _), .barge(let leg, _), .bridge(let leg, _), .rebridge(let leg), .confirm(let leg),
            .hangUp(.leg(let leg), _), .look(.leg(let leg)), .answer(.leg(let leg)):
            [leg]
        case .consult(let winner, let leg): [winner, leg]
        case .answer(.parent), .hangUp(.parent, _), .reject, .look(.parent), .play, .stopPlayback, .recordMessage,
            .stopRecording, .recordConversation, .pauseRecording, .resumeRecording:
            []
        }
    }
}
