// swift-tools-version: 6.2
// The graph of Carillon, read top to bottom: an arrow goes only upwards in this file.
// `make check` holds the imports against it; `Documentation/Dependencies.md` says why each package is here.
import PackageDescription

/// Whether the package is the whole project, or, on a Mac, what an iPhone links. `CARILLON_MANIFEST=apple` shows the latter
/// here, for `Tests/AppleSDK/check`.
#if os(Linux)
    let isOnLinux = Context.environment["CARILLON_MANIFEST"] != "apple"
#else
    let isOnLinux = false
#endif

/// Whether every warning is an error. On a Mac only with `CARILLON_STRICT`, which Packaging/calmly sets
/// for our own builds: Xcode compiles the packages of others with `-suppress-warnings`, which no warning that is an error
/// goes with. On Linux always: SwiftPM leaves the setting out where the package comes by URL (SE-0480).
let strictness: [SwiftSetting] =
    isOnLinux || Context.environment["CARILLON_STRICT"] != nil ? [.treatAllWarnings(as: .error)] : []

/// An app made with Xcode 26 is `MainActor` by default, and these modules are not: said here, no setting of a project or of
/// a command line is taken for theirs. On Linux there is nothing that could say otherwise.
let isolation: [SwiftSetting] = isOnLinux ? [] : [.defaultIsolation(nil)]

let house: [SwiftSetting] =
    strictness + isolation + [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ]

/// For tests that wait more than they compute: optimizing them takes longer than all of them run.
let unoptimized: [SwiftSetting] = [.unsafeFlags(["-Onone"])]

/// For what computes more than it waits, in a quick build, as `make demo` and `make test` ask for one: the whole of it is
/// compiled with `-Onone`, which comes last on the command line, so that only the frontend can be told otherwise.
let optimized: [SwiftSetting] =
    isOnLinux && Context.environment["CARILLON_QUICK"] != nil
    ? [.unsafeFlags(["-Xfrontend", "-O", "-Xfrontend", "-enable-default-cmo"])] : []

/// So that `carillon bench` can say that its figures are those of a quick build.
let quickness: [SwiftSetting] =
    Context.environment["CARILLON_QUICK"] != nil ? [.define("CARILLON_QUICK")] : []

/// A target of ours, in `Sources/<folder>/<name>`.
///
/// - Parameter computes: whether searches, scenarios, media or the checker spend their time in it.
func module(
    _ name: String, in folder: String, needs: [Target.Dependency] = [], excluding: [String] = [], computes: Bool = false
) -> Target {
    .target(
        name: name, dependencies: needs, path: "Sources/\(folder)/\(name)", exclude: excluding,
        swiftSettings: house + (computes ? optimized : []))
}

/// - Parameter computes: whether they compute for so long that it pays to optimize them, as explorations do.
func tests(
    of name: String, needs: [Target.Dependency] = [], excluding: [String] = [], computes: Bool = false
) -> Target {
    .testTarget(
        name: "\(name)Tests", dependencies: [.byName(name: name)] + needs, path: "Tests/\(name)Tests",
        exclude: excluding,
        swiftSettings: house + (computes ? optimized : unoptimized))
}

func debianLibrary(_ name: String, in folder: String, pkgConfig: String, package: String) -> Target {
    .systemLibrary(
        name: name, path: "Sources/\(folder)/System/\(name)", pkgConfig: pkgConfig, providers: [.apt([package])])
}

