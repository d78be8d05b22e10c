import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Attributes, Span, SpanStatusCode } from '@opentelemetry/api';

/** Spans of this server. Names and attributes are those of the code and the schema: no argument, payload or key is in them. */
export interface Tracing {
  /** A span from here to the end of the answer, below the one that the request names in `traceparent`. */
  request(request: IncomingMessage, response: ServerResponse, path: string, work: () => void): void;
  /** A span around the work, below the span that is under way. */
  span<T>(name: string, attributes: Attributes, work: () => T): T;
  /** Sends what has not been sent. Resolves within a second. */
  stop(): Promise<void>;
}

/** How long the last spans may take to be sent when the server ends, in milliseconds. */
const FLUSH_MS = 1_000;

/**
 * Starts to send spans by OTLP over HTTP. Where to, how many and under which name the SDK reads from its own variables
 * (OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SERVICE_NAME, OTEL_TRACES_SAMPLER, …). Only this loads the SDK.
 */
export async function startTracing(): Promise<Tracing> {
  const { context, propagation, SpanKind, SpanStatusCode, trace } = await import('@opentelemetry/api');
  const { BatchSpanProcessor, NodeTracerProvider } = await import('@opentelemetry/sdk-trace-node');
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
  const resources = await import('@opentelemetry/resources');
  const named = resources.resourceFromAttributes({ 'service.name': 'roomd' });
  const given = resources.detectResources({ detectors: [resources.envDetector] });
  const provider = new NodeTracerProvider({
    resource: resources.defaultResource().merge(named).merge(given),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  provider.register();
  const tracer = trace.getTracer('roomd');
  return {
    request: (request, response, path, work) => {
      const attributes = { 'http.request.method': request.method ?? '', 'url.path': path };
      const parent = propagation.extract(context.active(), request.headers);
      const span = tracer.startSpan(`${request.method} ${path}`, { kind: SpanKind.SERVER, attributes }, parent);
      response.once('close', () => {
        span.setAttribute('http.response.status_code', response.statusCode);
        if (response.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      });
      context.with(trace.setSpan(parent, span), work);
    },
    span: (name, attributes, work) =>
      tracer.startActiveSpan(name, { attributes }, (span) => runWithin(span, SpanStatusCode.ERROR, work)),
    stop: () => Promise.race([provider.shutdown().catch(() => undefined), after(FLUSH_MS)]),
  };
}

/** Runs the work and ends the span with it, as failed (`code`) where it throws or rejects. */
function runWithin<T>(span: Span, code: SpanStatusCode, work: () => T): T {
  const failed = (): void => {
    span.setStatus({ code });
    span.end();
  };
  try {
    const result = work();
    if (result instanceof Promise) result.then(() => span.end(), failed);
    else span.end();
    return result;
  } catch (error) {
    failed();
    throw error;
  }
}

const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref());
