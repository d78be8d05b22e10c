import { z } from 'zod';
import { type AccessSettings, isLoopback } from './access/settings.ts';
import { COMMIT_ROOMS } from './log/append.ts';

const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= least && value <= most, `must be from ${least} to ${most}`);

const oneOf = <const Word extends string>(...words: Word[]) => z.enum(words, `must be one of ${words.join(', ')}`);

const onOff = oneOf('on', 'off').transform((value) => value === 'on');

const list = z
  .string()
  .default('')
  .transform((text) => text.split(',').map((part) => part.trim()))
  .transform((parts) => parts.filter((part) => part !== ''));

/** One line a variable: this is the whole list of what the environment can set. */
const Environment = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: wholeNumber(0, 65_535).default(4000),
  DATA_DIR: z.string().default('.roomd'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgresql://')
    .optional(),
  DATABASE_POOL_SIZE: wholeNumber(2, 500).default(10),
  COMMIT_ROOMS: wholeNumber(1, 64).default(COMMIT_ROOMS),
  REDIS_URL: z
    .string()
    .regex(/^rediss?:\/\//, 'must start with redis://')
    .optional(),
  AUTH: oneOf('keys', 'off').optional(),
  ALLOWED_ORIGINS: list,
  ALLOWED_HOSTS: list,
  GRAPHIQL: onOff.optional(),
  INTROSPECTION: onOff.optional(),
  RATE_LIMIT_REQUESTS: wholeNumber(0, 10_000_000).optional(),
  RATE_LIMIT_WRITES: wholeNumber(0, 10_000_000).optional(),
  CONNECTIONS_PER_KEY: wholeNumber(1, 1_000_000).default(200),
  METRICS_TOKEN: z.string().min(16, 'must have 16 characters or more').optional(),
  /** Read by the OpenTelemetry SDK itself, with its other variables: here they only tell whether to load it. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.string().optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z.string().optional(),
  OTEL_SDK_DISABLED: z.string().optional(),
  OTEL_TRACES_EXPORTER: z.string().optional(),
  LOG_LEVEL: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent').default('info'),
});

/** What the server is told from outside. `port` 0 takes any free port. */
export interface Settings {
  host: string;
  port: number;
  /** Folder of the embedded database; unused where `databaseUrl` is set. */
  dataDir: string;
  databaseUrl: string | undefined;
  poolSize: number;
  /** How many rooms one transaction may write to. */
  commitRooms: number;
  redisUrl: string | undefined;
  access: AccessSettings;
  /** The GraphiQL page and questions about the schema: by default on loopback only. */
  graphiql: boolean;
  introspection: boolean;
  metricsToken: string | undefined;
  /** Whether spans are sent to where the environment says. */
  traces: boolean;
  logLevel: string;
}

/** An environment that the server cannot start with. The message names each variable at fault. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/**
 * Reads the settings from the environment. An empty variable counts as one that is not set.
 * @throws SettingsError naming every variable at fault, never its value: it may hold a password.
 */
export function readSettings(environment: NodeJS.ProcessEnv = process.env): Settings {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const read = Environment.safeParse(given);
  if (!read.success) {
    const problems = read.error.issues.map((issue) => `${issue.path.join('.')} ${lowerFirst(issue.message)}`);
    throw new SettingsError(`The server cannot start with this environment:\n  ${problems.join('\n  ')}`);
  }
  const { HOST, PORT, DATA_DIR, DATABASE_URL, DATABASE_POOL_SIZE, REDIS_URL, GRAPHIQL, INTROSPECTION, LOG_LEVEL } =
    read.data;
  return {
    host: HOST,
    port: PORT,
    dataDir: DATA_DIR,
    databaseUrl: DATABASE_URL,
    poolSize: DATABASE_POOL_SIZE,
    commitRooms: read.data.COMMIT_ROOMS,
    redisUrl: REDIS_URL,
    access: accessOf(read.data),
    graphiql: GRAPHIQL ?? isLoopback(HOST),
    introspection: INTROSPECTION ?? isLoopback(HOST),
    metricsToken: read.data.METRICS_TOKEN,
    traces: wantsTraces(read.data),
    logLevel: LOG_LEVEL,
  };
}

const accessOf = (read: z.infer<typeof Environment>): AccessSettings => ({
  auth: read.AUTH,
  allowedOrigins: read.ALLOWED_ORIGINS,
  allowedHosts: read.ALLOWED_HOSTS,
  requestsPerMinute: read.RATE_LIMIT_REQUESTS,
  writesPerMinute: read.RATE_LIMIT_WRITES,
  connectionsPerKey: read.CONNECTIONS_PER_KEY,
});

const wantsTraces = (read: z.infer<typeof Environment>): boolean =>
  (read.OTEL_EXPORTER_OTLP_ENDPOINT ?? read.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) !== undefined &&
  read.OTEL_SDK_DISABLED !== 'true' &&
  read.OTEL_TRACES_EXPORTER !== 'none';

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
