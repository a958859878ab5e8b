/// What a test waited for did not come.
struct TestFailure: Error, CustomStringConvertible {
    let description: String
}
