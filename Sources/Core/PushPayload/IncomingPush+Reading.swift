public import WireJSON

extension IncomingPush {
    /// Reads the bytes of a push. Whatever they are, the result says what could be read.
    public init(bytes: [UInt8]) {
        let result = Result { () throws(JSONError) in try JSONParser.parse(bytes, limits: PushLimits.json) }
        switch result {
        case .success(let value):
            self.init(value)
        case .failure(let error):
            self.init()
            note(.payload, error.isTooLarge ? .tooLarge : .notJSON)
        }
    }

    /// Reads a push that the system has already taken apart.
    ///
    /// Of a value beyond the limits only what stands where it should is looked at, so the time is bounded all the same.
    public init(_ payload: JSONValue) {
        self.init()
        if !payload.isWithinPushLimits { note(.payload, .tooLarge) }
        guard case .object(let top) = payload else {
            note(.payload, .wrongType)
            return
        }
        readOurs(top)
        readZ360(top)
        readTelnyx(top)
        if form == .unknown { note(.body, .missing) }
        if kind != .unknown, !namesCall { note(.callSession, .missing) }
    }
}

extension JSONError {
    fileprivate var isTooLarge: Bool {
        switch code {
        case .tooLong, .tooDeep, .tooManyValues: true
        case .unexpectedEnd, .unexpectedByte, .invalidNumber, .numberOutOfRange, .invalidEscape, .loneSurrogate,
            .invalidUTF8, .controlCharacter, .duplicateKey, .trailingBytes:
            false
        }
    }
}
