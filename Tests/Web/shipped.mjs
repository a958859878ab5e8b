// A module as an app ships it: a bundler joins modules without imports and exports, and drops comments and blanks. It
// renames local variables too, which this does not, so an app ships less than is measured here.

const word = /[\p{ID_Continue}$#\u200c\u200d]/u;
/** After these a slash begins a regular expression, and after any other word it divides. */
const beforeValue = new Set(["return", "typeof", "case", "in", "of", "await", "yield", "void", "delete", "throw", "else"]);

/** The length of the string, template or regular expression that begins at a place. */
function literal(source, start) {
  const quote = source[start];
  let inClass = false;
  for (let index = start + 1; index < source.length; index += 1) {
    const sign = source[index];
    if (sign === "\\") index += 1;
    else if (quote === "`" && sign === "$" && source[index + 1] === "{") index = endOfHole(source, index + 2);
    else if (quote === "/" && sign === "[") inClass = true;
    else if (quote === "/" && sign === "]") inClass = false;
    else if (sign === quote && !inClass) return index + 1 - start;
  }
  throw new SyntaxError(`a ${quote} that does not end`);
}

function endOfHole(source, start) {
  for (let index = start, depth = 0; index < source.length; index += 1) {
    if ("'\"`".includes(source[index])) index += literal(source, index) - 1;
    else if (source[index] === "{") depth += 1;
    else if (source[index] === "}" && depth === 0) return index;
    else if (source[index] === "}") depth -= 1;
  }
  throw new SyntaxError("a hole of a template that does not end");
}

/** Words, literals and signs, each with the blanks before it: "", " " or a line's end. */
function* tokens(source) {
  let blank = "", last = "";
  for (let index = 0; index < source.length;) {
    const rest = /^(?:\s+|\/\/[^\n]*|\/\*[^]*?\*\/)/.exec(source.slice(index, index + 4_000));
    if (rest) {
      blank = blank === "\n" || rest[0].includes("\n") ? "\n" : " ";
      index += rest[0].length;
      continue;
    }
    const sign = source[index];
    const divides = /[\p{ID_Continue}$)\]}"'`]$/u.test(last) && !beforeValue.has(last);
    let length = 1;
    if ("'\"`".includes(sign) || sign === "/" && !divides) length = literal(source, index);
    else while (word.test(sign) && index + length < source.length && word.test(source[index + length])) length += 1;
    last = source.slice(index, index + length);
    yield { text: last, blank };
    blank = "";
    index += length;
  }
}

/** Without comments and blanks that mean nothing. A line's end stays where it may end a statement. */
export function withoutBlanks(source) {
  let made = "", last = "";
  for (const { text, blank } of tokens(source)) {
    const between = word.test(last.at(-1) ?? "") && word.test(text[0]) || /[+-]/.test(last) && last === text[0];
    const ends = blank === "\n" && /[\p{ID_Continue}$)\]}"'`/]$/u.test(last) && !/^[)\]},;.?:=*%&|<>]/.test(text);
    made += (ends ? "\n" : blank !== "" && between ? " " : "") + text;
    last = text;
  }
  return made;
}

/** A module as a bundler joins it: without the lines that import or export, and the word "export". */
export const asShipped = (source) => withoutBlanks(source
  .replace(/^(import|export)\s[^;"']*?\bfrom "[^"]+";\n?/gm, "").replace(/^import "[^"]+";\n?/gm, "")
  .replace(/^export (?=(const|let|function|async|class)\b)/gm, ""));
