// No folder cycles: inside a package, folders import each other one way; an import of types alone counts. What is
// for tests, benches and tools of a package is no part of the picture.
import { spec } from './places.mjs';

const notTheProduct = new RegExp(`${spec}|/test-support/|/testing/`);
const packageOf = (file) =>
  /^(services\/shared\/[^/]+|services\/[^/]+|deploy\/[^/]+|frontend)\//.exec(file)?.[1];
const folderOf = (file) => file.slice(0, file.lastIndexOf('/'));

/**
 * @param {{ source: string, dependencies: { resolved: string }[] }[]} modules as dependency-cruiser reports them
 * @returns {Map<string, string[][]>} by package: its circles, each a sorted list of folders
 */
export function folderCycles(modules) {
  const arrows = new Map();
  for (const { source, dependencies } of modules) {
    const room = packageOf(source);
    if (room === undefined || notTheProduct.test(source)) continue;
    for (const { resolved } of dependencies) {
      if (packageOf(resolved) !== room || notTheProduct.test(resolved)) continue;
      const [from, to] = [folderOf(source), folderOf(resolved)];
      if (from !== to) arrows.set(from, (arrows.get(from) ?? new Set()).add(to));
    }
  }
  const found = new Map();
  for (const circle of circles(arrows)) {
    const room = packageOf(`${circle[0]}/`);
    found.set(room, [...(found.get(room) ?? []), circle]);
  }
  return found;
}

/** Folders that reach each other, each circle once. */
function circles(arrows) {
  const reach = new Map([...arrows.keys()].map((folder) => [folder, reachable(folder, arrows)]));
  const seen = new Set();
  const found = [];
  for (const [folder, ahead] of reach) {
    if (seen.has(folder) || !ahead.has(folder)) continue;
    const circle = [...ahead].filter((other) => reach.get(other)?.has(folder)).sort();
    for (const other of circle) seen.add(other);
    found.push(circle);
  }
  return found;
}

function reachable(from, arrows) {
  const reached = new Set();
  const open = [from];
  for (let folder = open.pop(); folder !== undefined; folder = open.pop())
    for (const next of arrows.get(folder) ?? [])
      if (!reached.has(next)) {
        reached.add(next);
        open.push(next);
      }
  return reached;
}
