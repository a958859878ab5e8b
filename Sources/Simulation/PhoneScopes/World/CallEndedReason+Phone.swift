package import DeviceModel
package import PhoneCore

/// The adapter's translation between the phone's words and the device's. It decides nothing.
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
