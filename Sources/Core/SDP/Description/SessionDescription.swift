/// A session description (RFC 8866): the subset WebRTC needs is understood, everything else is kept line by line.
///
/// Reading and writing give back the text that came, but for line ends (always CR LF) and repeated spaces in `o=` and
/// `m=` lines. Printing shows its shape, never its content: a description holds addresses and passwords.
public struct SessionDescription: Hashable, Sendable, AttributeHolder {
    public var origin: SessionOrigin
    /// The lines of the session level after `o=`, in order.
    public var lines: [SDPLine]
    public var media: [MediaSection]

    public init(origin: SessionOrigin, lines: [SDPLine], media: [MediaSection] = []) {
        self.origin = origin
        self.lines = lines
        self.media = media
    }

    /// A description without media: no session name, no end (RFC 8829 §5.2.1).
    public init(origin: SessionOrigin) {
        self.init(origin: origin, lines: [.other(letter: "s", value: "-"), .other(letter: "t", value: "0 0")])
    }

    /// The media identifications of each `a=group` of that semantics, such as `BUNDLE` (RFC 5888 §5).
    public func groups(_ semantics: String) -> [[String]] {
        values(of: "group").compactMap { value in
            let fields = value.fields()
            guard let first = fields.first, first == semantics else { return nil }
            return fields.dropFirst().map(String.init)
        }
    }
}

extension SessionDescription: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "SessionDescription(\(media.count) media sections, ‹redacted›)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
