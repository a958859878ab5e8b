package import WireJSON

/// One event of the Lab, as a row of its page's sequence.
package struct LabRow: Hashable, Sendable {
    /// The kind of an event. The raw value is its word on the page.
    package enum Kind: String, CaseIterable, Hashable, Sendable {
        case message, push, local
        /// A decision that is committed, such as a claim.
        case decision
        /// A rule of Apple's frameworks was broken.
        case violation
        /// An act of the person.
        case person
        /// An act of the Lab on a phone or the network.
        case lab
    }

    /// The time since the Lab began.
    package var at: Duration
    /// The lane it starts from.
    package var from: String
    /// The lane it goes to; nil for an event within one party.
    package var to: String?
    package var kind: Kind
    /// The event in a few words.
    package var what: String
    /// What else is known; may be empty.
    package var more: String
    /// The call session, if the event names one.
    package var call: String?
    /// The number of the broken rule, such as `C2`.
    package var rule: String?

    package init(
        at: Duration, from: String, to: String? = nil, _ kind: Kind, _ what: String, more: String = "",
        call: String? = nil, rule: String? = nil
    ) {
        self.at = at
        self.from = from
        self.to = to
        self.kind = kind
        self.what = what
        self.more = more
        self.call = call
        self.rule = rule
    }

    /// The row as the page reads it.
    ///
    /// - Parameter number: the row's place in its timeline.
    package func json(_ number: Int) -> JSONValue {
        var object: JSONObject = [
            "i": .integer(Int64(number)), "at": at.labTime, "from": .string(from),
            "to": to.map { .string($0) } ?? .null, "kind": .string(kind.rawValue), "what": .string(what),
        ]
        if !more.isEmpty { object.append("more", .string(more)) }
        if let call { object.append("call", .string(call)) }
        if let rule { object.append("rule", .string(rule)) }
        return .object(object)
    }
}

/// A change of one value of the state that belongs to a timeline.
package struct LabChange: Hashable, Sendable {
    /// The number of the next row at that time: the change holds from before this row.
    package var row: Int
    package var at: Duration
    package var key: String
    /// The new value; nil if the key is gone.
    package var value: JSONValue?

    /// The change as the page reads it.
    package var json: JSONValue {
        ["i": .integer(Int64(row)), "at": at.labTime, "key": .string(key), "value": value ?? .null]
    }
}

/// The measured quality of a phone's call at a time.
package struct LabSample: Hashable, Sendable {
    package var at: Duration
    package var phone: String
    /// The mean opinion score, 1…5; nil while unknown.
    package var score: Double?
    /// Milliseconds; nil while unknown.
    package var jitter: Double?
    /// Percent of the expected packets; nil while unknown.
    package var loss: Double?
    /// Milliseconds; nil while unknown.
    package var roundTrip: Double?

    package init(
        at: Duration, phone: String, score: Double? = nil, jitter: Double? = nil, loss: Double? = nil,
        roundTrip: Double? = nil
    ) {
        self.at = at
        self.phone = phone
        self.score = score
        self.jitter = jitter
        self.loss = loss
        self.roundTrip = roundTrip
    }

    /// The sample as the page reads it.
    package var json: JSONValue {
        func number(_ value: Double?) -> JSONValue { value.map { .number($0) } ?? .null }
        return [
            "at": at.labTime, "phone": .string(phone), "mos": number(score), "jitter": number(jitter),
            "loss": number(loss), "rtt": number(roundTrip),
        ]
    }
}

extension Duration {
    /// Milliseconds with at most three decimals, as the page reads times.
    package var labTime: JSONValue { .number(Double(labMicroseconds) / 1_000) }

    /// Rounded toward zero.
    var labMicroseconds: Int64 { components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000 }
}
