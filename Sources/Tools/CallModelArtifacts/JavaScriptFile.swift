internal import CallModel

/// `call-model.js`: the machine for browsers and Node, driven by the table. It is an ES module without a build step.
struct JavaScriptFile {
    let layout: TableLayout

    init(_ layout: TableLayout) {
        self.layout = layout
    }

    var text: String {
        """
        // The call machine: the same table, refusals, effects and endings as the Swift module CallModel.
        // Made from it by `make generated`; do not edit.

        export const events = Object.freeze(\(JSONFormatter.of(TableLayout.eventKinds)));
        export const refusals = Object.freeze(\(JSONFormatter.of(Refusal.allCases.map(\.rawValue))));
        /** Ascending precedence: where two pieces of news disagree, the later reason is believed. */
        export const endReasons = Object.freeze(\(JSONFormatter.of(EndReason.allCases.map(\.rawValue))));

        const causes = new Map(\(JSONFormatter.lines(HangUpCause.known.map(cause), indent: "")));

        const defaults = {
        \(EndReason.allCases.map { "  \($0): \(EndingSamples.json(Ending($0)))," }.joined(separator: "\n"))
        };

        // The reason a release amounts to while the call stands, and while it does not.
        const standing = {
          active: \(standing(in: CallState.standing)),
          otherwise: \(standing(in: CallState(idle: .outbound))),
        };

        const columns = new Map(\(JSONFormatter.of(layout.table.events.map(\.name))).map((name, column) => [name, column]));

        export const states = Object.freeze(\(JSONFormatter.lines(layout.table.states.map(state), indent: "")).map((
          [direction, progress, reason, hold, remoteHold, link, ...names]) => Object.freeze({
            direction, progress, reason, hold, remoteHold, link,
            names: Object.freeze({
              \(names)
            }),
          })));

        const effects = \(JSONFormatter.of(effects));

        // [next state, ...indices of `effects`]
        const moves = \(JSONFormatter.lines(moves, indent: ""));

        // A row a state, a column an event: an index of `moves`, or -1 - the index of a refusal. Nothing stands for the
        // number above, `=` for the one before, and `+` for the one after that.
        let above = [];
        const rows = \(JSONFormatter.lines(rows, indent: "")).map((row) => {
          let last = 0;
          return above = row.split(",").map((text, column) =>
            last = text === "" ? above[column] : text === "=" ? last : text === "+" ? last + 1 : Number(text));
        });

        \(Self.machine)
        """
    }

    private var names: String {
        TableLayout.platforms.enumerated().map { index, platform in "\(platform): names[\(index)]" }
            .joined(separator: ", ")
    }

    private func standing(in state: CallState) -> String {
        let pairs = EndReason.allCases.map { "\($0): \"\(state.standing($0))\"" }
        return "{ " + pairs.joined(separator: ", ") + " }"
    }

    private func cause(_ cause: HangUpCause) -> String { "[\(cause.code), \(JSONFormatter.of(cause.name))]" }

    private func state(_ state: CallState) -> String {
        let regions = [state.direction.rawValue, state.progress.name].map { JSONFormatter.of($0) }
        let others = [state.hold.rawValue, state.remoteHold.rawValue, state.link.rawValue].map { JSONFormatter.of($0) }
        let names = TableLayout.names(of: state).map { JSONFormatter.optional($0.isEmpty ? nil : $0) }
        let reason = JSONFormatter.optional(state.progress.endReason?.rawValue)
        return "[" + (regions + [reason] + others + names).joined(separator: ", ") + "]"
    }

    /// Each effect once, in the order of first use.
    private var effects: [String] {
        layout.moves.flatMap(\.effects).reduce(into: []) { names, name in
            if !names.contains(name) { names.append(name) }
        }
    }

    /// Effects by their numbers, and rows by what differs from the row above: pages load this file whole, compressed.
    private var moves: [String] {
        let numbers = Dictionary(uniqueKeysWithValues: effects.enumerated().map { ($1, $0) })
        return layout.moves.map { move in JSONFormatter.of([move.next] + move.effects.compactMap { numbers[$0] }) }
    }

