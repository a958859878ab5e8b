package import DeviceModel
package import PhoneCore

/// The adapter's translation between the phone's words and the device's. It decides nothing.
extension PhoneCore.RequestRefusal {
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
