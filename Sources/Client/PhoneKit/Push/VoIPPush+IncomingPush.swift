import CallModel
package import Foundation
package import PhoneCore
package import PushPayload
import Redaction

extension VoIPPush {
    /// A delivered push, of which the payload was read.
    package init(_ push: IncomingPush, mustReport: Bool, at date: Date, spare: CallUUID) {
        let now = WallTime(date)
        self.init(
            PushNotice(push), mustReport: mustReport, age: push.sentAt.map { max(now.since($0), .zero) }, spare: spare)
    }
}

extension PushNotice {
    /// What a payload says, in the phone's words.
    init(_ push: IncomingPush) {
        let vendor = push.vendorCall.map(VendorCallID.init(text:))
        switch push.kind {
        case .callEnded where push.namesCall:
            self = .ended(session: push.callSession, vendor: vendor, push.ending ?? .cancelled)
        case .incomingCall where push.namesCall:
            self = .call(
                PushedCall(
                    session: push.callSession, vendor: vendor,
                    organization: push.organization.map(OrganizationID.init(_:)), display: CallDisplay(push)))
        case .incomingCall, .callEnded, .unknown:
            self = .unreadable
        }
    }
}

extension CallDisplay {
    fileprivate init(_ push: IncomingPush) {
        self.init(
            push.callerNumber.map(CallHandle.phoneNumber) ?? .generic(Redacted("")), name: push.callerName,
            organizationName: push.organizationName)
    }
}
