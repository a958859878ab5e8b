/// What keeps incoming calls from the person.
public enum IncomingFilter: Hashable, Sendable {
    case doNotDisturb, restrictedSharing, protection, sensitiveParticipants
}
