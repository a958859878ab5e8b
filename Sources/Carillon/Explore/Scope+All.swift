import Scopes

#if os(Linux)
    import PhoneScopes
#endif

extension Scope {
    /// What `carillon explore` knows, in the order it goes through them.
    static var all: [Scope] { exchange + onModels }

    #if os(Linux)
        /// What needs the models of Apple's frameworks.
        private static var onModels: [Scope] { phone }
    #else
        private static var onModels: [Scope] { [] }
    #endif
}
