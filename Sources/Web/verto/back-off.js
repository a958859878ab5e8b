// The wait before a failed step is tried again.

/**
 * @param {number} failures so far, at least one @param {number} first @param {number} max
 */
export const doubled = (failures, first, max) => Math.min(first * 2 ** Math.min(failures - 1, 30), max);

/**
 * Half of a wait is chance, so that the clients of an exchange that restarts do not all come back at one instant.
 * @param {number} wait @param {number} chance 0…1
 */
export const spread = (wait, chance) => wait * (0.5 + chance / 2);
