public import PhoneCore

/// Where the phone's record outlives the process.
@MainActor
public protocol RecordPort: PhoneEventSource {
    /// Replaces the record, before it returns. If it cannot, ``PhoneEvent/storeFailed`` is told.
    func store(_ record: PhoneRecord)
}
