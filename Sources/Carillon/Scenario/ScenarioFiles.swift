import Scenarios

/// The scenarios of files, read in order.
struct ScenarioFiles {
    enum Place {
        case folder(String)
        case files([String])
    }

    let scenarios: [(file: String, scenario: Scenario)]

    init(_ place: Place) throws(ScenarioError) {
        let paths: [String] =
            switch place {
            case .folder(let folder): try ScenarioFolder.files(under: folder)
            case .files(let files): files
            }
        var found: [(file: String, scenario: Scenario)] = []
        for path in paths { found.append((path, try ScenarioReader.read(path: path))) }
        scenarios = found
    }
}
