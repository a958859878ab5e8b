import Foundation
import PhoneCore
import Testing

/// What can be checked here of files that only compile on a Mac.
@Suite struct TemplateTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
    private static let app = root.appending(path: "Examples/iOSApp/App")

    private func properties(_ name: String) throws -> [String: Any] {
        let bytes = try Data(contentsOf: Self.app.appending(path: name))
        return try #require(try PropertyListSerialization.propertyList(from: bytes, format: nil) as? [String: Any])
    }

    @Test func `P15: Info plist has the entries that calls need`() throws {
        let info = try properties("Info.plist")
        let modes = try #require(info["UIBackgroundModes"] as? [String])
        #expect(Set(modes).isSuperset(of: ["voip", "audio"]))
        // The store asks for a sentence about the camera of every app with WebRTC.framework, which knows one.
        for key in ["NSMicrophoneUsageDescription", "NSCameraUsageDescription", "NSContactsUsageDescription"] {
            #expect((info[key] as? String)?.isEmpty == false, "\(key)")
        }
        #expect(info["NSUserActivityTypes"] as? [String] == ["INStartCallIntent"])
        let types = try #require(info["CFBundleURLTypes"] as? [[String: Any]])
        let schemes = types.flatMap { $0["CFBundleURLSchemes"] as? [String] ?? [] }
        #expect(schemes.contains("carillon"))
        #expect(schemes.contains("callto"))
        #expect(!schemes.contains("tel"))
        let manifest = try #require(info["UIApplicationSceneManifest"] as? [String: Any])
        let scenes = try #require(manifest["UISceneConfigurations"] as? [String: [[String: String]]])
        let names = scenes.values.joined().compactMap { $0["UISceneDelegateClassName"] }
        #expect(names == ["$(PRODUCT_MODULE_NAME).SceneDelegate"])
    }

    @Test(arguments: [("App-Debug.entitlements", "development"), ("App.entitlements", "production")])
    func `P7: entitlements have Sign in with Apple and the push service of their build`(
        file: String, service: String
    ) throws {
        let entitlements = try properties(file)
        #expect(entitlements["aps-environment"] as? String == service)
        #expect(entitlements["com.apple.developer.applesignin"] as? [String] == ["Default"])
        #expect(entitlements["keychain-access-groups"] as? [String] == ["$(AppIdentifierPrefix)$(CFBundleIdentifier)"])
    }

    @Test func `P15: the privacy manifest declares no tracking and gives a reason for every API and datum`() throws {
        let privacy = try properties("PrivacyInfo.xcprivacy")
        #expect(privacy["NSPrivacyTracking"] as? Bool == false)
        let apis = try #require(privacy["NSPrivacyAccessedAPITypes"] as? [[String: Any]])
        // The phone's clock reads how long the system has run.
        #expect(
            apis.compactMap { $0["NSPrivacyAccessedAPIType"] as? String }
                == ["NSPrivacyAccessedAPICategorySystemBootTime"])
        #expect(apis.allSatisfy { ($0["NSPrivacyAccessedAPITypeReasons"] as? [String])?.isEmpty == false })
        let collected = try #require(privacy["NSPrivacyCollectedDataTypes"] as? [[String: Any]])
        let kinds = collected.compactMap { $0["NSPrivacyCollectedDataType"] as? String }
        #expect(
            Set(kinds.map { $0.dropFirst("NSPrivacyCollectedDataType".count) })
                == ["Name", "PhoneNumber", "AudioData", "EmailAddress", "UserID", "DeviceID", "CrashData"])
        #expect(collected.allSatisfy { $0["NSPrivacyCollectedDataTypeTracking"] as? Bool == false })
        #expect(
            collected.allSatisfy { ($0["NSPrivacyCollectedDataTypePurposes"] as? [String])?.isEmpty == false })
    }

    @Test func `the plugin has every method of the bridge, and no other`() throws {
        let file = Self.root.appending(path: "Sources/Web/ios/PhonePlugin.swift")
        let text = try String(contentsOf: file, encoding: .utf8)
        let entries = text.matches(of: /CAPPluginMethod\(name: "(\w+)"/).map { String($0.1) }
        let selectors = text.matches(of: /@objc func (\w+)\(_ call: CAPPluginCall\)/).map { String($0.1) }
        #expect(entries == BridgeMethod.allCases.map(\.rawValue))
        #expect(selectors == entries)
    }

    @Test func `both entitlements are the same but for the push service`() throws {
        var debug = try properties("App-Debug.entitlements")
        var release = try properties("App.entitlements")
        debug["aps-environment"] = nil
        release["aps-environment"] = nil
        #expect(NSDictionary(dictionary: debug) == NSDictionary(dictionary: release))
    }

    @Test func `P9: the web app's bridge is configured to leave notifications to the phone`() throws {
        let file = Self.root.appending(path: "Examples/iOSApp/capacitor.config.json")
        let settings = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any]
        let ios = try #require(settings?["ios"] as? [String: Any])
        #expect(ios["handleApplicationNotifications"] as? Bool == false)
    }

    @Test func `P15: every file of the template is named in its instructions`() throws {
        let text = try String(contentsOf: Self.root.appending(path: "Examples/iOSApp/README.md"), encoding: .utf8)
        for file in try FileManager.default.contentsOfDirectory(atPath: Self.app.path) where !file.hasSuffix(".swift") {
            #expect(text.contains("`\(file)`") || text.contains("`App/\(file)`"), "\(file)")
        }
    }

    @Test func `P6: the instructions give the commands that build for a device and show the package of a Mac`() throws {
        let text = try String(contentsOf: Self.root.appending(path: "Examples/iOSApp/README.md"), encoding: .utf8)
        #expect(text.contains("xcodebuild -scheme App -destination generic/platform=iOS build"))
        #expect(text.contains("CARILLON_MANIFEST=apple swift package describe"))
    }

    @Test func `the app records the calls between it and Apple's frameworks`() throws {
        let text = try String(contentsOf: Self.app.appending(path: "CarillonPhone+ThisApp.swift"), encoding: .utf8)
        #expect(text.contains("#if DEBUG\n            settings.isDevelopment = true"))
        let facade = Self.root.appending(path: "Sources/Client/CarillonApp/CarillonPhone.swift")
        #expect(try String(contentsOf: facade, encoding: .utf8).contains("parts.trace = .inDocuments(clock)"))
    }

    @Test func `NotCompiledHere names every folder that was not compiled`() throws {
        let list = try String(
            contentsOf: Self.root.appending(path: "Documentation/NotCompiledHere.md"), encoding: .utf8)
        for name in [
            "Sources/Client/WebRTCMedia", "Sources/Client/CarillonApp", "Examples/iOSApp/App", "Info.plist",
            "Sources/Web/ios",
            "App.entitlements",
        ] {
            #expect(list.contains(name))
        }
    }
}
