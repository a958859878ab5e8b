public import CallModel
public import Redaction

/// An answered call, as far as another run of the exchange has to know it to go on with it.
///
/// Its media pass between the phones and never stop when an exchange dies; what would be lost is who is in the call and
/// how each is found again.
public struct KeptCall: Hashable, Sendable {
    /// The call.
    public let session: CallSessionID
    /// The version of the call it was made at; the journal may know of later ones.
    public var version: UInt64
    /// Whom the call is for; nil of a call to a number.
    public let callee: UserID?
    /// The organisation it began in.
    public let organization: String?
    /// The caller's name.
    public let callerName: Redacted<String>
    /// The caller's number.
    public let callerNumber: Redacted<String>
    /// What the caller dialled.
    public let dialled: Redacted<String>
    /// Everybody a call to a number was to ring; nil of a call between users.
    public let usersOfNumber: [UserID]?
    /// The caller's leg, then the called ones in the order they were planned.
    public let legs: [KeptLeg]
    /// Which of them answered.
    public let winner: Int
    /// Which claim of the call it was, from 1.
    public let epoch: UInt32
    /// The answering app's headers, as long as the caller has not been told of the answer; then nil.
    public let answerHeaders: [CustomHeader]?
    /// When it was placed, since the shell's origin; before it, if that was in an earlier run.
    public let createdAt: Duration
    /// When the first device was told to ring; likewise.
    public let rangAt: Duration?
    /// When it was answered; likewise.
    public let answeredAt: Duration

    /// Describes a call, of a store's words; nil where they do not amount to an answered call.
    public init?(
        session: CallSessionID, version: UInt64, callee: UserID?, organization: String?,
        callerName: Redacted<String>, callerNumber: Redacted<String>, dialled: Redacted<String>,
        usersOfNumber: [UserID]?, legs: [KeptLeg], winner: Int, epoch: UInt32, answerHeaders: [CustomHeader]?,
        createdAt: Duration, rangAt: Duration?, answeredAt: Duration
    ) {
        guard legs.indices.dropFirst().contains(winner), legs[0].ending == nil, legs[winner].ending == nil else {
            return nil
        }
        self.session = session
        self.version = version
        self.callee = callee
        self.organization = organization
        self.callerName = callerName
        self.callerNumber = callerNumber
        self.dialled = dialled
        self.usersOfNumber = usersOfNumber
        self.legs = legs
        self.winner = winner
        self.epoch = epoch
        self.answerHeaders = answerHeaders
        self.createdAt = createdAt
        self.rangAt = rangAt
        self.answeredAt = answeredAt
    }
}
