// swift-tools-version: 6.2
// The graph of Carillon, read top to bottom: an arrow goes only upwards. It begins at `let package`. The code above it
// says how targets are made and compiled.
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

/// An app made with Xcode 26 is `MainActor` by default, and these modules are not. Stating that here keeps settings of the
/// app's project from applying to them. On Linux no such setting exists.
let isolation: [SwiftSetting] = isOnLinux ? [] : [.defaultIsolation(nil)]

let house: [SwiftSetting] =
    strictness + isolation + [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ]

/// How a target is compiled besides.
enum Kind {
    /// For tests that wait more than they compute: optimizing them takes longer than all of them run.
    case unoptimized
    case plain
    /// For what computes more than it waits: searches, scenarios, media, the checker. In a quick build, as `make demo` and
    /// `make test` ask for one, the whole of it is compiled with `-Onone`, which comes last on the command line, so that
    /// only the frontend can be told otherwise.
    case computing

    var settings: [SwiftSetting] {
        switch self {
        case .unoptimized: [.unsafeFlags(["-Onone"])]
        case .computing where isOnLinux && isQuick:
            [.unsafeFlags(["-Xfrontend", "-O", "-Xfrontend", "-enable-default-cmo"])]
        case .plain, .computing: []
        }
    }
}

let isQuick = Context.environment["CARILLON_QUICK"] != nil

/// So that `carillon bench` can say that its figures are those of a quick build.
let quickness: [SwiftSetting] = isQuick ? [.define("CARILLON_QUICK")] : []

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

/// The packages of others at GitHub: path, the oldest version that suffices, and the products that targets need of it.
let packages: [(path: String, version: Version, products: String)] = [
    ("apple/swift-nio", "2.101.0", "NIOCore NIOPosix NIOHTTP1 NIOWebSocket NIOTLS"),
    ("apple/swift-nio-ssl", "2.37.0", "NIOSSL"),
    ("apple/swift-nio-extras", "1.34.1", "NIOHTTPTypesHTTP1"),
    ("apple/swift-http-types", "1.8.0", "HTTPTypes"),
    ("apple/swift-nio-http2", "1.46.0", "NIOHTTP2 NIOHPACK"),
    ("swift-server/async-http-client", "1.37.0", "AsyncHTTPClient"),
    ("vapor/jwt-kit", "5.7.1", "JWTKit"),
    ("apple/swift-certificates", "1.21.1", "X509"),
    ("apple/swift-asn1", "1.5.0", "SwiftASN1"),
    ("hummingbird-project/hummingbird", "2.28.0", "Hummingbird HummingbirdCore"),
    ("groue/GRDB.swift", "7.10.0", "GRDB"),
    ("jpsim/Yams", "6.2.0", "Yams"),
    ("apple/swift-crypto", "4.5.0", "Crypto CryptoExtras"),
    ("apple/swift-log", "1.16.0", "Logging"),
    ("apple/swift-argument-parser", "1.8.0", "ArgumentParser"),
]

/// Modules of ours and products of other packages, by their names with a blank between.
func modules(_ names: String...) -> [Target.Dependency] {
    names.flatMap { $0.split(whereSeparator: \.isWhitespace) }.map { name in
        let package = packages.first { $0.products.split(separator: " ").contains(name) }?.path.split(separator: "/")
            .last
        return package.map { .product(name: String(name), package: String($0)) } ?? .byName(name: String(name))
    }
}

/// The target and its needs, of a text such as `"Trace: WireJSON"`, which may go on in further ones.
func rule(_ texts: [String]) -> (target: String, needs: [Target.Dependency]) {
    let parts = texts.joined(separator: " ").split(separator: ":").map(String.init)
    return (parts[0], modules(parts.count > 1 ? parts[1] : ""))
}

/// A target of ours.
///
/// - Parameters:
///   - texts: its folder in `Sources`, its name, and the modules and products that it needs: `"Core/Trace: WireJSON"`.
///   - importsApple: whether it imports Apple's frameworks.
func module(
    _ texts: String..., excluding: [String] = [], importsApple: Bool = false, as kind: Kind = .plain
) -> Target {
    let (path, needs) = rule(texts)
    return .target(
        name: String(path.split(separator: "/").last ?? ""), dependencies: needs + (importsApple ? appleModels : []),
        path: "Sources/\(path)", exclude: excluding,
        swiftSettings: house + (importsApple ? appleNames : []) + kind.settings)
}

