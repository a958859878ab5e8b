public import Redaction

/// The displayed data of a call. The system shows the handle, the name and the organization; the app's screens show all
/// of it.
public struct CallDisplay: Hashable, Sendable, Codable {
    /// The other party.
    public var handle: CallHandle
    /// The name that the exchange gives the other side.
    public var name: Redacted<String>?
    /// The called organization, if it must be shown.
    public var organizationName: Redacted<String>?
    /// The called number.
    public var calledNumber: Redacted<String>?
    /// The `https` address of a picture of the other side.
    public var picture: Redacted<String>?

    /// Creates a display from the known data.
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

    /// The display of an unknown caller.
    public static let unknown = CallDisplay(.generic(Redacted("")))
}

extension CallDisplay {
    /// Merges two descriptions of one caller: the values of the better one, completed by the other's.
    ///
    /// A name belongs to its number. The name of another party is dropped, because a carrier's INVITE may give the
    /// called number as its caller.
    func merged(with other: CallDisplay, outranking: Bool) -> CallDisplay {
        let (better, lesser) = outranking ? (other, self) : (self, other)
        let isOneParty = better.handle.isEmpty || lesser.handle.isEmpty || better.handle == lesser.handle
        return CallDisplay(
            better.handle.isEmpty ? lesser.handle : better.handle,
            name: better.name ?? (isOneParty ? lesser.name : nil),
            organizationName: better.organizationName ?? lesser.organizationName,
            calledNumber: better.calledNumber ?? lesser.calledNumber, picture: better.picture ?? lesser.picture)
    }

    /// Prepares this description to replace one that the system shows. The system keeps values that an update omits. If
    /// it shows a name or "Unknown caller" and only a number is known now, the number replaces the name.
    func replacing(_ shown: CallDisplay) -> CallDisplay {
        guard name == nil, !handle.isEmpty, shown.name != nil || shown.handle.isEmpty else { return self }
        var display = self
        display.name = handle.text
        return display
    }
}

/// The system's address of the other side, which it uses to find a contact and to call back from Recents.
public enum CallHandle: Hashable, Sendable, Codable {
    /// A phone number.
    case phoneNumber(Redacted<String>)
    /// Another text that identifies a caller, or an empty text.
    case generic(Redacted<String>)
}

extension CallHandle {
    /// The text that the system has.
    public var text: Redacted<String> {
        switch self {
        case .phoneNumber(let text), .generic(let text): text
        }
    }

    /// Whether the handle is empty.
    public var isEmpty: Bool { text.revealed.isEmpty }
}
