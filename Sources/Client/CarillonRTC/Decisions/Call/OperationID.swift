/// Ties what a user asked to the outcome somebody waits for.
package struct OperationID: Hashable, Sendable {
    package let value: UInt64

    package init(_ value: UInt64) { self.value = value }
}
