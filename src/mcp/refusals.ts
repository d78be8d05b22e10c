import { ContextError, type Issue } from '../contract/errors.ts';
import { formatErrors } from '../graphql/error-list.ts';
import type { ErrorSink } from '../graphql/errors.ts';

/** What agents of this door call things that messages name as GraphQL does. */
const NAMES: Record<string, string> = {
  consumingAgents: 'consuming_agents',
  consumingAgent: 'consuming_agent',
  writeContext: 'write_context',
  updateContext: 'update_context',
  deleteContext: 'delete_context',
  restoreContext: 'restore_context',
  contextHistory: 'get_context_history',
  contextDiff: 'diff_context',
  contextInbox: 'get_context_inbox',
  contextEvents: 'wait_for_context_events',
  contexts: 'list_context',
  'contexts(roomId: …)': 'list_context',
  'extensions.issues': 'issues',
};

/** Only words that stand by themselves, and calls: not parts of payload paths, and nothing that is quoted. */
const NAMED =
  /(?<![\w."'/`])(contexts\(roomId: …\)|extensions\.issues|(?:consumingAgents?|(?:write|update|delete|restore)Context|context(?:History|Diff|Inbox|Events)|contexts)(?![\w"']))/g;

/** `filter.search` is the argument `search` here. */
const OF_FILTER = /(?<![\w."'/`])filter\.(?=\w)/g;

const renamed = (text: string): string => text.replace(OF_FILTER, '').replace(NAMED, (name) => NAMES[name] ?? name);

function renamedPath([first, ...rest]: Issue['path']): Issue['path'] {
  if (first === 'filter' && rest.length > 0) return renamedPath(rest);
  return [NAMES[first as string] ?? first!, ...rest];
}

const renamedIssue = (issue: Issue): Issue => ({
  ...issue,
  path: renamedPath(issue.path),
  message: renamed(issue.message),
});

/** What an operation throws, in the names of this door: the same code, places and hints. */
export function inNamesOfDoor(error: unknown): unknown {
  if (!(error instanceof ContextError)) return error;
  const { issues, ...more } = error.extensions;
  const places = Array.isArray(issues) ? { issues: (issues as Issue[]).map(renamedIssue) } : {};
  return new ContextError(error.code, renamed(error.message), { ...more, ...places });
}

/** The text of a refused call. Bounded, translated and reported as every error of the server is. */
export function refusalText(error: unknown, sink: ErrorSink): string {
  const [{ message, extensions } = { message: '' }] = formatErrors([error], sink);
  const { code, retryable, ...more } = extensions ?? {};
  return JSON.stringify({ error: { code, retryable, message, ...more } });
}
