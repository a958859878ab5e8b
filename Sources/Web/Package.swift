// swift-tools-version: 6.2
// The native side of @carillon/phone for `npx cap sync ios`. Capacitor's command looks for a package and a product with the
// name that it makes of the npm package's name.
import PackageDescription

let package = Package(
    name: "CarillonPhone",
    platforms: [.iOS(.v18)],
    products: [.library(name: "CarillonPhone", targets: ["CarillonPhonePlugin"])],
    dependencies: [
        .package(url: "https://github.com/ionic-team/capacitor-swift-pm.git", from: "8.0.0"),
        .package(name: "Carillon", path: "../.."),
    ],
    targets: [
        .target(
            name: "CarillonPhonePlugin",
            dependencies: [
                .product(name: "CarillonPhone", package: "Carillon"),
                .product(name: "Capacitor", package: "capacitor-swift-pm"),
                .product(name: "Cordova", package: "capacitor-swift-pm"),
            ],
            path: "ios",
            swiftSettings: [
                .defaultIsolation(nil), .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("InternalImportsByDefault"), .enableUpcomingFeature("MemberImportVisibility"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
