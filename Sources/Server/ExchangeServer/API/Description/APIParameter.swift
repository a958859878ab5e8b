/// A value in the path or in the query of an address.
struct APIParameter: Sendable {
    let name: String
    let shape: Shape
    let text: String
    var isRequired = false
}
