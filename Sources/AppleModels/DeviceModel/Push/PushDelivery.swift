/// A push whose delegate method runs.
public struct PushDelivery: Hashable, Sendable {
    public let id: PushID
    /// What the metadata said; `nil` for the method without metadata.
    public internal(set) var mustReport: Bool?
    /// The flag that a report sets, whatever becomes of the report.
    public internal(set) var didReport = false

    init(id: PushID, mustReport: Bool?) {
        self.id = id
        self.mustReport = mustReport
    }
}
