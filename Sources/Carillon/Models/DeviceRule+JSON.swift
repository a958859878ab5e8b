package import DeviceModel
package import WireJSON

extension DeviceRule {
    /// The rule for machines; with the figures of a policy, if there is one.
    package func json(under policy: DevicePolicy?) -> JSONValue {
        var object: JSONObject = [
            "id": .string(id), "name": .string(name), "statement": .string(statement),
            "certainty": .string(certainty.rawValue), "framework": .string(framework.rawValue),
            "role": .string(role.rawValue), "source": .string(source),
        ]
        guard let policy else { return .object(object) }
        let figures = policy.figures.filter { $0.rule == self }
        object.append("profile", .string(policy.profile.rawValue))
        object.append("figures", .object(JSONObject(figures.map { ($0.name, .string($0.value)) })))
        return .object(object)
    }
}
