// The small framework of the phone: elements in one line, and lists that keep their elements.

/**
 * @typedef {object} Properties
 * @property {string} [class]
 * @property {string} [text]
 * @property {Record<string, string | boolean | null>} [attributes] true: without a value; false and null: not there
 * @property {Record<string, (event: any) => void>} [on]
 */

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Properties} [properties]
 * @param {...(Node | string | null)} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  if (properties.class) element.className = properties.class;
  if (properties.text !== undefined) element.textContent = properties.text;
  for (const [name, value] of Object.entries(properties.attributes ?? {})) set(element, name, value);
  for (const [event, handler] of Object.entries(properties.on ?? {})) element.addEventListener(event, handler);
  element.append(...children.flatMap((child) => child ?? []));
  return element;
}

/**
 * A button with an accessible name: its content, or a label if the content is a picture.
 * @param {string} classes
 * @param {string | null} label
 * @param {(() => void) | null} act
 * @param {...(Node | string | null)} children
 */
export function button(classes, label, act, ...children) {
  const element = h("button", { class: classes, attributes: { type: "button", "aria-label": label } }, ...children);
  if (act) element.addEventListener("click", act);
  return element;
}

/**
 * A part with an accessible name.
 * @param {string} classes
 * @param {string} label
 * @param {...(Node | string | null)} children
 */
export const section = (classes, label, ...children) =>
  h("section", { class: classes, attributes: { "aria-label": label } }, ...children);

/**
 * @param {Element} element
 * @param {string} name
 * @param {string | boolean | null} value
 */
export function set(element, name, value) {
  const text = value === true ? "" : value;
  if (text === null || text === false) element.removeAttribute(name);
  else if (element.getAttribute(name) !== text) element.setAttribute(name, text);
}

/**
 * Writes a text only if it differs, because a screen reader reads each written text out.
 * @param {Element} element
 * @param {string} text
 */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * @param {string} id
 * @returns {HTMLElement}
 */
export const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/**
 * Makes the children of an element those of a list, keeping each element by its key, so that focus survives.
 * @template Item
 * @param {Element} parent
 * @param {readonly Item[]} items
 * @param {(item: Item) => string} key
 * @param {(item: Item) => { element: HTMLElement, update: (item: Item) => void, removed?: () => void }} make
 */
export function list(parent, items, key, make) {
  /** @type {Map<string, ReturnType<typeof make>>} */
  const before = known.get(parent) ?? new Map();
  const after = new Map();
  const names = items.map(key);
  const kept = new Set(names);
  // First, so that those that stay need not be moved: a moved element is laid out again, and loses the focus.
  for (const [name, { element, removed }] of before) {
    if (kept.has(name)) continue;
    element.remove();
    removed?.();
  }
  let place = parent.firstElementChild;
  items.forEach((item, index) => {
    const row = before.get(names[index]) ?? make(item);
    after.set(names[index], row);
    row.update(item);
    if (row.element === place) place = place.nextElementSibling;
    else parent.insertBefore(row.element, place);
  });
  known.set(parent, after);
}

/** @type {WeakMap<Element, Map<string, any>>} */
const known = new WeakMap();
