package import Verto

/// How the calls of a client are made.
package struct CallOptions: Hashable, Sendable {
    package var dialect: VertoDialect
    /// Candidates follow descriptions rather than being part of them.
    package var trickles: Bool
    package var tones: ToneMethod
    package var userAgent: String

    package init(dialect: VertoDialect, trickles: Bool, tones: ToneMethod = .automatic, userAgent: String = "Carillon")
    {
        self.dialect = dialect
        self.trickles = trickles
        self.tones = tones
        self.userAgent = userAgent
    }
}
