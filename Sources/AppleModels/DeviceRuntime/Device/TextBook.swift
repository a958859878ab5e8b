package import DeviceModel

/// The texts behind the machine's numbers: it decides by number, people read text.
package struct TextBook: Sendable {
    private struct Handle: Equatable {
        let kind: Int
        let value: String
    }

    private var handles: [Handle] = []
    private var texts: [String] = []

    /// The number of a handle, the same for the same kind and value.
    package mutating func handle(kind: Int, _ value: String) -> HandleID {
        let handle = Handle(kind: kind, value: value)
        if let index = handles.firstIndex(of: handle) { return HandleID(UInt32(index)) }
        handles.append(handle)
        return HandleID(UInt32(handles.count - 1))
    }

    /// The kind and value of a handle.
    package func handle(_ id: HandleID) -> (kind: Int, value: String) {
        guard handles.indices.contains(Int(id.value)) else { return (1, "") }
        let handle = handles[Int(id.value)]
        return (handle.kind, handle.value)
    }

    /// The number of a text.
    package mutating func text(_ value: String) -> TextID {
        if let index = texts.firstIndex(of: value) { return TextID(UInt32(index)) }
        texts.append(value)
        return TextID(UInt32(texts.count - 1))
    }

    /// The text of a number.
    package func text(_ id: TextID) -> String {
        texts.indices.contains(Int(id.value)) ? texts[Int(id.value)] : ""
    }
}
