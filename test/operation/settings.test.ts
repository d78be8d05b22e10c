import { readSettings } from '../../src/env.ts';

const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' };

it('spans are sent only where the environment says where to, and does not switch them off', () => {
  expect(readSettings({}).traces).toBe(false);
  expect(readSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: '' }).traces).toBe(false);
  expect(readSettings(ENDPOINT).traces).toBe(true);
  expect(readSettings({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://collector:4318/v1/traces' }).traces).toBe(true);
  expect(readSettings({ ...ENDPOINT, OTEL_SDK_DISABLED: 'true' }).traces).toBe(false);
  expect(readSettings({ ...ENDPOINT, OTEL_TRACES_EXPORTER: 'none' }).traces).toBe(false);
});

it('a token of the metrics that could be guessed is refused, and not shown', () => {
  expect(() => readSettings({ METRICS_TOKEN: 'short' })).toThrow(/METRICS_TOKEN must have 16 characters/);
  expect(() => readSettings({ METRICS_TOKEN: 'short' })).not.toThrow(/short/);
});
