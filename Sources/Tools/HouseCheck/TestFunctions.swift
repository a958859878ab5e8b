/// The functions of all tests, and which of them can fail.
struct TestFunctions {
    let all: [TestFunction]
    private var byName: [String: [Int]] = [:]
    private var canFail: [Bool]

    init(_ all: [TestFunction]) {
        self.all = all
        canFail = all.map(\.canFailByItself)
        for (index, function) in all.enumerated() where !function.isTest {
            byName[function.name, default: []].append(index)
        }
        while spread() {}
    }

    /// Tests that can not.
    var idle: [TestFunction] { all.indices.filter { all[$0].isTest && !canFail[$0] }.map { all[$0] } }

    /// Who calls what can fail can fail.
    private mutating func spread() -> Bool {
        var hasChanged = false
        for index in all.indices
        where !canFail[index] && all[index].called.contains(where: { reaches($0, from: index) }) {
            canFail[index] = true
            hasChanged = true
        }
        return hasChanged
    }

    /// Whether a name, where it is called, may mean a function that can fail. The nearest of that name are meant: those of
    /// the file, else of the target, else of all.
    private func reaches(_ name: String, from caller: Int) -> Bool {
        guard let named = byName[name] else { return false }
        let near = named.filter { all[$0].path == all[caller].path }
        let close = near.isEmpty ? named.filter { all[$0].target == all[caller].target } : near
        return (close.isEmpty ? named : close).contains { canFail[$0] }
    }
}
