import { DEFAULT_PAGE_SIZE, PAGE_SIZE } from '../contract/limits.ts';

// The arguments of every list that is read page by page.

export const FIRST = { defaultValue: DEFAULT_PAGE_SIZE, description: `How many, at most ${PAGE_SIZE}.` };
export const AFTER = { description: 'The `endCursor` of the page before.' };