/// Tests in a folder of `Tests`; `computing` where it pays to optimize them, as it does for explorations.
func tests(
    _ texts: String..., excluding: [String] = [], importsApple: Bool = false, as kind: Kind = .unoptimized
) -> Target {
    let (name, needs) = rule(texts)
    return .testTarget(
        name: name, dependencies: needs + (importsApple ? appleModels : []), path: "Tests/\(name)", exclude: excluding,
        swiftSettings: house + (importsApple ? appleNames : []) + kind.settings)
}

/// What several test targets share.
func testSupport(_ texts: String..., as kind: Kind = .plain) -> Target {
    let (name, needs) = rule(texts)
    return .target(name: name, dependencies: needs, path: "Tests/\(name)", swiftSettings: house + kind.settings)
}

func debianLibrary(_ name: String, in folder: String, pkgConfig: String, package: String) -> Target {
    .systemLibrary(
        name: name, path: "Sources/\(folder)/System/\(name)", pkgConfig: pkgConfig, providers: [.apt([package])])
}

/// What speaks of the models without importing Apple's frameworks.
let deviceModels = """
    DeviceModel DevicePorts DeviceRuntime Lab LivePhones ModelPushKit PhoneExchange PhoneKit PhoneCore PhoneSignaling
    PhoneScopes Replay Scenarios
    """
