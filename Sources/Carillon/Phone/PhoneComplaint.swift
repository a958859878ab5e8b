import CarillonRTC

/// What went wrong, for whoever uses the phone.
package enum PhoneComplaint {
    /// A client's error without its code, which is for programs; any other as it describes itself.
    package static func text(of error: any Error) -> String {
        (error as? ClientError)?.context ?? "\(error)"
    }
}
