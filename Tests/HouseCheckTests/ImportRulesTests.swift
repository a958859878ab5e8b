import HouseCheck
import Testing

struct ImportRulesTests {
    private static let paths = [
        "Sources/Core/CallModel/CallMachine.swift", "Sources/Core/Verto/Envelope/VertoFrame.swift",
        "Sources/Shared/CallerSealing/CallerSeal.swift", "Sources/Client/CarillonRTC/Call/Call.swift",
        "Sources/Client/System/CNice/module.modulemap",
        "Sources/Server/ExchangeServer/ExchangeServer.swift", "Sources/AppleModels/DeviceModel/Device.swift",
        "Sources/Simulation/Explorer/Explorer.swift", "Sources/Standins/APNs/Door.swift",
        "Sources/Standins/StandinKind.swift", "Sources/Tools/HouseCheck/HouseCheck.swift",
        "Sources/Carillon/Carillon.swift", "Sources/Carillon/Demo/DemoRun.swift",
        "Sources/Web/call-model/call-model.js",
        "Sources/Kotlin/CallModel.kt", "Tests/APNs/Anything.swift",
    ]
    private let arrows = ImportRules(paths: paths)

    @Test(arguments: [
        ("Sources/Core/Verto/New.swift", "Foundation", "the core has only itself"),
        ("Sources/Core/Verto/New.swift", "CarillonRTC", "Core must not import CarillonRTC, which is in Client"),
        ("Sources/Core/Verto/New.swift", "CallModel", "Verto must not know CallModel"),
        ("Sources/Client/CarillonRTC/New.swift", "ExchangeServer", "Client must not import ExchangeServer"),
        ("Sources/Server/ExchangeServer/New.swift", "CarillonRTC", "Server must not import CarillonRTC"),
        (
            "Sources/Server/ExchangeServer/New.swift", "Standins",
            "Server must not import Standins, which is in Standins"
        ),
        ("Sources/Core/Verto/New.swift", "CallerSealing", "Core must not import CallerSealing, which is in Shared"),
        ("Sources/Shared/CallerSealing/New.swift", "ExchangeServer", "Shared must not import ExchangeServer"),
        ("Sources/Shared/CallerSealing/New.swift", "CarillonRTC", "Shared must not import CarillonRTC"),
        ("Sources/AppleModels/DeviceModel/New.swift", "CallModel", "AppleModels must not import CallModel"),
        ("Sources/Standins/New.swift", "ExchangeServer", "Standins must not import ExchangeServer, which is in Server"),
        ("Sources/Standins/APNs/New.swift", "Explorer", "Standins must not import Explorer"),
        ("Sources/Simulation/Explorer/New.swift", "Standins", "Simulation must not import Standins"),
        ("Sources/Tools/HouseCheck/New.swift", "Carillon", "Tools must not import Carillon, which is in Carillon"),
        ("Sources/Client/CarillonRTC/New.swift", "Carillon", "Client must not import Carillon"),
    ])
    func `an import that points the wrong way is found where it stands`(path: String, module: String, told: String) {
        for line in ["import \(module)", "public import \(module)", "internal import struct \(module).Thing"] {
            let found = arrows.complaints(path: path, text: "/// A file.\n\(line)\n\nstruct New {}\n")
            #expect(found.map(\.line) == [2], "\(line)")
            #expect(found.first?.text.contains(told) == true, "\(found.first?.text ?? "nothing")")
        }
    }

    @Test(arguments: [
        ("Sources/Client/CarillonRTC/New.swift", "CallModel"), ("Sources/Client/CarillonRTC/New.swift", "CNice"),
        ("Sources/Client/CarillonRTC/New.swift", "NIOCore"), ("Sources/Server/ExchangeServer/New.swift", "Verto"),
        ("Sources/Client/CarillonRTC/New.swift", "CallerSealing"),
        ("Sources/Server/ExchangeServer/New.swift", "CallerSealing"),
        ("Sources/Shared/CallerSealing/New.swift", "CallModel"), ("Sources/Shared/CallerSealing/New.swift", "Crypto"),
        ("Sources/Standins/APNs/New.swift", "CallModel"), ("Sources/Carillon/Demo/New.swift", "Standins"),
        ("Sources/Standins/APNs/New.swift", "CarillonRTC"),
        // A sub-folder of a module that is flat is no module, whatever its name.
        ("Sources/Server/ExchangeServer/New.swift", "APNs"), ("Sources/Server/ExchangeServer/New.swift", "Demo"),
        ("Tests/SDPTests/New.swift", "Carillon"),
    ])
    func `an import that points to the core is let through`(path: String, module: String) {
        #expect(arrows.complaints(path: path, text: "import \(module)\n").isEmpty)
    }

    @Test func `an import in a comment or a string does not count`() {
        let text = "// import Foundation\nlet text = \"import Foundation\"\n"
        #expect(arrows.complaints(path: "Sources/Core/Verto/New.swift", text: text).isEmpty)
    }

    @Test func `a folder of Sources that the rules do not name is refused`() {
        #expect(arrows.unknownFolders.isEmpty)
        let grown = ImportRules(paths: Self.paths + ["Sources/Extras/Thing/Thing.swift", "Sources/Loose.swift"])
        #expect(grown.unknownFolders.map(\.path) == ["Sources/Extras", "Sources/Loose.swift"])
        #expect(grown.unknownFolders.allSatisfy { $0.complaint.contains("is not entered") })
    }
}
