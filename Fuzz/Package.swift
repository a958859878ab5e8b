// swift-tools-version: 6.2
// libFuzzer targets, apart from the main package because they need unsafe flags. `README.md` says how to run them.
import PackageDescription

let covered: SwiftSetting = .unsafeFlags(["-sanitize=fuzzer,address", "-parse-as-library"])
let linked: LinkerSetting = .unsafeFlags(["-sanitize=fuzzer,address", "-use-ld=lld"])
let house: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// A module of the main package, built again with coverage for the fuzzer. `Core` is a link to `../Sources/Core`.
func core(_ name: String, needs: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: needs, path: "Core/\(name)", swiftSettings: house + [covered])
}

func fuzzer(_ name: String, needs: [Target.Dependency]) -> Target {
    .executableTarget(
        name: name, dependencies: needs + ["LibFuzzer"], path: "Targets/\(name)", swiftSettings: house + [covered],
        linkerSettings: [linked])
}

let package = Package(
    name: "CarillonFuzz",
    platforms: [.macOS(.v15)],
    targets: [
        core("Redaction"),
        core("WireJSON"),
        core("Verto", needs: ["WireJSON", "Redaction"]),
        core("CallModel"),
        core("SDP"),
        core("RTP"),
        core("PushPayload", needs: ["CallModel", "WireJSON", "Redaction"]),
        core("PhoneCore", needs: ["CallModel", "PushPayload", "WireJSON", "Redaction"]),
        .target(name: "LibFuzzer", path: "Targets/LibFuzzer", swiftSettings: house),
        fuzzer("FuzzJSON", needs: ["WireJSON"]),
        fuzzer("FuzzSDP", needs: ["SDP"]),
        fuzzer("FuzzRTP", needs: ["RTP"]),
        fuzzer("FuzzVerto", needs: ["Verto", "WireJSON", "Redaction"]),
        fuzzer("FuzzPush", needs: ["PhoneCore", "PushPayload", "CallModel", "WireJSON", "Redaction"]),
    ],
    swiftLanguageModes: [.v6]
)
