// Which files a page leads to: the browser phone's and the Phone Lab's. `node Tests/Web/phone-files.mjs --write` lists
// them for the servers.

import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";

export const root = new URL("../../Sources/Web/", import.meta.url);
export const text = (path) => readFile(new URL(path, root), "utf8");
export const pages = ["phone", "lab"];

/** Every module that one leads to. */
export async function modules(path, found = new Map()) {
  if (found.has(path)) return found;
  const source = await text(path);
  found.set(path, source);
  for (const [, target] of source.matchAll(/^(?:import|export) [^;]*?from "([^"]+)";/gms)) {
    assert.match(target, /^\.\.?\//, `${path} imports ${target}: the package has no dependencies`);
    await modules(pathFrom(path, target), found);
  }
  return found;
}

const pathFrom = (path, target) => new URL(target, new URL(path, root)).href.slice(root.href.length);

export async function filesOf(page) {
  const html = await text(`${page}/index.html`);
  const named = [...html.matchAll(/(?:href|src)="([^"#]+)"/g)].map(([, path]) => pathFrom(`${page}/index.html`, path));
  return [...new Set([`${page}/index.html`, ...named, ...(await modules(`${page}/main.js`)).keys()])].sort();
}

if (process.argv.includes("--write")) {
  for (const page of pages) {
    await writeFile(new URL(`${page}/files.json`, root), `${JSON.stringify(await filesOf(page), null, 2)}\n`);
  }
}
