/// Every figure and variant of the model, each with the rule it stands for.
///
/// Part of how a device is made, never of its state: what explores states leaves it out of a state's hash.
public struct DevicePolicy: Hashable, Sendable {
    public var profile: DeviceProfile
    public var push = PushPolicy()
    public var calls = CallPolicy()
    public var actions = ActionPolicy()
    public var audio = AudioPolicy()
    public var process = ProcessPolicy()
    public var storage = StoragePolicy()
    public var path = PathPolicy()
    public var notifications = NotificationPolicy()
    public var signIn = SignInPolicy()
    public var web = WebPolicy()

    /// What all profiles have in common; `DeviceProfile.policy` sets what differs.
    init(profile: DeviceProfile) {
        self.profile = profile
    }
}
