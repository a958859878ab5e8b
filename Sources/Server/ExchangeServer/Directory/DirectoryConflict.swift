/// Something that may be there once only is there already.
struct DirectoryConflict: Error {
    /// What is taken: `user name`, `login`, `number`, `device name`.
    let what: String
}
