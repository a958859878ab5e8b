internal import CallModel

/// The files that are made from the call machine: vectors, its twins in JavaScript and Kotlin, the document.
public enum CallModelArtifacts {
    /// Every generated file, its path from the root of the package and its whole text, in a fixed order.
    ///
    /// The house tool writes them, or compares: a file that differs is stale.
    public static func all() -> [(path: String, contents: String)] {
        let layout = TableLayout(CallTable())
        return [
            ("Vectors/call-model.json", VectorsFile(layout).text),
            ("Sources/Web/call-model/call-model.js", JavaScriptFile(layout).text),
            ("Sources/Web/call-model/call-model.d.ts", TypeDeclarations(layout).text),
            ("Sources/Kotlin/CallModel.kt", KotlinFile(layout).text),
            ("Documentation/CallModel.md", CallModelDocument(layout).text),
        ]
    }
}
