import Redaction

extension CallDisplay {
    /// What two descriptions of one caller amount to: the better one's words, and the other's where it has none.
    ///
    /// A name stays with its number: that of another party is given up, as a carrier's INVITE has the number that was
    /// called for its caller.
    func merged(with other: CallDisplay, outranking: Bool) -> CallDisplay {
        let (better, lesser) = outranking ? (other, self) : (self, other)
        let isOneParty = better.handle.isEmpty || lesser.handle.isEmpty || better.handle == lesser.handle
        return CallDisplay(
            better.handle.isEmpty ? lesser.handle : better.handle,
            name: better.name ?? (isOneParty ? lesser.name : nil),
            organizationName: better.organizationName ?? lesser.organizationName,
            calledNumber: better.calledNumber ?? lesser.calledNumber, picture: better.picture ?? lesser.picture)
    }

    /// This description, fit to replace one that the system shows. The system keeps what an update leaves out. So where a
    /// name or "Unknown caller" is shown and only a number is known now, the number takes the name's place.
    func replacing(_ shown: CallDisplay) -> CallDisplay {
        guard name == nil, !handle.isEmpty, shown.name != nil || shown.handle.isEmpty else { return self }
        var display = self
        display.name = handle.text
        return display
    }
}
