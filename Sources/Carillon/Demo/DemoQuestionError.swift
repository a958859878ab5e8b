/// Why the exchange could not be asked.
struct DemoQuestionError: Error, CustomStringConvertible {
    var description: String
}
