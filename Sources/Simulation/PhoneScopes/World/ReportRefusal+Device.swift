package import DeviceModel
package import PhoneCore

/// The adapter's translation between the phone's words and the device's. It decides nothing.
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
