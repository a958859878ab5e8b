/// Something that may be there once only is there already.
struct DirectoryConflict: Error {
    /// What is taken: `user name`, `login`, `number`, `device name`.
    let what: String

    /// The key of a user in the configuration file that says it.
    var key: String {
        switch what {
        case "user name": "name"
        case "number": "numbers"
        default: "devices"
        }
    }

    /// What is wrong with the user of that name, and what to do; says no number.
    func text(about user: String) -> String {
        "\"\(user)\" has a \(what) that another entry has already; give it one of its own"
    }
}
