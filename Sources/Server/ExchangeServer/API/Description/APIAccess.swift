/// Who may ask for an operation.
enum APIAccess: Sendable {
    /// Everybody.
    case open
    /// Whoever proves who they are.
    case anyone
    /// A user: by password or by a bearer session.
    case person
    /// A bearer session: it also says which device.
    case session
    /// A holder of an API token.
    case operatorOnly
    /// A holder of an API token; on this machine everybody who asks it by its own name, unless a proxy here speaks for
    /// others.
    case operatorOrLocal
}
