public import Redaction

/// What is shown of a call: by the system its handle, name and organization, by the app's own screens all of it.
public struct CallDisplay: Hashable, Sendable, Codable {
    /// Whom the call is with.
    public var handle: CallHandle
    /// What the exchange calls the other side.
    public var name: Redacted<String>?
    /// The organization that is called, if it is to be shown.
    public var organizationName: Redacted<String>?
    /// The number that was called.
    public var calledNumber: Redacted<String>?
    /// Where a picture of the other side can be had: an `https` address.
    public var picture: Redacted<String>?

    /// What is known of the other side.
    public init(
        _ handle: CallHandle, name: Redacted<String>? = nil, organizationName: Redacted<String>? = nil,
        calledNumber: Redacted<String>? = nil, picture: Redacted<String>? = nil
    ) {
        self.handle = handle
        self.name = name
        self.organizationName = organizationName
        self.calledNumber = calledNumber
        self.picture = picture
    }

    /// A call of which nothing is known.
    public static let unknown = CallDisplay(.generic(Redacted("")))
}

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

    /// This description, fit to replace one that the system shows. The system keeps what an update leaves out. So where
    /// a name or "Unknown caller" is shown and only a number is known now, the number takes the name's place.
    func replacing(_ shown: CallDisplay) -> CallDisplay {
        guard name == nil, !handle.isEmpty, shown.name != nil || shown.handle.isEmpty else { return self }
        var display = self
        display.name = handle.text
        return display
    }
}

/// How the system addresses the other side, and how it looks it up in Contacts and dials it back from Recents.
public enum CallHandle: Hashable, Sendable, Codable {
    /// A phone number.
    case phoneNumber(Redacted<String>)
    /// Something else that names a caller, or nothing at all.
    case generic(Redacted<String>)
}

extension CallHandle {
    /// As the system has it.
    public var text: Redacted<String> {
        switch self {
        case .phoneNumber(let text), .generic(let text): text
        }
    }

    /// Whether it says nothing.
    public var isEmpty: Bool { text.revealed.isEmpty }
}
