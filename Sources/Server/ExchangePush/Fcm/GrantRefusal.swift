/// That the token endpoint granted nothing.
struct GrantRefusal: Error {
    /// The HTTP status; 0: the answer could not be read.
    var status: Int
}
