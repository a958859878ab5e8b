import Scopes

extension Scope {
    /// What `carillon explore` knows, in the order it goes through them.
    static var all: [Scope] { exchange }
}
