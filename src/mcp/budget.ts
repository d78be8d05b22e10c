/** What an answer may cost an agent, by the estimate below: under the 20,000 that are promised. */
export const ANSWER_TOKENS = 19_000;

/** The wrapping of an answer, kept back from what its parts may take. */
export const ENVELOPE_TOKENS = 1_000;

/**
 * Tokens that a text costs at most: cheap, and above what tokenizers make of words, code, identifiers and any script. On
 * ordinary JSON it comes to about twice the true number, so that an answer ends at some 30 KB.
 */
export function estimateTokens(text: string): number {
  let tokens = 0;
  for (let at = 0; at < text.length; at += 1) tokens += COSTS[text.charCodeAt(at)] ?? costBeyondAscii(text, at);
  return Math.ceil(tokens);
}

const COSTS = Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[a-z]/.test(character)) return 0.55;
  if (/[A-Z]/.test(character)) return 0.9;
  if (/[0-9]/.test(character)) return 0.65;
  return character === ' ' ? 0.45 : 0.75;
});

/** Rare characters cost nearly a token for each byte. A surrogate is half of a character of four. */
function costBeyondAscii(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code < 0x800) return 1.3;
  return code >= 0xd800 && code <= 0xdfff ? 2 : 2.6;
}

/** Takes from a number of tokens. */
export class Budget {
  #left: number;

  constructor(tokens = ANSWER_TOKENS - ENVELOPE_TOKENS) {
    this.#left = tokens;
  }

  get left(): number {
    return this.#left;
  }

  /** Whether the text still fits; if so it is taken. */
  take(text: string): boolean {
    const cost = estimateTokens(text);
    if (cost > this.#left) return false;
    this.#left -= cost;
    return true;
  }
}
