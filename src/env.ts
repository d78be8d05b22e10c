import { z } from 'zod';

const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= least && value <= most, `must be from ${least} to ${most}`);

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
  REDIS_URL: z
    .string()
    .regex(/^rediss?:\/\//, 'must start with redis://')
    .optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

/** What the server is told from outside. `port` 0 takes any free port. */
export interface Settings {
  host: string;
  port: number;
  /** Folder of the embedded database; unused where `databaseUrl` is set. */
  dataDir: string;
  databaseUrl: string | undefined;
  poolSize: number;
  redisUrl: string | undefined;
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
  const { HOST, PORT, DATA_DIR, DATABASE_URL, DATABASE_POOL_SIZE, REDIS_URL, LOG_LEVEL } = read.data;
  return {
    host: HOST,
    port: PORT,
    dataDir: DATA_DIR,
    databaseUrl: DATABASE_URL,
    poolSize: DATABASE_POOL_SIZE,
    redisUrl: REDIS_URL,
    logLevel: LOG_LEVEL,
  };
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