let nio: Target.Dependency = .product(name: "NIO", package: "swift-nio")
let nioCore: Target.Dependency = .product(name: "NIOCore", package: "swift-nio")
let nioPosix: Target.Dependency = .product(name: "NIOPosix", package: "swift-nio")
let nioHTTP1: Target.Dependency = .product(name: "NIOHTTP1", package: "swift-nio")
let nioWebSocket: Target.Dependency = .product(name: "NIOWebSocket", package: "swift-nio")
let nioFoundation: Target.Dependency = .product(name: "NIOFoundationCompat", package: "swift-nio")
let nioEmbedded: Target.Dependency = .product(name: "NIOEmbedded", package: "swift-nio")
let nioTLS: Target.Dependency = .product(name: "NIOSSL", package: "swift-nio-ssl")
let hummingbird: Target.Dependency = .product(name: "Hummingbird", package: "hummingbird")
let hummingbirdCore: Target.Dependency = .product(name: "HummingbirdCore", package: "hummingbird")
let httpTypes: Target.Dependency = .product(name: "HTTPTypes", package: "swift-http-types")
let nioHTTPTypesHTTP1: Target.Dependency = .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras")
let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")
let database: Target.Dependency = .product(name: "GRDB", package: "GRDB.swift")
let yaml: Target.Dependency = .product(name: "Yams", package: "Yams")
let crypto: Target.Dependency = .product(name: "Crypto", package: "swift-crypto")
let nioHTTP2: Target.Dependency = .product(name: "NIOHTTP2", package: "swift-nio-http2")
let nioHPACK: Target.Dependency = .product(name: "NIOHPACK", package: "swift-nio-http2")
let nioTLSEvents: Target.Dependency = .product(name: "NIOTLS", package: "swift-nio")
let cryptoExtras: Target.Dependency = .product(name: "CryptoExtras", package: "swift-crypto")
let asn1: Target.Dependency = .product(name: "SwiftASN1", package: "swift-asn1")
let httpClient: Target.Dependency = .product(name: "AsyncHTTPClient", package: "async-http-client")
let jwt: Target.Dependency = .product(name: "JWTKit", package: "jwt-kit")
let certificates: Target.Dependency = .product(name: "X509", package: "swift-certificates")
let arguments: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")

/// Apple's frameworks that have a model here.
let appleFrameworks = [
    "AVFAudio", "AVFoundation", "AuthenticationServices", "CallKit", "Capacitor", "Intents", "Network", "PushKit",
    "Security", "UIKit", "UserNotifications", "WebKit",
]

/// Lets sources import Apple's frameworks and find the models. The models are not built under Apple's names: their
/// modules would lie where every package looks, and NIO's `#if canImport(Network)` would be true from then on.
let appleNames: [SwiftSetting] =
    !isOnLinux
    ? []
    : [
        .unsafeFlags(appleFrameworks.flatMap { ["-module-alias", "\($0)=Model\($0)"] }),
        // Else `import Testing` beside `import UIKit` looks for a module made for Testing and Apple's UIKit.
        .unsafeFlags(["-Xfrontend", "-disable-cross-import-overlays"]),
    ]
/// What a target that imports Apple's frameworks needs.
let appleModels: [Target.Dependency] = isOnLinux ? appleFrameworks.map { .byName(name: "Model\($0)") } : []
/// What speaks of the models without importing Apple's frameworks.
let deviceModels: [Target.Dependency] = [
    "DeviceModel", "DevicePorts", "DeviceRuntime", "Lab", "LivePhones", "ModelPushKit", "PhoneExchange", "PhoneKit",
    "PhoneCore", "PhoneSignaling",
    "PhoneScopes", "Replay", "Scenarios",
]
/// What carries signaling on Linux; on Apple's platforms the system's own networking does.
let nioForSignaling: [Target.Dependency] = isOnLinux ? [nioCore, nioPosix, nioHTTP1, nioWebSocket, nioTLS] : []

