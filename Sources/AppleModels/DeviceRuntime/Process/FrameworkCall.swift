/// One call an app made into a framework, by Apple's name.
struct FrameworkCall: Sendable {
    let owner: StaticString
    let member: StaticString
    let isWrite: Bool

    /// As Apple's documentation writes it, with ` =` behind a property that was set.
    var name: String {
        let member = "\(member)" + (isWrite ? " =" : "")
        return owner.utf8CodeUnitCount == 0 ? member : "\(owner).\(member)"
    }
}