    private var rows: [String] {
        zip(layout.rows, [[]] + layout.rows).map { row, above in
            let texts = zip(row, [0] + row).enumerated().map { column, pair in
                let (number, last) = pair
                if above.indices.contains(column), above[column] == number { return "" }
                return number == last ? "=" : number == last + 1 ? "+" : String(number)
            }
            return JSONFormatter.of(texts.joined(separator: ","))
        }
    }
}

extension JavaScriptFile {
    /// The part of the module that does not depend on the table.
    static let machine = #"""
        /** The wire name of a cause code. */
        export function causeName(code) {
          return causes.get(code) ?? `CAUSE_${code}`;
        }

        /** An ending from a reason alone, or from a reason and what the peer said; nothing is filled in beside that. */
        export function makeEnding(reason, details) {
          if (!(reason in defaults)) throw new RangeError(`no such end reason: ${reason}`);
          if (details === undefined) return defaults[reason];
          const causeCode = details.causeCode ?? defaults[reason].causeCode;
          return {
            reason, cause: causeName(causeCode), causeCode,
            sipCode: details.sipCode ?? null, sipReason: details.sipReason ?? null,
          };
        }

        /** Negative when `left` is weaker than `right`, 0 when they are the same ending. */
        export function compareEndings(left, right) {
          return endReasons.indexOf(left.reason) - endReasons.indexOf(right.reason)
            || causeRank(left) - causeRank(right)
            || (left.sipCode ?? -1) - (right.sipCode ?? -1)
            || compareTexts(left.sipReason, right.sipReason);
        }

        /** What both pieces of news together amount to: the stronger ending. */
        export function joinEndings(left, right) {
          return compareEndings(left, right) < 0 ? right : left;
        }

        function causeRank(ending) {
          return ending.causeCode + (ending.causeCode === defaults[ending.reason].causeCode ? 0 : 65536);
        }

        // By code point, which is the order of UTF-8 bytes; null before any text.
        function compareTexts(left, right) {
          if (left === null || right === null) return (left === null ? 0 : 1) - (right === null ? 0 : 1);
          const a = Array.from(left, (character) => character.codePointAt(0));
          const b = Array.from(right, (character) => character.codePointAt(0));
          for (let i = 0; i < Math.min(a.length, b.length); i += 1) {
            if (a[i] !== b[i]) return a[i] - b[i];
          }
          return a.length - b.length;
        }

        /** One call, as one of its devices sees it. */
        export class CallMachine {
          #index;
          #ending = null;

          constructor(direction) {
            this.#index = states.findIndex((state) => state.direction === direction);
            if (this.#index < 0) throw new RangeError(`no such direction: ${direction}`);
          }

          get state() { return states[this.#index]; }

          /** How the call ended or is ending; null before. */
          get ending() { return this.#ending; }

          /** Takes an event; `released` comes with an ending. A refusal changes nothing. */
          handle(event, ending) {
            const news = event === "released" ? ending : null;
            const column = columns.get(event === "released" ? `released(${ending.reason})` : event);
            if (column === undefined) throw new RangeError(`no such event: ${event}`);
            const number = rows[this.#index][column];
            if (number < 0) return this.#refuse(refusals[-1 - number], news);
            const [next, ...steps] = moves[number];
            const reason = states[next].reason;
            if (reason !== null) this.#record(news ? this.#fitting(news) : makeEnding(reason));
            this.#index = next;
            return { refusal: null, effects: steps.map((step) => effects[step]) };
          }

          #refuse(refusal, news) {
            if (news && this.#ending && news.reason === this.#ending.reason && compareEndings(this.#ending, news) < 0) {
              this.#ending = news;
              return { refusal: null, effects: [`endingStrengthened(${news.reason})`] };
            }
            return { refusal, effects: [] };
          }

          #record(news) {
            this.#ending = this.#ending ? joinEndings(this.#ending, news) : news;
          }

          #fitting(ending) {
            const fit = standing[this.state.progress === "active" ? "active" : "otherwise"];
            return { ...ending, reason: fit[ending.reason] };
          }
        }

        """#
}
