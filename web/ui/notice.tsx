import type { ComponentChildren } from 'preact';
import type { RequestError } from '../api/request.ts';

/** What is shown where there is nothing to show: what this place is for and what to do. */
export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      {children}
    </div>
  );
}

const TITLES: Record<string, string> = {
  NOT_FOUND: 'Not here',
  VERSION_NOT_FOUND: 'No such version',
  FORBIDDEN: 'Not allowed',
  OFFLINE: 'The server is away',
};

/** Why something cannot be shown. */
export function Failure({ error }: { error: RequestError }) {
  return (
    <div class="empty" role="alert">
      <p class="empty-title">{TITLES[error.code] ?? 'This did not work'}</p>
      <p>{error.message}</p>
    </div>
  );
}

/** Stands where something is being loaded, without moving anything when it comes. */
export function Loading({ lines = 6 }: { lines?: number }) {
  return (
    <div class="loading" role="status">
      <span class="unseen">Loading…</span>
      {Array.from({ length: lines }, (_, line) => (
        <div key={line} class="bone" style={{ width: `${90 - ((line * 37) % 50)}%` }} />
      ))}
    </div>
  );
}
