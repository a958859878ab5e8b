// Dark or light: the system's choice, until the person chooses otherwise. That choice is stored.

const kept = "carillon.theme";

export function applyTheme() {
  try {
    const chosen = localStorage.getItem(kept);
    if (chosen === "dark" || chosen === "light") document.documentElement.dataset.theme = chosen;
  } catch {
    // The store is closed: the system's choice holds.
  }
}

export function toggleTheme() {
  const root = document.documentElement;
  const chosen = root.dataset.theme;
  const isDark = chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = isDark ? "light" : "dark";
  try {
    localStorage.setItem(kept, root.dataset.theme);
  } catch {
    // The store is full or closed. The choice holds until the page is reloaded.
  }
}
