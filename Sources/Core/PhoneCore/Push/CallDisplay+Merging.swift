import Redaction

extension CallDisplay {
    /// What two descriptions of one caller amount to: the better one's words, and the other's where it has none.
    func merged(with other: CallDisplay, outranking: Bool) -> CallDisplay {
        let (better, lesser) = outranking ? (other, self) : (self, other)
        return CallDisplay(
            better.handle.isEmpty ? lesser.handle : better.handle,
            name: better.name ?? name(of: better, instead: lesser, isShown: outranking),
            organizationName: better.organizationName ?? lesser.organizationName,
            calledNumber: better.calledNumber ?? lesser.calledNumber, picture: better.picture ?? lesser.picture)
    }

    /// A name stays with its number: that of another party, as a carrier's INVITE has the number that was called for its
    /// caller, is given up. One that is shown already gives way to the number alone: the system keeps what an update leaves
    /// out.
    private func name(of better: CallDisplay, instead lesser: CallDisplay, isShown: Bool) -> Redacted<String>? {
        let isOneParty = better.handle.isEmpty || lesser.handle.isEmpty || better.handle == lesser.handle
        guard !isOneParty else { return lesser.name }
        return isShown && lesser.name != nil ? better.handle.text : nil
    }
}
