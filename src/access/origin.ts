import type { IncomingMessage } from 'node:http';
import { ContextError } from '../contract/errors.ts';
import { type AccessSettings, isLoopback } from './settings.ts';

type Asked = Pick<IncomingMessage, 'headers'>;

/**
 * Which pages may use the server from a browser. Programs send no `origin` and are never refused for it.
 * @returns `refusalOf`: why a request is refused, undefined where it is not; `corsOf`: the headers for a page of another,
 * allowed origin, undefined for everybody else. Credentials are never allowed: a key is sent by the page itself.
 */
export function originRules(host: string, settings: Pick<AccessSettings, 'allowedOrigins' | 'allowedHosts'>) {
  const origins = new Set(settings.allowedOrigins.map((origin) => origin.toLowerCase().replace(/\/$/, '')));
  const hosts = new Set(['localhost', '127.0.0.1', '[::1]', bare(host), ...settings.allowedHosts.map(bare)]);
  // By whatever name a server is reached from elsewhere is its network's business, unless somebody lists the names.
  const checksHost = isLoopback(host) || settings.allowedHosts.length > 0;

  const refusalOf = ({ headers }: Asked): ContextError | undefined => {
    if (checksHost && headers.host !== undefined && !hosts.has(nameOf(headers.host))) return foreignHost();
    const { origin } = headers;
    if (origin === undefined || origins.has(origin.toLowerCase()) || hostOf(origin) === headers.host) return undefined;
    return foreignOrigin();
  };
  const corsOf = ({ headers: { origin } }: Asked): Record<string, string> | undefined =>
    origin !== undefined && origins.has(origin.toLowerCase()) ? corsHeaders(origin) : undefined;
  return { refusalOf, corsOf };
}

const corsHeaders = (origin: string): Record<string, string> => ({
  'access-control-allow-origin': origin,
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': 'authorization, content-type, accept, last-event-id',
  'access-control-expose-headers': 'ratelimit-limit, ratelimit-remaining, ratelimit-reset, retry-after',
  'access-control-max-age': '600',
  vary: 'origin',
});

const bare = (host: string): string => (host.includes(':') && !host.startsWith('[') ? `[${host}]` : host).toLowerCase();

/** A `host` header without its port. */
const nameOf = (header: string): string => header.toLowerCase().replace(/:\d*$/, '');

const hostOf = (origin: string): string | undefined => (URL.canParse(origin) ? new URL(origin).host : undefined);

const foreignOrigin = (): ContextError =>
  new ContextError(
    'FORBIDDEN',
    'Pages of this origin may not use the server. Whoever runs it can list it in ALLOWED_ORIGINS.',
  );

/** A page that points a name of its own at this machine would be of the same origin. */
const foreignHost = (): ContextError =>
  new ContextError(
    'FORBIDDEN',
    'The server does not go by this host name. Whoever runs it can list it in ALLOWED_HOSTS.',
  );
