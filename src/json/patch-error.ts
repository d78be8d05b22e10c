import { shorten } from './json.ts';

/** `ill-formed`: no RFC 6902 operation. `inapplicable`: it does not fit the document. `too-large`: it would grow too much. */
export type PatchErrorReason = 'ill-formed' | 'inapplicable' | 'too-large';

/**
 * Why a patch was not applied, for the one who sent it. `path` leads to the operation, or to its member at fault:
 * `['payloadJsonPatch', 2, 'path']`. The message starts with the place and says what to do.
 */
export class PatchError extends Error {
  override readonly name = 'PatchError';
  readonly path: (string | number)[];
  readonly reason: PatchErrorReason;

  constructor(path: (string | number)[], reason: PatchErrorReason, message: string) {
    const [root, index, ...members] = path;
    const place = `${root}${index === undefined ? '' : `[${index}]`}${members.map((member) => `.${member}`).join('')}`;
    super(`${place}: ${message}`);
    this.path = path;
    this.reason = reason;
  }
}

/** A pointer as messages show it. */
export const shown = (pointer: string): string => (pointer === '' ? 'the root ("")' : shorten(pointer, 120));
