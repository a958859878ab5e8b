public import CallModel

/// Decides where news of a leg belongs, before any session sees it.
///
/// News come in any order: of legs whose dial was not answered yet, of callers nobody has opened a session for, of
/// calls of another organization. What is known of the leg is looked up by the shell; the decision is here.
public enum Arrival: Hashable, Sendable {
    /// To the session.
    case deliver(CallSessionID)
    /// A caller: open a session.
    case open
    /// A caller who hung up before the call was known: open a session that is over, so that the call is recorded.
    case openGone
    /// Remember that this leg is over; whatever comes of it later is late.
    case entomb
    /// Known and done with.
    case ignore
    /// Nobody's: keep it, ask the carrier, and tell somebody.
    case park

    /// What is known of a leg when news of it come.
    public struct Facts: Hashable, Sendable {
        /// The session that has the leg by its carrier's name.
        public var session: CallSessionID?
        /// What the leg says of itself, if the seal of it is ours.
        public var marker: LegMarker?
        /// The organization of the session named by the marker; nil if there is no such session.
        public var markedOrganization: OrganizationID?
        /// Whether the leg is known to be over.
        public var isEntombed: Bool
        /// Whether a session was opened for this caller before and is long over.
        public var isArchived: Bool

        /// States what is known.
        public init(
            session: CallSessionID? = nil, marker: LegMarker? = nil, markedOrganization: OrganizationID? = nil,
            isEntombed: Bool = false, isArchived: Bool = false
        ) {
            self.session = session
            self.marker = marker
            self.markedOrganization = markedOrganization
            self.isEntombed = isEntombed
            self.isArchived = isArchived
        }
    }

    /// What kind of news it is, as far as that matters here.
    public enum Kind: Hashable, Sendable {
        /// A caller came in.
        case caller
        /// A leg is over.
        case hangUp
        /// Anything else.
        case other
    }

    /// Decides.
    public init(_ kind: Kind, _ facts: Facts) {
        if let session = facts.session {
            self = .deliver(session)
        } else if let marker = facts.marker {
            self = facts.markedOrganization == marker.organization ? .deliver(marker.session) : .park
        } else if facts.isArchived {
            self = .ignore
        } else {
            switch kind {
            case .caller: self = facts.isEntombed ? .openGone : .open
            case .hangUp: self = facts.isEntombed ? .ignore : .entomb
            case .other: self = facts.isEntombed ? .ignore : .park
            }
        }
    }
}
