import { hasKey, isObject, type Json, type JsonObject, setKey } from './json.ts';

/**
 * RFC 7396: what `target` is after the merge patch. Neither argument is changed; what the patch does not touch is shared
 * with the result. Any depth.
 */
export const applyMergePatch = (target: Json, patch: Json): Json => {
  if (!isObject(patch)) return patch;
  const result: JsonObject = isObject(target) ? { ...target } : {};
  const pending: { into: JsonObject; patch: JsonObject }[] = [{ into: result, patch }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    for (const [key, value] of Object.entries(next.patch)) {
      if (value === null) {
        delete next.into[key];
      } else if (isObject(value)) {
        const current = hasKey(next.into, key) ? next.into[key] : undefined;
        const into: JsonObject = isObject(current) ? { ...current } : {};
        setKey(next.into, key, into);
        pending.push({ into, patch: value });
      } else {
        setKey(next.into, key, value);
      }
    }
  }
  return result;
};
