extension CallState {
    /// The link breaks, in one way or the other.
    func stepOfLink(to link: CallLink) -> CallStep {
        self.link == link ? .refused(.linkUnchanged) : linked(link)
    }

    /// Media is negotiated anew while the call stands and its link works.
    func stepOfNegotiation(on event: CallEvent) -> CallStep {
        guard progress == .active else { return .refused(.notAnswered) }
        switch (event, link) {
        case (.renegotiationStarted, .up): return linked(.renegotiating)
        case (.renegotiationStarted, .renegotiating): return .refused(.linkUnchanged)
        case (.renegotiationStarted, _): return .refused(.linkDown)
        case (.renegotiationFinished, .renegotiating): return linked(.up)
        case (.renegotiationFailed, .renegotiating): return linked(.reconnecting)
        case (_, _): return .refused(.notRenegotiating)
        }
    }

    /// The same call over another link.
    func linked(_ link: CallLink) -> CallStep {
        var next = self
        next.link = link
        return .moved(next)
    }
}
