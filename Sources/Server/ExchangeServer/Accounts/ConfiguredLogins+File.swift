internal import Accounts

extension ConfiguredLogins {
    /// - Parameters:
    ///   - users: those of the configuration file and of the command line.
    ///   - secrets: without its key a fingerprint tells nothing, and no password can be tried on it.
    init(of users: [UserEntry], by secrets: SecretBox) {
        self.init(
            Dictionary(
                users.map { user in
                    let own = user.password.map { [secrets.fingerprint(of: user.name, $0)] } ?? []
                    let devices = user.devices.map { secrets.fingerprint(of: $0.login, $0.password, $0.name) }
                    return (user.name, Set(own + devices))
                }, uniquingKeysWith: { $0.union($1) }))
    }
}

extension SecretBox {
    fileprivate func fingerprint(of login: String, _ password: PasswordHash, _ device: String? = nil) -> [UInt8] {
        // A line break is in no name and in no hash.
        fingerprint(of: Array([login, password.text, device ?? ""].joined(separator: "\n").utf8))
    }
}
