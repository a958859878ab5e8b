// Follows the project's manifest in that of each group of mutants, below a line that says which targets are `wanted`: leaves
// these and what they need. So no target is described a second time. `lenient` are the targets that mutants are planted in,
// `keepsPackages` whether other packages stay that the group does not need: they are there already, in the project's own folder.

var whole = package.targets
if wanted.contains("Judge") {
    whole.append(
        .executableTarget(
            name: "Judge", dependencies: ["PhoneScopes", "Scopes", "Explorer"], path: "Tests/Mutants/Judge",
            swiftSettings: house))
}

var packagesWanted: Set<String> = []
var added = wanted
while !added.isEmpty {
    let needed = whole.filter { added.contains($0.name) }.flatMap(\.dependencies)
    added = []
    for dependency in needed {
        switch dependency {
        case .targetItem(let name, _), .byNameItem(let name, _):
            if wanted.insert(name).inserted { added.insert(name) }
        case .productItem(_, let package, _, _): packagesWanted.insert(package ?? "")
        @unknown default: break
        }
    }
}

package.targets = whole.filter { wanted.contains($0.name) }
package.products = []
package.dependencies =
    keepsPackages
    ? package.dependencies
    : package.dependencies.filter { dependency in
        guard case .sourceControl(_, let location, _) = dependency.kind else { return true }
        return packagesWanted.contains { location.hasSuffix("/\($0).git") }
    }
for target in package.targets where lenient.contains(target.name) {
    // Warnings are none of a mutant's business: a fault may well leave a value unused.
    target.swiftSettings = (target.swiftSettings ?? []) + [.treatAllWarnings(as: .warning)]
}
