extension PhoneCall {
    /// A report of the call came to completion.
    mutating func reported(_ purpose: ReportPurpose, _ refusal: ReportRefusal?) -> CallExit? {
        let wasKnown = report.isKnown
        report.completed()
        switch refusal {
        case nil:
            report.isKnown = true
            if purpose == .again, wasKnown { return .reportedTwice }
        case .alreadyExists:
            report.isKnown = true
        case .unknown, .unentitled, .filteredByDoNotDisturb, .filteredByBlockList, .filteredBySensitiveness,
            .limitReached:
            if report.outstanding == 0, !report.isKnown { return .reportRefused }
        }
        return nil
    }

    /// Reports it, for a push that speaks of it or because its INVITE came without one.
    mutating func makeReport(_ purpose: ReportPurpose, into effects: inout [PhoneEffect]) {
        report.made()
        effects.append(.report(.incoming(id, display, purpose)))
    }

    /// Learns what another push or the INVITE knows, and shows it. What the exchange says outranks what the
    /// carrier says.
    mutating func learn(_ naming: CallNaming, display news: CallDisplay, into effects: inout [PhoneEffect]) {
        let outranks = naming.session != nil && (session == nil || naming.isOwnPush && vendor != nil)
        session = session ?? naming.session
        round = max(round, naming.round)
        // An INVITE in place of one that led nowhere has another name at the carrier.
        let isDialledAnew = naming.isInvitation && marks.leadsNowhere
        vendor = isDialledAnew ? naming.vendor ?? vendor : vendor ?? naming.vendor
        organization = organization ?? naming.organization
        // An INVITE's registration is that of its line.
        if !naming.isInvitation { provider = provider ?? naming.provider }
        let merged = display.merged(with: news, outranking: outranks).replacing(display)
        guard merged != display else { return }
        display = merged
        if stage.isLive { effects.append(.report(.updated(id, merged))) }
    }
}
