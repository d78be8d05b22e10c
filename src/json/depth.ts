import { isContainer } from './json.ts';

/** How many objects and arrays stand inside one another at the deepest place: 0 for a scalar, 1 for `{}`. Any depth. */
export const depthOf = (value: unknown): number => {
  let depth = 0;
  let level: object[] = isContainer(value) ? [value] : [];
  while (level.length > 0) {
    depth += 1;
    const below: object[] = [];
    for (const container of level) {
      const children: unknown[] = Array.isArray(container) ? container : Object.values(container);
      for (const child of children) if (isContainer(child)) below.push(child);
    }
    level = below;
  }
  return depth;
};
