public import RingCore

/// What was done about recording a conversation, in the words of the audit.
public enum RecordingAction: Hashable, Sendable {
    /// A call came in whose conversation is to be recorded.
    case ordered(RecordingConsent)
    /// What the exchange decided while the call was on.
    case step(RecordingStep)
    /// The recording can be heard.
    case saved
    /// What was recorded is kept by nobody: the carrier is to delete it.
    case discarded
    /// Somebody began to hear it.
    case heard
    /// It was deleted, here and at the carrier.
    case deleted

    /// Every word there is.
    public static var texts: [String] {
        let orders = RecordingConsent.allCases.map { RecordingAction.ordered($0).text }
        let steps = RecordingStep.allCases.map { RecordingAction.step($0).text }
        return orders + steps + [RecordingAction.saved, .discarded, .heard, .deleted].map(\.text)
    }

    /// As stored and told. The words never change.
    public var text: String {
        switch self {
        case .ordered(.none): "ordered without consent"
        case .ordered(.given): "ordered with consent"
        case .ordered(.byAnnouncement): "ordered with announcement"
        case .step(let step): step.auditText
        case .saved: "saved"
        case .discarded: "discarded"
        case .heard: "heard"
        case .deleted: "deleted"
        }
    }
}

extension RecordingStep {
    fileprivate var auditText: String {
        switch self {
        case .announcing: "announcing"
        case .announced: "announced"
        case .unannounced: "not announced"
        case .begun: "begun"
        case .pausedForHold: "paused for hold"
        case .pausedForConsultation: "paused for consultation"
        case .pausedForParking: "paused for parking"
        case .paused: "paused"
        case .resumed: "resumed"
        case .failed: "failed"
        }
    }
}
