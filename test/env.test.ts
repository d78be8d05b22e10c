import { readSettings } from '../src/env.ts';

it('an empty environment gives the settings of a first run', () => {
  expect(readSettings({})).toMatchObject({
    host: '127.0.0.1',
    port: 4000,
    dataDir: '.roomd',
    databaseUrl: undefined,
    logLevel: 'info',
  });
});

it('an empty variable counts as one that is not set', () => {
  expect(readSettings({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 4000, databaseUrl: undefined });
});

it('every variable at fault is named, and no value is shown', () => {
  const read = () => readSettings({ PORT: '70000', DATABASE_URL: 'mysql://me:secret@host', LOG_LEVEL: 'loud' });
  expect(read).toThrow(/PORT must be from 0 to 65535[\s\S]*DATABASE_URL must start with postgresql:[\s\S]*LOG_LEVEL/);
  expect(read).not.toThrow(/secret/);
});

it('a setting of a few words says which they are', () => {
  expect(() => readSettings({ AUTH: 'yes', GRAPHIQL: 'no' })).toThrow(
    /AUTH must be one of keys, off[\s\S]*GRAPHIQL must be one of on, off/,
  );
});
