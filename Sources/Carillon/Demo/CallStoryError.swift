/// Why the story of a call could not be had.
struct CallStoryError: Error, CustomStringConvertible {
    var description: String
}
