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
            const [next, ...effects] = moves[number];
            const reason = states[next].reason;
            if (reason !== null) this.#record(news ? this.#fitting(news) : makeEnding(reason));
            this.#index = next;
            return { refusal: null, effects };
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