/// What carries signaling on Linux; on Apple's platforms the system's own networking does.
let sockets = "Retransmission NIOCore NIOPosix NIOHTTP1 NIOWebSocket NIOSSL"

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
    dependencies: packages.map { path, version, _ in
        .package(
            url: "https://github.com/\(path).git", from: version,
            traits: path.hasSuffix("/hummingbird") ? ["FullFoundation"] : [.defaults])
    },
    targets: [
        // Core: pure, standard library only.
        module("Core/Redaction", as: .computing),
        module("Core/WireJSON", as: .computing),
        module("Core/Trace: WireJSON"),
        module("Core/CallModel", as: .computing),
        module("Core/SDP", as: .computing),
        module("Core/RTP", as: .computing),
        module("Core/Verto: WireJSON Redaction"),
        module("Core/ExchangeCore: CallModel RingCore SDP Redaction", as: .computing),
        module("Core/PushPayload: CallModel WireJSON Redaction", as: .computing),
        module("Core/RingCore: CallModel Redaction", as: .computing),
        module("Core/RoomCore: CallModel", as: .computing),
        module("Core/PushDelivery: CallModel PushPayload WireJSON Redaction"),
        module("Core/Broadcast: WireJSON Redaction"),
        module("Core/Accounts: WireJSON Redaction"),
        module("Core/PhoneCore: CallModel PushPayload WireJSON Redaction", as: .computing),

        // Shared: what exchange and phone have in common that takes more than the standard library.
        module("Shared/Clocks"),
        module("Shared/Retransmission: NIOCore"),
        module("Shared/CallerSealing: CallModel PushPayload Redaction \(isOnLinux ? "Crypto" : "")"),

        // Client: what an app links, and the media engine of Linux.
        debianLibrary("CNice", in: "Client", pkgConfig: "nice", package: "libnice-dev"),
        debianLibrary("CSRTP", in: "Client", pkgConfig: "libsrtp2", package: "libsrtp2-dev"),
        debianLibrary("COpus", in: "Client", pkgConfig: "opus", package: "libopus-dev"),
        debianLibrary("COpenSSL", in: "Client", pkgConfig: "openssl", package: "libssl-dev"),
        .target(
            name: "CNativeMedia", dependencies: modules("CNice CSRTP COpus COpenSSL"),
            path: "Sources/Client/CNativeMedia"),
        module("Client/MediaEngine: SDP RTP Redaction", as: .computing),
        module("Client/NativeMedia: MediaEngine SDP RTP Redaction CNativeMedia", as: .computing),
        module(
            "Client/CarillonRTC: Clocks CallModel Verto WireJSON SDP RTP MediaEngine Redaction Trace",
            "\(isOnLinux ? sockets : "")",
            excluding: isOnLinux ? [] : ["Signaling/WebSocketLink.swift", "Signaling/WebSocketTransport.swift"]),
        module("Client/VoicemailAttendant: CarillonRTC MediaEngine Redaction"),
        module(
            "Client/PhoneKit: Clocks CallerSealing PhoneCore PushPayload CallModel WireJSON Redaction Trace",
            importsApple: true, as: .computing),
        module("Client/PhoneSignaling: Clocks PhoneKit PhoneCore CarillonRTC CallModel MediaEngine Redaction Trace"),
        module(
            "Client/PhoneExchange: Clocks PhoneKit PhoneCore CarillonRTC MediaEngine PushPayload CallModel WireJSON",
            "Redaction"),

        // Server: the exchange.
        debianLibrary("CArgon2", in: "Server", pkgConfig: "libargon2", package: "libargon2-dev"),
        module("Server/ExchangeStorage: Accounts ExchangeCore RingCore CallModel WireJSON Redaction GRDB"),
        module(
            "Server/ExchangeServer: Clocks Retransmission Accounts Broadcast ExchangeCore ExchangeStorage CallModel",
            "Verto WireJSON SDP Redaction Trace RingCore ExchangeCarrier ExchangePush CallerSealing PushDelivery",
            "PushPayload CArgon2 NIOCore NIOPosix NIOHTTP1 NIOWebSocket NIOSSL NIOHTTPTypesHTTP1 Hummingbird",
            "HummingbirdCore HTTPTypes Logging Yams Crypto AsyncHTTPClient JWTKit"),
        module(
            "Server/ExchangeCarrier: Clocks Accounts RingCore ExchangeStorage CallModel WireJSON Redaction NIOCore",
            "NIOHTTP1 NIOSSL AsyncHTTPClient Crypto"),
        module(
            "Server/ExchangePush: CallModel PushDelivery PushPayload WireJSON Redaction NIOCore NIOPosix NIOHTTP1",
            "NIOHTTP2 NIOHPACK NIOSSL AsyncHTTPClient JWTKit Crypto Logging"),

        // Stand-ins for outside parties.
        module(
            "Standins: WireJSON Redaction Verto MediaEngine NativeMedia NIOCore NIOPosix NIOHTTP1 NIOHTTP2 NIOHPACK",
            "NIOSSL NIOTLS NIOWebSocket AsyncHTTPClient Crypto CryptoExtras X509 SwiftASN1"),

        // Proof and tools.
        module("Simulation/Explorer", as: .computing),
        module("Simulation/Scopes: Explorer ExchangeCore RingCore CallModel Redaction", as: .computing),
        module("Tools/CallModelArtifacts: CallModel WireJSON", as: .computing),
        module("Tools/BridgeArtifacts: CallModelArtifacts PhoneCore"),
        .target(name: "CAllocationCount", path: "Sources/Tools/CAllocationCount"),
        .executableTarget(
            name: "Carillon",
            dependencies: modules(
                "Clocks CallModel Verto WireJSON SDP RTP MediaEngine NativeMedia CarillonRTC VoicemailAttendant",
                "Accounts ExchangeCore ExchangeStorage ExchangeServer ExchangePush CallerSealing PushDelivery",
                "PushPayload Standins Explorer Scopes CAllocationCount Redaction Trace ArgumentParser NIOCore NIOPosix",
                "NIOHTTP1 NIOWebSocket Logging \(deviceModels)"),
            path: "Sources/Carillon", swiftSettings: house + quickness),
        .executableTarget(
            name: "HouseCheck", dependencies: modules("CallModelArtifacts BridgeArtifacts"),
            path: "Sources/Tools/HouseCheck", swiftSettings: house + Kind.computing.settings),

        tests("HouseCheckTests: HouseCheck"),
        tests("WireJSONTests: WireJSON"),
        tests("TraceTests: Trace WireJSON Redaction"),
        tests("CallModelTests: CallModel CallModelArtifacts", excluding: ["node", "kotlin"]),
        testSupport("TestLog: Logging"),
        testSupport("RingTime: Clocks ExchangePush"),
        testSupport("PeerDescriptions"),
        tests("SDPTests: SDP PeerDescriptions"),
        tests("RTPTests: RTP", as: .computing),
        tests("VertoTests: Verto WireJSON Redaction"),
        tests("PushPayloadTests: PushPayload CallModel WireJSON Redaction"),
        tests(
            "PhoneCoreTests: PhoneCore CallModel PushPayload WireJSON Redaction Explorer",
            excluding: ["Exploration/explored.json"], as: .computing),
        tests("ExplorerTests: Explorer", as: .computing),
        tests("ExchangeCoreTests: ExchangeCore CallModel RingCore Scopes Redaction"),
        testSupport("ScopeProofs: Scopes Explorer", as: .computing),
        tests("ScopesTests: Scopes CallModel Explorer ExchangeCore ScopeProofs", as: .computing),
        tests("MediaEngineTests: MediaEngine SDP RTP Redaction PeerDescriptions Explorer", as: .computing),
        tests(
            "CarillonTests: Carillon MediaEngine Redaction WireJSON Explorer Scopes CallModel CarillonRTC",
            "ExchangeServer Trace ArgumentParser \(deviceModels)"),
        tests(
            "EndToEndTests: CarillonRTC ExchangeServer NativeMedia MediaEngine VoicemailAttendant CallModel Redaction",
            "TestLog RingTime NIOCore NIOPosix"),
        tests("VoicemailAttendantTests: VoicemailAttendant MediaEngine"),
        tests("NativeMediaTests: NativeMedia MediaEngine SDP RTP Redaction CNativeMedia", as: .computing),
        tests(
            "CarillonRTCTests: CarillonRTC Clocks CallModel Verto WireJSON SDP RTP MediaEngine NativeMedia",
            "ExchangeCore Redaction Trace Retransmission NIOCore NIOPosix NIOHTTP1 NIOWebSocket NIOSSL"),
        tests(
            "RingCoreTests: RingCore CallModel Explorer Redaction", excluding: ["Exploration/explored.json"],
            as: .computing),
        tests("RoomCoreTests: RoomCore CallModel Explorer", excluding: ["Exploration/explored.json"], as: .computing),
        tests("PushDeliveryTests: PushDelivery CallModel PushPayload WireJSON Redaction"),
        tests("CallerSealingTests: CallerSealing CallModel PushPayload Redaction"),
        tests("BroadcastTests: Broadcast WireJSON Redaction"),
        tests(
            "ExchangeCarrierTests: ExchangeCarrier Clocks Accounts RingCore ExchangeCore ExchangeStorage CallModel",
            "Standins WireJSON Redaction Crypto"),
        tests(
            "ExchangePushTests: ExchangePush CallModel PushDelivery PushPayload Standins WireJSON Redaction NIOCore",
            "NIOPosix NIOHTTP1 NIOHTTP2 NIOHPACK NIOSSL AsyncHTTPClient JWTKit Crypto X509 TestLog"),
        tests(
            "StandinsTests: Standins WireJSON Redaction Verto MediaEngine NativeMedia CarillonRTC CallModel RingTime",
            "NIOCore NIOPosix NIOHTTP1 NIOHTTP2 NIOHPACK NIOSSL AsyncHTTPClient JWTKit Crypto CryptoExtras"),
        tests("AccountsTests: Accounts WireJSON Redaction"),
        tests("ExchangeStorageTests: ExchangeStorage Accounts ExchangeCore RingCore CallModel Redaction GRDB"),
        tests(
            "ExchangeServerTests: ExchangeServer Clocks Accounts Broadcast Standins CallModel ExchangeCore",
            "ExchangeStorage Redaction WireJSON Verto RingCore ExchangeCarrier ExchangePush CallerSealing PushDelivery",
            "PushPayload NIOCore NIOPosix NIOHTTP1 NIOWebSocket NIOSSL Logging Crypto GRDB TestLog RingTime"),
    ],
    swiftLanguageModes: [.v6]
)

