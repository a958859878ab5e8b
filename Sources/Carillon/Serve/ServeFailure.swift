/// Why the exchange does not run. Its text says what to do.
struct ServeFailure: Error, CustomStringConvertible {
    let description: String
}
