/// What is not known of Telnyx, to be tried both ways.
public struct TelnyxSwitches: Hashable, Sendable {
    /// In which order the news of a bridge comes.
    public enum BridgeOrder: String, Hashable, Sendable, CaseIterable {
        /// The leg the command named, then the other.
        case commandedFirst = "commanded_first"
        case otherFirst = "other_first"
    }

    /// A dial to several addresses counts as one against the rate of dials; else as many.
    public var countsListAsOneDial = false
    /// `bridge_on_answer` answers a parent that is still parked; else the bridge does not come about.
    public var bridgeOnAnswerAnswersParent = true
    /// A webhook that is sent again is signed again, with a fresh time; else it carries the old signature.
    public var signsRetriesAnew = true
    public var bridgeOrder = BridgeOrder.commandedFirst
    /// News of an answer comes after that of the bridge it led to.
    public var tellsAnswerAfterBridge = false
    /// So many bridge commands are refused once with a passing 422.
    public var passingBridgeRefusals = 0
    /// A dial by a credential that is deleted or has ended is refused (422); else there is a leg, which ends at once with
    /// `not_found`.
    public var refusesDeadCredentials = false
    /// Kinds of news that are never sent, each so many times: `call.hangup` is the one that is missed most.
    public var lostEvents: [String: Int] = [:]
    /// Kinds of news that are sent twice, each so many times.
    public var doubledEvents: [String: Int] = [:]
    /// Kinds of news that stay on their way until they are let go, each so many times.
    public var keptEvents: [String: Int] = [:]

    /// What waits for a phone that was pushed is offered as soon as it logs in; else when it asks (`attachCalls`).
    public var offersParkedAtLogin = false
    /// What waits is reached only by an address that names its edge (`voice_sdk_id`); else by one that names none too.
    public var parkedNeedsEdge = false
    /// The INVITE to a phone that has no socket waits for its login even where there is no device to push.
    public var parksWithoutDevice = true
    /// Any login of a credential gets its answered calls back; else only one that names their session.
    public var reattachesAnySession = false
    /// News carries no `client_state`; who asks of a leg is told it all the same.
    public var leavesStateOut = false

    public init() {}
}
