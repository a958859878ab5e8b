import CallKit
import Foundation
import Scenarios

/// A call in the naive phone's list.
@MainActor
final class NaiveCall {
    let uuid: UUID
    let isOutgoing: Bool
    var session: String?
    var vendor: String?
    var number: String
    var name: String?
    var organization: String
    var line: ScriptedLine?
    var answers: [CXAnswerCallAction] = []
    var isAnswered = false
    var isConnected = false
    var isHeld = false
    var isReported = false
    /// Whether it was muted before it stood.
    var wantsMute = false
    /// How it is to be ended once its report has completed.
    var ending: CXCallEndedReason?

    init(_ uuid: UUID, isOutgoing: Bool, number: String, name: String?, organization: String) {
        self.uuid = uuid
        self.isOutgoing = isOutgoing
        self.number = number
        self.name = name
        self.organization = organization
    }

    var update: CXCallUpdate {
        let update = CXCallUpdate()
        update.remoteHandle = CXHandle(type: .phoneNumber, value: number)
        update.localizedCallerName = name
        return update
    }
}
