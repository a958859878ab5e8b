/// The members of a JSON object in the order they were written or set.
///
/// Lookup walks the members, which is quickest for the few members a message has. Two objects are equal when they have
/// the same members in the same order. Printing one shows only how many members it has.
public struct JSONObject: Hashable, Sendable {
    /// One key with its value.
    public struct Member: Hashable, Sendable {
        /// The key, unescaped.
        public var key: String
        /// The value under the key.
        public var value: JSONValue

        @inlinable
        public init(key: String, value: JSONValue) {
            self.key = key
            self.value = value
        }
    }

    /// The members in order. No key appears twice.
    public private(set) var members: [Member]

    public init() {
        members = []
    }

    /// An object with these members; of two with the same key the later one counts, in the place of the earlier.
    public init(_ pairs: some Sequence<(String, JSONValue)>) {
        members = []
        for (key, value) in pairs {
            self[key] = value
        }
    }

    /// Members known to have no key twice.
    init(unique members: [Member]) {
        self.members = members
    }

    /// Whether it has no member.
    public var isEmpty: Bool { members.isEmpty }
    /// How many members it has.
    public var count: Int { members.count }

    /// The value under exactly this key. Setting nil removes the member; setting a value keeps an existing one's place.
    public subscript(key: String) -> JSONValue? {
        get { index(of: key).map { members[$0].value } }
        set {
            switch (index(of: key), newValue) {
            case (let index?, let value?): members[index].value = value
            case (let index?, nil): members.remove(at: index)
            case (nil, let value?): members.append(Member(key: key, value: value))
            case (nil, nil): break
            }
        }
    }

    /// The place of a key among the members.
    public func index(of key: String) -> Int? {
        for index in members.indices where members[index].key == key {
            return index
        }
        return nil
    }

    /// The place of the first key that equals `key`, ignoring the case of ASCII letters.
    public func index(ofCaseInsensitive key: String) -> Int? {
        for index in members.indices where Self.equalIgnoringCase(members[index].key, key) {
            return index
        }
        return nil
    }

    /// The first value whose key equals `key`, ignoring the case of ASCII letters.
    public func value(caseInsensitive key: String) -> JSONValue? {
        index(ofCaseInsensitive: key).map { members[$0].value }
    }

    /// Appends a member whose key is known to be new: no lookup is made.
    ///
    /// - Precondition: the key is not in the object; checked in debug builds only.
    public mutating func append(_ key: String, _ value: JSONValue) {
        assert(index(of: key) == nil, "a key may appear only once")
        members.append(Member(key: key, value: value))
    }

    /// Sets every member of another object in this one.
    public mutating func merge(_ other: JSONObject) {
        for member in other.members {
            self[member.key] = member.value
        }
    }

    /// Makes room for that many members, so that adding them allocates no more memory.
    public mutating func reserveCapacity(_ count: Int) {
        members.reserveCapacity(count)
    }

    private static func equalIgnoringCase(_ left: String, _ right: String) -> Bool {
        left.utf8.count == right.utf8.count
            && zip(left.utf8, right.utf8).allSatisfy { lowercased($0) == lowercased($1) }
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self.init(elements)
    }
}

extension JSONObject: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "object(\(members.count) members)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }

    /// The object as JSON text. It shows all content, so it must not be logged.
    public var jsonText: String { JSONValue.object(self).jsonText }
}
