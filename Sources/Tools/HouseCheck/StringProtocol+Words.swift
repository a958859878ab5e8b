extension StringProtocol {
    /// Whether a word of ASCII stands in it, byte for byte. The standard library compares characters and prepares for each
    /// search: where nearly every line is a miss, that took nearly all of the time of a check.
    func holds(_ word: String) -> Bool {
        let found = utf8.withContiguousStorageIfAvailable { text in
            word.utf8.withContiguousStorageIfAvailable { Self.holds(text, $0) }
        }
        return (found ?? nil) ?? contains(word)
    }

    private static func holds(_ text: UnsafeBufferPointer<UInt8>, _ word: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = word.first, word.count <= text.count else { return word.isEmpty }
        return (0...(text.count - word.count)).contains { start in
            text[start] == first && word.indices.allSatisfy { text[start + $0] == word[$0] }
        }
    }
}
