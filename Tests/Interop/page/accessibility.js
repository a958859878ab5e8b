// Rules that every screen must keep, for people who do not see it, or see it badly, or use no pointer.
{
  const interactive = "button, a[href], input, select, textarea, [role=tab], [tabindex='0']";
  const visible = (element) => element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });
  const words = (element) => element.textContent.replace(/\s+/g, " ").trim();
  const path = (element) => `${element.tagName.toLowerCase()}${element.id ? `#${element.id}` : ""}`
    + `${[...element.classList].map((name) => `.${name}`).join("")}`
    + ` "${(element.getAttribute("aria-label") ?? words(element)).slice(0, 40)}"`;

  /** The name that an element has beside its text. */
  function labelOf(element) {
    const label = element.getAttribute("aria-label");
    if (label?.trim()) return label.trim();
    const by = element.getAttribute("aria-labelledby") ?? "";
    return by.split(" ").map((id) => words(document.getElementById(id) ?? new Text())).join(" ").trim();
  }

  /** What a reader calls an element. */
  function nameOf(element) {
    const label = labelOf(element);
    if (label) return label;
    if (element.labels?.length) return words(element.labels[0]);
    return words(element);
  }

  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  /** A color as red, green, blue and alpha, whatever notation it is in. */
  function color(text) {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = text;
    canvas.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
    return [red, green, blue, alpha / 255];
  }

  const over = ([r, g, b, a], [r2, g2, b2]) => [r * a + r2 * (1 - a), g * a + g2 * (1 - a), b * a + b2 * (1 - a), 1];

  /** What an element stands on: every ground from the page up. */
  function ground(element) {
    const chain = [];
    for (let at = element; at; at = at.parentElement) chain.unshift(color(getComputedStyle(at).backgroundColor));
    return chain.reduce((below, above) => over(above, below), [255, 255, 255, 1]);
  }

  /** WCAG 2.2, relative luminance. */
  function luminance(rgb) {
    const [r, g, b] = rgb.slice(0, 3).map((value) => {
      const share = value / 255;
      return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  }

  function contrast(one, other) {
    const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
    return (light + 0.05) / (dark + 0.05);
  }

  /** How much of an element its ancestors and itself let through. */
  function opacity(element) {
    let share = 1;
    for (let at = element; at; at = at.parentElement) share *= Number(getComputedStyle(at).opacity);
    return share;
  }

  /** The color of an element's text, as it is seen. */
  function ink(element) {
    const style = getComputedStyle(element);
    const [red, green, blue, alpha] = color(element.namespaceURI.endsWith("/svg") ? style.fill : style.color);
    return [red, green, blue, alpha * opacity(element)];
  }

  const isDisabled = (element) => element.closest(":disabled, [aria-disabled=true]") !== null;

  function* contrasts() {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      if (!node.data.trim() || !visible(element) || isDisabled(element)) continue;
      if (element.closest(".sr, noscript, option")) continue;
      if (document.querySelector("dialog[open]") && !element.closest("dialog")) continue;
      const below = ground(element);
      const ratio = contrast(over(ink(element), below), below);
      if (ratio < 4.5) yield `contrast ${ratio.toFixed(2)}: ${path(element)}`;
    }
    for (const field of document.querySelectorAll("input")) {
      if (!visible(field) || !field.placeholder || field.value) continue;
      const below = ground(field);
      const ratio = contrast(over(color(getComputedStyle(field, "::placeholder").color), below), below);
      if (ratio < 4.5) yield `contrast of the placeholder ${ratio.toFixed(2)}: ${path(field)}`;
    }
  }

  function* names() {
    for (const element of document.querySelectorAll(interactive)) {
      if (visible(element) && !nameOf(element)) yield `no name: ${path(element)}`;
    }
    const parts = "[role=group], [role=tablist], [role=tabpanel], nav, section, dialog[open]";
    for (const element of document.querySelectorAll(parts)) {
      if (visible(element) && !labelOf(element)) yield `a part without a name: ${path(element)}`;
    }
    for (const image of document.querySelectorAll("svg, img")) {
      const isSilent = image.getAttribute("aria-hidden") !== "true" && !nameOf(image);
      if (visible(image) && isSilent) yield `an image without a word: ${path(image)}`;
    }
  }

  function* references() {
    const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
    for (const id of new Set(ids)) {
      if (ids.filter((other) => other === id).length > 1) yield `two elements with the id ${id}`;
    }
    for (const attribute of ["aria-labelledby", "aria-describedby", "aria-controls", "for"]) {
      for (const element of document.querySelectorAll(`[${attribute}]`)) {
        // A part that is hidden may be empty, as nothing reads it.
        if (!visible(element)) continue;
        for (const id of element.getAttribute(attribute).split(" ")) {
          if (!document.getElementById(id)) yield `${attribute} names no element: ${path(element)}`;
        }
      }
    }
  }

  function* structure() {
    if (document.documentElement.lang !== "en") yield "the page says no language";
    if (!document.title) yield "the page has no title";
    for (const landmark of ["main"]) if (!document.querySelector(landmark)) yield `no ${landmark}`;
    const headings = [...document.querySelectorAll("h1, h2, h3")].filter(visible);
    const levels = headings.map(({ tagName }) => Number(tagName[1]));
    const first = levels.filter((level) => level === 1).length;
    if (first !== 1) yield `${first} headings of the first level`;
    if (levels.some((level, index) => level > (levels[index - 1] ?? 1) + 1)) yield "a level of headings is left out";
    for (const tab of document.querySelectorAll("[role=tab]")) {
      const says = ["true", "false"].includes(tab.getAttribute("aria-selected"));
      if (!says) yield `a tab says not whether it is chosen: ${path(tab)}`;
    }
    for (const item of document.querySelectorAll("li")) {
      if (!["UL", "OL"].includes(item.parentElement.tagName)) yield `a list item outside a list: ${path(item)}`;
    }
    // What a script places says so; a canvas has a size of its own.
    const styled = document.querySelectorAll("[style]:not(canvas, [data-placed])");
    for (const element of styled) yield `a style in the markup: ${path(element)}`;
    for (const element of document.querySelectorAll("[aria-hidden=true]")) {
      const holds = element.matches(interactive) || element.querySelector(interactive) !== null;
      if (holds) yield `what can be pressed is hidden: ${path(element)}`;
    }
    const live = [...document.querySelectorAll("[aria-live=assertive], [role=alert]")];
    if (live.length === 0) yield "nothing is told at once";
  }

  /** The least width and height: a finger needs more than a mouse. Rows of the sequence are as high as a line. */
  function least(element) {
    if (element.matches(".row")) return [24, 20];
    // A modeled phone is as small as a picture, and the panel below has its acts as well.
    const isForFinger = matchMedia("(pointer: coarse)").matches && !element.closest(".device");
    return isForFinger ? [44, 44] : [24, 24];
  }

  function* sizes() {
    for (const element of document.querySelectorAll(interactive)) {
      if (!visible(element) || isDisabled(element)) continue;
      // A label can be pressed in place of its control.
      const { width, height } = (element.closest("label") ?? element).getBoundingClientRect();
      const [leastWidth, leastHeight] = least(element);
      const isSmall = Math.round(width) < leastWidth || Math.round(height) < leastHeight;
      if (isSmall) yield `${Math.round(width)} × ${Math.round(height)} and not ${leastHeight}: ${path(element)}`;
    }
    const { scrollWidth } = document.documentElement;
    if (scrollWidth > innerWidth) yield `the page is ${scrollWidth} wide in ${innerWidth}`;
    for (const element of document.querySelectorAll("button, h1, h2, h3, p, b, span")) {
      const { textOverflow, overflow } = getComputedStyle(element);
      if (!visible(element) || element.closest(".sr")) continue;
      if (textOverflow === "ellipsis" || overflow === "visible") continue;
      const isCut = element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1;
      if (isCut) yield `a text is cut off: ${path(element)}`;
    }
  }

  /** Every control shows that it has the focus. */
  function* focus() {
    const before = document.activeElement;
    for (const element of document.querySelectorAll(interactive)) {
      if (!visible(element) || isDisabled(element) || element.tabIndex < 0) continue;
      if (document.querySelector("dialog[open]") && !element.closest("dialog")) continue;
      // One that has the focus already, as after a dialog was opened by a press, would not be asked to show it.
      if (document.activeElement === element) element.blur();
      element.focus({ focusVisible: true, preventScroll: true });
      if (document.activeElement !== element) continue;
      const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element);
      const shows = outlineStyle !== "none" && parseFloat(outlineWidth) >= 2;
      const ratio = contrast(color(outlineColor), ground(element.parentElement));
      if (!shows) yield `the focus does not show: ${path(element)}`;
      else if (ratio < 3) yield `the focus shows with contrast ${ratio.toFixed(2)}: ${path(element)}`;
    }
    document.activeElement?.blur();
    if (before !== document.body) before?.focus({ preventScroll: true });
  }

  /** The roles that the pages use. A new one is added here with its needs. */
  const knownRoles = ["alert", "group", "img", "status", "tab", "tablist", "tabpanel"];
  /** WAI-ARIA 1.2: the values of an attribute, and the elements that may have it. */
  const attributeRules = {
    "aria-pressed": [["true", "false", "mixed"], "button"],
    "aria-selected": [["true", "false"], "[role=tab]"],
    "aria-current": [["true", "false", "page", "step", "location", "date", "time"], "*"],
    "aria-haspopup": [["true", "menu", "listbox", "tree", "grid", "dialog"], "button, a[href]"],
    "aria-live": [["polite", "assertive", "off"], "*"],
    "aria-hidden": [["true", "false"], "*"],
    "aria-valuetext": [null, "input[type=range], [role=slider]"],
  };

  function* roles() {
    for (const element of document.querySelectorAll("[role]")) {
      const role = element.getAttribute("role");
      if (!knownRoles.includes(role)) yield `an unknown role ${role}: ${path(element)}`;
      if (role === "tab" && !element.closest("[role=tablist]")) yield `a tab outside a list of tabs: ${path(element)}`;
      if (role === "img" && visible(element) && !nameOf(element)) yield `an image without a word: ${path(element)}`;
    }
    for (const list of document.querySelectorAll("[role=tablist]")) {
      const chosen = list.querySelectorAll("[role=tab][aria-selected=true]").length;
      if (visible(list) && chosen !== 1) yield `${chosen} chosen tabs: ${path(list)}`;
    }
    for (const [attribute, [values, owners]] of Object.entries(attributeRules)) {
      for (const element of document.querySelectorAll(`[${attribute}]`)) {
        const value = element.getAttribute(attribute);
        if (values && !values.includes(value)) yield `${attribute} is “${value}”: ${path(element)}`;
        if (!element.matches(owners)) yield `${attribute} has no meaning there: ${path(element)}`;
      }
    }
  }

  /** The keyboard goes through the controls of a part in the order in which they are read. */
  function* order() {
    for (const element of document.querySelectorAll("[tabindex]")) {
      if (element.tabIndex > 0) yield `a tabindex above 0: ${path(element)}`;
    }
    for (const element of document.querySelectorAll(interactive)) {
      if (element.parentElement.closest("button, a[href]")) yield `a control in a control: ${path(element)}`;
    }
    const shown = [...document.querySelectorAll(interactive)].filter((element) => visible(element)
      && element.tabIndex >= 0);
    for (const [index, element] of shown.entries()) {
      const before = shown[index - 1];
      if (before?.parentElement !== element.parentElement) continue;
      const [a, b] = [before, element].map((one) => one.getBoundingClientRect());
      const isBeside = b.top < a.bottom && a.top < b.bottom;
      if (b.bottom <= a.top || (isBeside && b.right <= a.left)) yield `comes after one below or right of it: ${path(element)}`;
    }
  }

  /** Where a control stands, from the nearest element with an id: the same for that control of every row of a list. */
  function place(element) {
    const steps = [];
    for (let at = element; at !== document.body; at = at.parentElement) {
      if (at.id) return [`#${at.id}`, ...steps].join(" > ");
      const index = [...at.parentElement.children].indexOf(at) + 1;
      const tag = at.tagName.toLowerCase();
      steps.unshift(tag === "li" ? tag : `${tag}:nth-child(${index})`);
    }
    return steps.join(" > ");
  }

  /** Every control that the page has, by its place, hidden ones too: its name, and whether it is seen. */
  window.testControls = () => {
    const found = {};
    for (const element of document.querySelectorAll(interactive)) {
      const isSeen = visible(element) || (found[place(element)]?.isSeen ?? false);
      found[place(element)] = { name: nameOf(element), isSeen };
    }
    return found;
  };

  window.testFindings = () => [contrasts, names, references, structure, sizes, focus, roles, order]
    .flatMap((rule) => [...rule()]);
}
