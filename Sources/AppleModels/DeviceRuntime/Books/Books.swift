internal import DeviceModel

/// What the phone keeps beside calls, pushes, sound and the process.
struct Books: Sendable {
    var keychain: KeychainBook
    var files = FileBook()
    var contacts = ContactBook()
    var defaults: DefaultsBook
    var notifications: NotificationBook
    var path: PathBook
    var signIn: SignInBook
    var web: WebBook

    init(policy: DevicePolicy) {
        keychain = KeychainBook(policy: policy.storage)
        defaults = DefaultsBook(policy: policy.storage)
        notifications = NotificationBook(policy: policy.notifications)
        path = PathBook(policy: policy.path)
        signIn = SignInBook(policy: policy.signIn)
        web = WebBook(policy: policy.web)
    }
}
