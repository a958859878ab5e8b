import CallModel
package import DeviceModel
package import PhoneCore
import Redaction

/// Translates between the phone's values and the device's.
extension PhoneCore.SystemAction {
    init(_ action: DeviceCallAction) {
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

/// Translates between the phone's values and the device's.
extension SystemActionID {
    init(_ id: ActionID) { self.init(UUIDValue(high: 0, low: UInt64(id.value))) }

    var actionID: ActionID { ActionID(UInt32(truncatingIfNeeded: value.low)) }
}

/// Translates between the phone's values and the device's.
extension CallUUID {
    init(_ id: SystemCallID) { self.init(UUIDValue(high: id.high, low: id.low)) }

    var systemID: SystemCallID { SystemCallID(high: value.high, low: value.low) }
}

/// Translates between the phone's values and the device's.
extension TransactionRefusal {
    package init(_ refusal: DeviceModel.RequestRefusal) {
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

/// Translates between the phone's values and the device's.
extension ReportRefusal {
    package init(_ refusal: IncomingRefusal) {
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

/// Translates between the phone's values and the device's.
extension CallEndedReason {
    package init(_ reason: SystemEndReason) {
        switch reason {
        case .failed: self = .failed
        case .remoteEnded: self = .remoteEnded
        case .unanswered: self = .unanswered
        case .answeredElsewhere: self = .answeredElsewhere
        case .declinedElsewhere: self = .declinedElsewhere
        }
    }
}

/// Translates the device's value into the phone's.
extension PhoneCore.AudioEvent {
    /// `nil` for routes, which a search does not use, and for the permission, which is requested elsewhere.
    package init?(_ callback: AudioCallback) {
        switch callback {
        case .routeChanged, .microphone: return nil
        case .interruption(.began): self = .interruptionBegan
        case .interruption(.ended): self = .interruptionEnded
        case .mediaServicesReset: self = .mediaServicesReset
        }
    }
}

extension PhoneCore.NetworkPath {
    /// Translates the device's path: the interface in use, and a fingerprint that differs between networks.
    package init(_ path: DevicePath) {
        guard path.status == .satisfied else {
            self.init(nil)
            return
        }
        let support: UInt32 = (path.supportsDNS ? 2 : 0) + (path.supportsIPv6 ? 1 : 0)
        self.init(Interface(path), fingerprint: UInt32(path.network) * 4 + support)
    }
}

extension PhoneCore.NetworkPath.Interface {
    fileprivate init(_ path: DevicePath) {
        if path.uses(.wifi) {
            self = .wifi
        } else if path.uses(.cellular) {
            self = .cellular
        } else if path.uses(.wiredEthernet) {
            self = .wired
        } else {
            self = .other
        }
    }
}
