/// Why there is no trace.
struct TraceFileError: Error, CustomStringConvertible {
    var description: String
}
