extension CallTable {
    /// The steps of this table that a platform's table does not know, each once, in order.
    public func illegalSteps<Name: CallProjection>(of _: Name.Type) -> [IllegalStep] {
        var found: [IllegalStep] = []
        forEachStep { state, event, next in
            let old = Name(of: states[state])
            let new = Name(of: states[next])
            guard !Name.allows(from: old, to: new) else { return }
            found.append(
                IllegalStep(
                    platform: Name.platform, from: old?.rawValue ?? "none", to: new?.rawValue ?? "none",
                    state: states[state], event: events[event]))
        }
        return found
    }

    /// The steps of this table that any platform's table does not know.
    public var illegalSteps: [IllegalStep] {
        illegalSteps(of: CanonicalName.self) + illegalSteps(of: TelnyxIOSState.self)
            + illegalSteps(of: TelnyxAndroidState.self) + illegalSteps(of: WebState.self)
            + illegalSteps(of: Z360IOSState.self) + illegalSteps(of: PajamaState.self)
    }
}
