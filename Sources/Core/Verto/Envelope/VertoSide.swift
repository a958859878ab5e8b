/// Who sent a message. A client puts the call's id into `dialogParams`, a server beside it.
public enum VertoSide: String, Hashable, Sendable, CaseIterable {
    case client, server
}
