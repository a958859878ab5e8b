internal import Foundation

/// The scenario files under a folder.
public enum ScenarioFolder {
    /// Paths of all `.yaml` files under a folder, in order.
    ///
    /// - Throws: if there is no such folder, or none in it, or too many.
    public static func files(under folder: String) throws(ScenarioError) -> [String] {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue,
            let names = FileManager.default.enumerator(
                atPath: URL(fileURLWithPath: folder).resolvingSymlinksInPath().path)
        else {
            throw ScenarioError(.unreadable, "\(folder): is no folder; say one with --folder")
        }
        var paths: [String] = []
        while let name = names.nextObject() as? String {
            guard name.hasSuffix(".yaml") else { continue }
            paths.append("\(folder)/\(name)")
            guard paths.count <= ScenarioLimits.filesMax else {
                throw ScenarioError(.tooMuch, "\(folder): has more than \(ScenarioLimits.filesMax) scenarios")
            }
        }
        guard !paths.isEmpty else { throw ScenarioError(.unreadable, "\(folder): has no `.yaml` file in it") }
        return paths.sorted()
    }
}
