// swift-tools-version: 6.2
// What a mutant is judged by: the pure modules of the phone and its device, their tests, and the joint exploration.
// `run` copies the sources beside this file into a folder of its own; warnings are none of a mutant's business.
import PackageDescription

let house: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

func module(_ name: String, in folder: String, needs: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: needs, path: "Sources/\(folder)/\(name)", swiftSettings: house)
}

func tests(of name: String, needs: [Target.Dependency], excluding: [String] = []) -> Target {
    .testTarget(
        name: "\(name)Tests", dependencies: [.byName(name: name)] + needs, path: "Tests/\(name)Tests",
        exclude: excluding, swiftSettings: house)
}

let package = Package(
    name: "Mutants",
    platforms: [.macOS(.v15)],
    targets: [
        module("Redaction", in: "Core"),
        module("WireJSON", in: "Core"),
        module("CallModel", in: "Core"),
        module("SDP", in: "Core"),
        module("ExchangeCore", in: "Core", needs: ["CallModel", "SDP", "Redaction"]),
        module("PushPayload", in: "Core", needs: ["CallModel", "WireJSON", "Redaction"]),
        module("PhoneCore", in: "Core", needs: ["CallModel", "PushPayload", "WireJSON", "Redaction"]),
        module("Explorer", in: "Simulation"),
        module("Scopes", in: "Simulation", needs: ["Explorer", "ExchangeCore", "CallModel", "Redaction"]),
        module("DeviceModel", in: "AppleModels"),
        module(
            "PhoneScopes", in: "Simulation",
            needs: ["Explorer", "Scopes", "PhoneCore", "DeviceModel", "CallModel", "Redaction"]),
        .executableTarget(
            name: "Judge", dependencies: ["PhoneScopes", "Scopes", "Explorer"], path: "Judge", swiftSettings: house),
        tests(
            of: "PhoneCore", needs: ["CallModel", "PushPayload", "WireJSON", "Redaction", "Explorer"],
            excluding: ["Exploration/explored.json"]),
        tests(of: "DeviceModel", needs: ["Explorer"], excluding: ["Recorded"]),
    ],
    swiftLanguageModes: [.v6]
)
