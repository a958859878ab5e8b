import Redaction

extension CallDisplay {
    /// What two descriptions of one caller amount to: the better one's words, and the other's where it has none.
    func merged(with other: CallDisplay, outranking: Bool) -> CallDisplay {
        let (better, lesser) = outranking ? (other, self) : (self, other)
        return CallDisplay(
            better.handle.isEmpty ? lesser.handle : better.handle, name: better.name ?? lesser.name,
            organizationName: better.organizationName ?? lesser.organizationName,
            calledNumber: better.calledNumber ?? lesser.calledNumber, picture: better.picture ?? lesser.picture)
    }
}
