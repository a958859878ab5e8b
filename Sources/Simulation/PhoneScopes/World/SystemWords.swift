import CallModel
import DeviceModel
import PhoneCore
import Redaction

// The adapter's translation between the phone's words and the device's. It decides nothing.

extension CallUUID {
    init(_ id: SystemCallID) { self.init(UUIDValue(high: id.high, low: id.low)) }

    var systemID: SystemCallID { SystemCallID(high: value.high, low: value.low) }
}

extension SystemActionID {
    init(_ id: ActionID) { self.init(UUIDValue(high: 0, low: UInt64(id.value))) }

    var actionID: ActionID { ActionID(UInt32(truncatingIfNeeded: value.low)) }
}

extension PhoneCore.SystemAction {
    init(_ action: DeviceModel.SystemAction) {
        let call = CallUUID(action.call)
        switch action.kind {
        case .start: self = .start(call, CallDisplay.unknown.handle)
        case .answer: self = .answer(call)
        case .end: self = .end(call)
        case .setHeld(let isHeld): self = .hold(call, isHeld)
        case .setMuted(let isMuted): self = .mute(call, isMuted)
        case .digits: self = .digits(call, Redacted("1"))
        case .group: self = .group(call)
        }
    }

    var requested: RequestedAction {
        switch self {
        case .start(let call, _): RequestedAction(.start(HandleID(0)), call.systemID)
        case .answer(let call): RequestedAction(.answer, call.systemID)
        case .end(let call): RequestedAction(.end, call.systemID)
        case .hold(let call, let isHeld): RequestedAction(.setHeld(isHeld), call.systemID)
        case .mute(let call, let isMuted): RequestedAction(.setMuted(isMuted), call.systemID)
        case .digits(let call, _): RequestedAction(.digits(TextID(0)), call.systemID)
        case .group(let call): RequestedAction(.group(with: call.systemID), call.systemID)
        }
    }
}

extension ReportRefusal {
    init(_ refusal: IncomingRefusal) {
        switch refusal {
        case .unknown, .restrictedSharing, .protected: self = .unknown
        case .unentitled, .missingBackgroundMode: self = .unentitled
        case .callIDExists: self = .alreadyExists
        case .doNotDisturb: self = .filteredByDoNotDisturb
        case .blocked: self = .filteredByBlockList
        case .sensitiveParticipants: self = .filteredBySensitiveness
        }
    }
}

extension PhoneCore.RequestRefusal {
    init(_ refusal: DeviceModel.RequestRefusal) {
        switch refusal {
        case .unknown: self = .unknown
        case .unentitled: self = .unentitled
        case .unknownProvider: self = .unknownProvider
        case .emptyTransaction: self = .emptyTransaction
        case .unknownCall: self = .unknownCall
        case .callIDExists: self = .alreadyExists
        case .invalidAction: self = .invalidAction
        case .groupsMaxReached: self = .limitReached
        case .callProtected: self = .protected
        }
    }
}

extension CallEndedReason {
    init(_ reason: SystemEndReason) {
        switch reason {
        case .failed: self = .failed
        case .remoteEnded: self = .remoteEnded
        case .unanswered: self = .unanswered
        case .answeredElsewhere: self = .answeredElsewhere
        case .declinedElsewhere: self = .declinedElsewhere
        }
    }
}
