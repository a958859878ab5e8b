import Foundation
import Testing

/// Compiling Kotlin is slow: `swift test --skip CallModelKotlin` leaves this out.
@Suite struct CallModelKotlin {
    @Test(.enabled(if: Command.exists("kotlinc") && Command.exists("java"), "kotlinc or java is not installed"))
    func `the Kotlin machine agrees with every vector`() throws {
        let folder = try Command.temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let archive = folder.appendingPathComponent("vectors.jar").path
        let compiled = try Command.run([
            "kotlinc", Checkout.path("Sources/Kotlin/CallModel.kt"),
            Checkout.path("Tests/CallModelTests/kotlin/RunVectors.kt"), "-include-runtime", "-d", archive,
        ])
        #expect(compiled.status == 0, "\(compiled.output)")
        let result = try Command.run([
            "java", "-cp", archive, "RunVectorsKt", Checkout.path("Vectors/call-model.json"),
        ])
        #expect(result.status == 0)
        #expect(result.output.hasPrefix("ok: "), "\(result.output)")
    }
}
