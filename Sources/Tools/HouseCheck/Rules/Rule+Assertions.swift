extension Rule {
    /// A test that neither expects anything nor calls a function of the tests that does, or that throws, cannot fail.
    static let assertions = Rule(name: "a test can fail") { checkout in
        let functions = checkout.swiftFiles.filter(\.isTest).flatMap(TestFunction.all)
        return TestFunctions(functions).idle.map {
            Finding(path: $0.path, line: $0.line, message: "a test that expects nothing")
        }
    }
}