let package = Package(
    name: "Carillon",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .library(name: "CarillonRTC", targets: ["CarillonRTC"]),
        .library(name: "CallModel", targets: ["CallModel"]),
        .library(name: "NativeMedia", targets: ["NativeMedia"]),
        .library(name: "ExchangeServer", targets: ["ExchangeServer"]),
        .executable(name: "carillon", targets: ["Carillon"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-nio.git", from: "2.101.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl.git", from: "2.37.0"),
        .package(url: "https://github.com/apple/swift-nio-extras.git", from: "1.34.1"),
        .package(url: "https://github.com/apple/swift-http-types.git", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-nio-http2.git", from: "1.46.0"),
        .package(url: "https://github.com/swift-server/async-http-client.git", from: "1.37.0"),
        .package(url: "https://github.com/vapor/jwt-kit.git", from: "5.7.1"),
        .package(url: "https://github.com/apple/swift-certificates.git", from: "1.21.1"),
        .package(url: "https://github.com/apple/swift-asn1.git", from: "1.5.0"),
        .package(
            url: "https://github.com/hummingbird-project/hummingbird.git", from: "2.28.0", traits: ["FullFoundation"]),
        .package(url: "https://github.com/groue/GRDB.swift.git", from: "7.10.0"),
        .package(url: "https://github.com/jpsim/Yams.git", from: "6.2.0"),
        .package(url: "https://github.com/apple/swift-crypto.git", from: "4.5.0"),
        .package(url: "https://github.com/apple/swift-log.git", from: "1.16.0"),
        .package(url: "https://github.com/apple/swift-argument-parser.git", from: "1.8.0"),
    ],
    targets: [
        // Core: pure, standard library only.
        module("Redaction", in: "Core", computes: true),
        module("WireJSON", in: "Core", computes: true),
        module("Trace", in: "Core", needs: ["WireJSON"]),
        module("CallModel", in: "Core", computes: true),
        module("SDP", in: "Core", computes: true),
        module("RTP", in: "Core", computes: true),
        module("Verto", in: "Core", needs: ["WireJSON", "Redaction"]),
        module("ExchangeCore", in: "Core", needs: ["CallModel", "RingCore", "SDP", "Redaction"], computes: true),
        module("PushPayload", in: "Core", needs: ["CallModel", "WireJSON", "Redaction"], computes: true),
        module("RingCore", in: "Core", needs: ["CallModel", "Redaction"], computes: true),
        module("RoomCore", in: "Core", needs: ["CallModel"], computes: true),
        module("PushDelivery", in: "Core", needs: ["CallModel", "PushPayload", "WireJSON", "Redaction"]),
        module("Broadcast", in: "Core", needs: ["WireJSON", "Redaction"]),
        module("Accounts", in: "Core", needs: ["WireJSON", "Redaction"]),
        module("PhoneCore", in: "Core", needs: ["CallModel", "PushPayload", "WireJSON", "Redaction"], computes: true),

        // Shared: what exchange and phone have in common that takes more than the standard library.
        module("Clocks", in: "Shared"),
        module(
            "CallerSealing", in: "Shared",
            needs: ["CallModel", "PushPayload", "Redaction"] + (isOnLinux ? [crypto] : [])),

        // Client: what an app links, and the media engine of Linux.
        debianLibrary("CNice", in: "Client", pkgConfig: "nice", package: "libnice-dev"),
        debianLibrary("CSRTP", in: "Client", pkgConfig: "libsrtp2", package: "libsrtp2-dev"),
        debianLibrary("COpus", in: "Client", pkgConfig: "opus", package: "libopus-dev"),
        debianLibrary("COpenSSL", in: "Client", pkgConfig: "openssl", package: "libssl-dev"),
        .target(
            name: "CNativeMedia", dependencies: ["CNice", "CSRTP", "COpus", "COpenSSL"],
            path: "Sources/Client/CNativeMedia"),
        module("MediaEngine", in: "Client", needs: ["SDP", "RTP", "Redaction"], computes: true),
        module(
            "NativeMedia", in: "Client", needs: ["MediaEngine", "SDP", "RTP", "Redaction", "CNativeMedia"],
            computes: true),
        module(
            "CarillonRTC", in: "Client",
            needs: [
                "Clocks", "CallModel", "Verto", "WireJSON", "SDP", "RTP", "MediaEngine", "Redaction", "Trace",
            ] + nioForSignaling,
            excluding: isOnLinux ? [] : ["Signaling/WebSocketLink.swift", "Signaling/WebSocketTransport.swift"]),

        module("VoicemailAttendant", in: "Client", needs: ["CarillonRTC", "MediaEngine", "Redaction"]),

        .target(
            name: "PhoneKit",
            dependencies: [
                "Clocks", "CallerSealing", "PhoneCore", "PushPayload", "CallModel", "WireJSON", "Redaction", "Trace",
            ] + appleModels,
            path: "Sources/Client/PhoneKit", swiftSettings: house + appleNames + optimized),
        module(
            "PhoneSignaling", in: "Client",
            needs: ["Clocks", "PhoneKit", "PhoneCore", "CarillonRTC", "CallModel", "MediaEngine", "Redaction", "Trace"]),
        module(
            "PhoneExchange", in: "Client",
            needs: [
                "Clocks",
                "PhoneKit", "PhoneCore", "CarillonRTC", "MediaEngine", "PushPayload", "CallModel", "WireJSON",
                "Redaction",
            ]),

        // Server: the exchange.
        debianLibrary("CArgon2", in: "Server", pkgConfig: "libargon2", package: "libargon2-dev"),
        module(
            "ExchangeStorage", in: "Server",
            needs: ["Accounts", "ExchangeCore", "RingCore", "CallModel", "WireJSON", "Redaction", database]),
        module(
            "ExchangeServer", in: "Server",
            needs: [
                "Clocks",
                "Accounts", "Broadcast", "ExchangeCore", "ExchangeStorage", "CallModel", "Verto", "WireJSON", "SDP",
                "Redaction",
                "Trace", "RingCore", "ExchangeCarrier", "ExchangePush", "CallerSealing", "PushDelivery", "PushPayload",
                "CArgon2",
                nioCore, nioPosix, nioHTTP1, nioWebSocket, nioTLS, nioHTTPTypesHTTP1,
                hummingbird, hummingbirdCore, httpTypes, logging, yaml, crypto, httpClient, jwt,
            ]),
        module(
            "ExchangeCarrier", in: "Server",
            needs: [
                "Clocks",
                "Accounts", "RingCore", "ExchangeStorage", "CallModel", "WireJSON", "Redaction", nioCore, nioHTTP1,
                nioTLS,
                httpClient, crypto,
            ]),
        module(
            "ExchangePush", in: "Server",
            needs: [
                "CallModel", "PushDelivery", "PushPayload", "WireJSON", "Redaction",
                nioCore, nioPosix, nioHTTP1, nioHTTP2, nioHPACK, nioTLS, httpClient, jwt, crypto, logging,
            ]),

        // Stand-ins for outside parties.
        .target(
            name: "Standins",
            dependencies: [
                "WireJSON", "Redaction", "Verto", "MediaEngine", "NativeMedia",
                nioCore, nioPosix, nioHTTP1, nioHTTP2, nioHPACK, nioTLS, nioTLSEvents, nioWebSocket, httpClient,
                crypto, cryptoExtras, certificates, asn1,
            ],
            path: "Sources/Standins", swiftSettings: house),

        // Proof and tools.
        module("Explorer", in: "Simulation", computes: true),
        module(
            "Scopes", in: "Simulation", needs: ["Explorer", "ExchangeCore", "RingCore", "CallModel", "Redaction"],
            computes: true),
        module("CallModelArtifacts", in: "Tools", needs: ["CallModel", "WireJSON"], computes: true),
        module("BridgeArtifacts", in: "Tools", needs: ["CallModelArtifacts", "PhoneCore"]),
        .target(name: "CAllocationCount", path: "Sources/Tools/CAllocationCount"),
        .executableTarget(
            name: "Carillon",
            dependencies: [
                "Clocks",
                "CallModel", "Verto", "WireJSON", "SDP", "RTP", "MediaEngine", "NativeMedia", "CarillonRTC",
                "VoicemailAttendant", "Accounts", "ExchangeCore",
                "ExchangeStorage", "ExchangeServer", "ExchangePush", "CallerSealing", "PushDelivery", "PushPayload",
                "Standins", "Explorer", "Scopes", "CAllocationCount", "Redaction", "Trace", arguments, nioCore,
                nioPosix, nioHTTP1, nioWebSocket, logging,
            ] + deviceModels,
            path: "Sources/Carillon", swiftSettings: house + quickness),
        .executableTarget(
            name: "HouseCheck", dependencies: ["CallModelArtifacts", "BridgeArtifacts"],
            path: "Sources/Tools/HouseCheck",
            swiftSettings: house + optimized),

        tests(of: "HouseCheck"),
        tests(of: "WireJSON"),
        tests(of: "Trace", needs: ["WireJSON", "Redaction"]),
        .testTarget(
            name: "CallModelTests", dependencies: ["CallModel", "CallModelArtifacts"], path: "Tests/CallModelTests",
            exclude: ["node", "kotlin"], swiftSettings: house + unoptimized),
        .target(name: "TestLog", dependencies: [logging], path: "Tests/TestLog", swiftSettings: house),
        .target(
            name: "RingTime", dependencies: ["Clocks", "ExchangePush"], path: "Tests/RingTime",
            swiftSettings: house),
        .target(name: "PeerDescriptions", path: "Tests/PeerDescriptions", swiftSettings: house),
        tests(of: "SDP", needs: ["PeerDescriptions"]),
        tests(of: "RTP", computes: true),
        tests(of: "Verto", needs: ["WireJSON", "Redaction"]),
        tests(of: "PushPayload", needs: ["CallModel", "WireJSON", "Redaction"]),
        tests(
            of: "PhoneCore", needs: ["CallModel", "PushPayload", "WireJSON", "Redaction", "Explorer"],
            excluding: ["Exploration/explored.json"], computes: true),
        tests(of: "Explorer", computes: true),
        tests(of: "ExchangeCore", needs: ["CallModel", "RingCore", "Scopes", "Redaction"]),
        .target(
            name: "ScopeProofs", dependencies: ["Scopes", "Explorer"], path: "Tests/ScopeProofs",
            swiftSettings: house + optimized),
        tests(of: "Scopes", needs: ["CallModel", "Explorer", "ExchangeCore", "ScopeProofs"], computes: true),
        tests(of: "MediaEngine", needs: ["SDP", "RTP", "PeerDescriptions", "Explorer"], computes: true),
        tests(
            of: "Carillon",
            needs: [
                "MediaEngine", "Redaction", "WireJSON", "Explorer", "Scopes", "CallModel", "CarillonRTC",
                "ExchangeServer",
                "Trace", arguments,
            ] + deviceModels),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "CarillonRTC", "ExchangeServer", "NativeMedia", "MediaEngine", "VoicemailAttendant", "CallModel",
                "Redaction", "TestLog", "RingTime", nioCore, nioPosix,
            ], path: "Tests/EndToEndTests", swiftSettings: house + unoptimized),
        tests(of: "VoicemailAttendant", needs: ["MediaEngine"]),
        tests(of: "NativeMedia", needs: ["MediaEngine", "SDP", "RTP", "Redaction", "CNativeMedia"], computes: true),
        tests(
            of: "CarillonRTC",
            needs: [
                "Clocks",
                "CallModel", "Verto", "WireJSON", "SDP", "RTP", "MediaEngine", "NativeMedia", "ExchangeCore",
                "Redaction",
                "Trace", nioCore, nioPosix, nioHTTP1, nioWebSocket, nioTLS,
            ]),
        tests(
            of: "RingCore", needs: ["CallModel", "Explorer", "Redaction"], excluding: ["Exploration/explored.json"],
            computes: true),
        tests(
            of: "RoomCore", needs: ["CallModel", "Explorer"], excluding: ["Exploration/explored.json"], computes: true),
        tests(of: "PushDelivery", needs: ["CallModel", "PushPayload", "WireJSON", "Redaction"]),
        tests(of: "CallerSealing", needs: ["CallModel", "PushPayload", "Redaction"]),
        tests(of: "Broadcast", needs: ["WireJSON", "Redaction"]),
        tests(
            of: "ExchangeCarrier",
            needs: [
                "Clocks",
                "Accounts", "RingCore", "ExchangeCore", "ExchangeStorage", "CallModel", "Standins", "WireJSON",
                "Redaction",
                crypto,
            ]),
        tests(
            of: "ExchangePush",
            needs: [
                "CallModel", "PushDelivery", "PushPayload", "Standins", "WireJSON", "Redaction",
                nioCore, nioPosix, nioHTTP1, nioHTTP2, nioHPACK, nioTLS, httpClient, jwt, crypto, certificates,
                "TestLog",
            ]),
        tests(
            of: "Standins",
            needs: [
                "WireJSON", "Redaction", "Verto", "MediaEngine", "NativeMedia", "CarillonRTC", "CallModel", "RingTime",
                nioCore, nioPosix, nioHTTP1, nioHTTP2, nioHPACK, nioTLS, httpClient, jwt, crypto, cryptoExtras,
            ]),
        tests(of: "Accounts", needs: ["WireJSON", "Redaction"]),
        tests(
            of: "ExchangeStorage", needs: ["Accounts", "ExchangeCore", "RingCore", "CallModel", "Redaction", database]),
        tests(
            of: "ExchangeServer",
            needs: [
                "Clocks",
                "Accounts", "Broadcast", "Standins", "CallModel", "ExchangeCore", "ExchangeStorage", "Redaction",
                "WireJSON", "Verto",
                "RingCore", "ExchangeCarrier", "ExchangePush", "CallerSealing", "PushDelivery", "PushPayload",
                nioCore, nioPosix, nioHTTP1, nioWebSocket, nioTLS, logging, crypto, database, "TestLog", "RingTime",
            ]),
    ],
    swiftLanguageModes: [.v6]
)

