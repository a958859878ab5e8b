/// Every order of some things.
func permutations<Element>(_ elements: [Element]) -> [[Element]] {
    guard let last = elements.last else { return [[]] }
    return permutations(Array(elements.dropLast())).flatMap { shorter in
        (0...shorter.count).map { place in
            var order = shorter
            order.insert(last, at: place)
            return order
        }
    }
}
