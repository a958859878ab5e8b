/// The newest of many, so that a long run does not fill the memory.
public struct Newest<Element: Sendable>: Sendable {
    /// How many there were in all.
    public private(set) var total = 0
    private var elements: [Element] = []
    private let kept: Int

    public init(kept: Int) {
        self.kept = max(kept, 1)
    }

    /// Those that are kept, oldest first.
    public var all: [Element] { elements.count > kept ? Array(elements.suffix(kept)) : elements }

    mutating func append(_ element: Element) {
        total += 1
        elements.append(element)
        // Only at twice the number, so that it costs little.
        if elements.count >= 2 * kept { elements.removeFirst(elements.count - kept) }
    }

    /// Keeps none; the total goes on.
    mutating func clear() { elements.removeAll() }
}