if isOnLinux {
    // Apple's frameworks as executable models. Never part of a package that is built on a Mac: there the adapters find
    // the real ones. The condition is on the building machine, because a target for one platform is still built on all.
    func appleModel(_ framework: String, needs: [Target.Dependency] = []) -> Target {
        .target(
            name: "Model\(framework)", dependencies: ["DeviceRuntime", "DeviceModel"] + needs,
            path: "Sources/AppleModels/Model\(framework)",
            swiftSettings: house + appleNames + optimized)
    }

    package.targets += [
        module("DeviceModel", in: "AppleModels", computes: true),
        module("DeviceRuntime", in: "AppleModels", needs: ["DeviceModel"], computes: true),
        appleModel("AVFAudio"),
        appleModel("AVFoundation", needs: ["ModelAVFAudio"]),
        appleModel("AuthenticationServices", needs: ["ModelUIKit"]),
        appleModel("CallKit", needs: ["ModelAVFAudio"]),
        appleModel("Capacitor"),
        appleModel("Intents", needs: ["ModelUIKit"]),
        appleModel("Network"),
        appleModel("PushKit"),
        appleModel("Security"),
        appleModel("UIKit"),
        appleModel("UserNotifications"),
        appleModel("WebKit"),
        module(
            "PhoneScopes", in: "Simulation",
            needs: ["Explorer", "Scopes", "PhoneCore", "DeviceModel", "CallModel", "Redaction"], computes: true),
        module("Replay", in: "Simulation", needs: ["DeviceModel", "Trace", "WireJSON"]),
        module("DevicePorts", in: "Simulation", needs: ["PhoneKit", "DeviceRuntime", "DeviceModel"], computes: true),
        .target(
            name: "Scenarios",
            dependencies: [
                "Clocks",
                "PhoneExchange", "PhoneKit", "PhoneCore", "PushPayload", "CallModel", "CarillonRTC", "ExchangeCore",
                "RingCore", "Verto", "WireJSON", "Redaction", "DevicePorts", "DeviceRuntime", "DeviceModel", yaml,
            ] + appleModels,
            path: "Sources/Simulation/Scenarios", swiftSettings: house + appleNames + optimized),
        .target(
            name: "LivePhones",
            dependencies: [
                "Clocks",
                "PhoneExchange", "PhoneSignaling", "PhoneKit", "PhoneCore", "PushPayload", "CarillonRTC", "CallModel",
                "MediaEngine", "WireJSON", "Redaction", "Trace", "DevicePorts", "DeviceRuntime", "DeviceModel",
            ] + appleModels,
            path: "Sources/Simulation/LivePhones", swiftSettings: house + appleNames),
        .target(
            name: "NaivePhones",
            dependencies: ["Scenarios", "PhoneCore", "CallModel", "DeviceRuntime", "DeviceModel"] + appleModels,
            path: "Sources/Simulation/NaivePhones", swiftSettings: house + appleNames + optimized),
        module(
            "Lab", in: "Simulation",
            needs: [
                "CallModel", "CarillonRTC", "DeviceModel", "DeviceRuntime", "LivePhones", "MediaEngine", "NaivePhones",
                "NativeMedia", "PhoneCore", "PhoneExchange", "Redaction", "RingCore", "Scenarios", "Trace", "WireJSON",
            ]),
        .testTarget(
            name: "ScenarioTests",
            dependencies: [
                "Scenarios", "NaivePhones", "PhoneKit", "PhoneCore", "CallModel", "WireJSON", "DevicePorts",
                "DeviceRuntime", "DeviceModel",
            ] + appleModels,
            path: "Tests/ScenarioTests", swiftSettings: house + appleNames + unoptimized),
        tests(
            of: "Lab", needs: ["CallModel", "DeviceModel", "DeviceRuntime", "Scenarios", "Trace", "WireJSON"]),
        tests(
            of: "PhoneScopes", needs: ["PhoneCore", "DeviceModel", "Scopes", "Explorer", "ScopeProofs"], computes: true),
        tests(of: "DeviceModel", needs: ["Explorer", "Trace"], excluding: ["Recorded"], computes: true),
        .testTarget(
            name: "PhoneKitTests",
            dependencies: [
                "Clocks",
                "PhoneKit", "PhoneCore", "PushPayload", "CallModel", "WireJSON", "Redaction", "DevicePorts",
                "DeviceRuntime", "DeviceModel", "PhoneScopes", "Replay", "Trace",
            ] + appleModels,
            path: "Tests/PhoneKitTests", swiftSettings: house + appleNames + unoptimized),
        .testTarget(
            name: "PhoneSignalingTests",
            dependencies: [
                "Clocks",
                "LivePhones", "Scenarios", "PhoneScopes", "PhoneExchange", "PhoneSignaling", "PhoneKit", "PhoneCore",
                "PushPayload", "CarillonRTC", "Verto",
                "ExchangeServer", "ExchangeCore", "ExchangePush", "PushDelivery", "Standins", "NativeMedia",
                "CallModel",
                "MediaEngine", "Redaction", "WireJSON", "DeviceRuntime",
                "DeviceModel", "TestLog", "RingTime", "Trace", "ExchangeCarrier", "RingCore",
            ] + appleModels,
            path: "Tests/PhoneSignalingTests", swiftSettings: house + appleNames + unoptimized),
        .testTarget(
            name: "PhoneExchangeTests",
            dependencies: [
                "Clocks",
                "PhoneExchange", "PhoneKit", "PhoneCore", "CarillonRTC", "MediaEngine", "PushPayload", "CallModel",
                "ExchangeServer", "Standins", "WireJSON", "Redaction", "TestLog", crypto, nioCore, nioPosix, nioHTTP1,
            ],
            path: "Tests/PhoneExchangeTests", swiftSettings: house + appleNames + unoptimized),
        .testTarget(
            name: "AppleModelsTests", dependencies: ["DeviceRuntime", "DeviceModel"] + appleModels,
            path: "Tests/AppleModelsTests", swiftSettings: house + appleNames + unoptimized),
    ]
} else {
    // On a Mac the package is what an iPhone links, and needs no other package but the framework of media: exchange, tools
    // and tests want Debian's libraries. Documentation/NotCompiledHere.md.
    let linked: Set = [
        "Redaction", "WireJSON", "Trace", "CallModel", "SDP", "RTP", "Verto", "PushPayload", "Clocks", "CallerSealing",
        "PhoneCore",
        "MediaEngine",
        "CarillonRTC", "PhoneKit", "PhoneSignaling", "PhoneExchange",
    ]
    package.targets = package.targets.filter { linked.contains($0.name) }
    package.targets.append(
        module(
            "WebRTCMedia", in: "Client",
            needs: ["MediaEngine", "SDP", "RTP", "Redaction", .product(name: "WebRTC", package: "WebRTC")]))
    package.targets.append(
        module(
            "CarillonApp", in: "Client",
            needs: [
                "Clocks",
                "PhoneKit", "PhoneSignaling", "PhoneExchange", "WebRTCMedia", "PhoneCore", "MediaEngine", "Redaction",
            ]))
    package.dependencies = [.package(url: "https://github.com/stasel/WebRTC.git", .upToNextMajor(from: "150.0.0"))]
    package.products = [
        // All an app imports, as one.
        .library(
            name: "CarillonPhone",
            targets: [
                "CarillonApp", "PhoneKit", "PhoneSignaling", "PhoneExchange", "WebRTCMedia", "PhoneCore", "MediaEngine",
                "Clocks", "WireJSON", "Redaction",
            ]),
        .library(name: "CarillonRTC", targets: ["CarillonRTC", "CallModel", "MediaEngine", "Clocks"]),
    ]
}

/// The only test targets wanted, such as `CARILLON_TESTS=PhoneCoreTests,PhoneKitTests`: the others are neither built nor
/// run, so that the inner loop of one module does not wait for the tests of all.
if let wanted = Context.environment["CARILLON_TESTS"] {
    let names = Set(wanted.split(separator: ",").map(String.init))
    package.targets.removeAll { $0.type == .test && !names.contains($0.name) }
}