if isOnLinux {
    // Apple's frameworks as executable models. Never part of a package that is built on a Mac: there the adapters find
    // the real ones. The condition is on the building machine, because a target for one platform is still built on all.
    let needed = [
        "AVFoundation": "ModelAVFAudio", "AuthenticationServices": "ModelUIKit", "CallKit": "ModelAVFAudio",
        "Intents": "ModelUIKit",
    ]
    package.targets += [
        module("AppleModels/DeviceModel", as: .computing),
        module("AppleModels/DeviceRuntime: DeviceModel", as: .computing),
    ]
    package.targets += appleFrameworks.map { framework in
        .target(
            name: "Model\(framework)",
            dependencies: modules("DeviceRuntime DeviceModel \(needed[framework] ?? "")"),
            path: "Sources/AppleModels/Model\(framework)", swiftSettings: house + appleNames + Kind.computing.settings)
    }
    package.targets += [
        module("Simulation/PhoneScopes: Explorer Scopes PhoneCore DeviceModel CallModel Redaction", as: .computing),
        module("Simulation/Replay: DeviceModel Trace WireJSON"),
        module("Simulation/DevicePorts: PhoneKit DeviceRuntime DeviceModel", as: .computing),
        module(
            "Simulation/Scenarios: Clocks PhoneExchange PhoneKit PhoneCore PushPayload CallModel CarillonRTC",
            "ExchangeCore RingCore Verto WireJSON Redaction DevicePorts DeviceRuntime DeviceModel Yams",
            importsApple: true, as: .computing),
        module(
            "Simulation/LivePhones: Clocks PhoneExchange PhoneSignaling PhoneKit PhoneCore PushPayload CarillonRTC",
            "CallModel MediaEngine WireJSON Redaction Trace DevicePorts DeviceRuntime DeviceModel", importsApple: true),
        module(
            "Simulation/NaivePhones: Scenarios PhoneCore CallModel DeviceRuntime DeviceModel", importsApple: true,
            as: .computing),
        module(
            "Simulation/Lab: CallModel CarillonRTC DeviceModel DeviceRuntime LivePhones MediaEngine NaivePhones",
            "NativeMedia PhoneCore PhoneExchange Redaction RingCore Scenarios Trace WireJSON"),
        tests(
            "ScenarioTests: Scenarios NaivePhones PhoneKit PhoneCore CallModel WireJSON DevicePorts DeviceRuntime",
            "DeviceModel", importsApple: true),
        tests("LabTests: Lab CallModel DeviceModel DeviceRuntime PhoneCore Scenarios Trace WireJSON"),
        tests("PhoneScopesTests: PhoneScopes PhoneCore DeviceModel Scopes Explorer ScopeProofs", as: .computing),
        tests("DeviceModelTests: DeviceModel Explorer Trace", excluding: ["Recorded"], as: .computing),
        tests(
            "PhoneKitTests: Clocks PhoneKit PhoneCore PushPayload CallModel WireJSON Redaction DevicePorts",
            "DeviceRuntime DeviceModel PhoneScopes Replay Trace", importsApple: true),
        tests(
            "PhoneSignalingTests: Clocks LivePhones Scenarios PhoneScopes PhoneExchange PhoneSignaling PhoneKit",
            "PhoneCore PushPayload CarillonRTC Verto ExchangeServer ExchangeCore ExchangePush PushDelivery Standins",
            "NativeMedia CallModel MediaEngine Redaction WireJSON DeviceRuntime DeviceModel TestLog RingTime Trace",
            "ExchangeCarrier RingCore", importsApple: true),
        .testTarget(
            name: "PhoneExchangeTests",
            dependencies: modules(
                "Clocks PhoneExchange PhoneKit PhoneCore CarillonRTC MediaEngine PushPayload CallModel ExchangeServer",
                "Standins WireJSON Redaction TestLog Crypto NIOCore NIOPosix NIOHTTP1"),
            path: "Tests/PhoneExchangeTests", swiftSettings: house + appleNames + Kind.unoptimized.settings),
        tests("AppleModelsTests: DeviceRuntime DeviceModel", importsApple: true),
    ]
} else {
    // On a Mac the package is what an iPhone links, and needs no other package but the framework of media: exchange, tools
    // and tests want Debian's libraries. Documentation/NotCompiledHere.md.
    let linked: Set = [
        "Redaction", "WireJSON", "Trace", "CallModel", "SDP", "RTP", "Verto", "PushPayload", "Clocks", "CallerSealing",
        "PhoneCore", "MediaEngine", "CarillonRTC", "PhoneKit", "PhoneSignaling", "PhoneExchange",
    ]
    package.targets = package.targets.filter { linked.contains($0.name) }
    package.targets.append(
        .target(
            name: "WebRTCMedia",
            dependencies: modules("MediaEngine SDP RTP Redaction") + [.product(name: "WebRTC", package: "WebRTC")],
            path: "Sources/Client/WebRTCMedia", swiftSettings: house))
    package.targets.append(
        module(
            "Client/CarillonApp: Clocks PhoneKit PhoneSignaling PhoneExchange WebRTCMedia PhoneCore MediaEngine Redaction"
        ))
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
