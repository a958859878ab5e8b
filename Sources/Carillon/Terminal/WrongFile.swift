/// A file named on the command line that cannot be used: a mistake of the one who asks, though of a kind that the usage
/// does not explain.
package struct WrongFile: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }
}
