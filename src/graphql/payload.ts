import { checkPointer } from '../contract/arguments.ts';
import { loadPayload } from '../entries/load-payload.ts';
import type { Store } from '../entries/store.ts';
import { valueAt } from '../json/pointer.ts';
import { RawJson } from '../json/raw-json.ts';
import type { Version } from '../log/version.ts';

/**
 * The payload of a version, or the part of it at `pointer` (RFC 6901), null where nothing stands there. The whole is
 * passed on as the text that it is.
 *
 * @throws ContextError BAD_USER_INPUT for a pointer that is none.
 */
export function payloadOf(store: Store, version: Version, pointer?: string | null): unknown {
  const tokens = pointer == null ? undefined : checkPointer(pointer);
  const shown = (text: string) =>
    tokens === undefined ? new RawJson(text) : (valueAt(JSON.parse(text), tokens) ?? null);
  // A promise for each payload of a page costs more than the page.
  return version.payload === undefined ? loadPayload(store, version).then(shown) : shown(version.payload);
}
