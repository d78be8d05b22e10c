/** How access is set from outside. */
export interface AccessSettings {
  /** `keys` always asks for one, `off` never does; undefined decides by the address and by whether there are keys. */
  auth: 'keys' | 'off' | undefined;
  /** Origins of pages elsewhere that may use the server from a browser. */
  allowedOrigins: readonly string[];
  /** Names that the server may be called by, beside its address. */
  allowedHosts: readonly string[];
  /** Per key and minute; 0 sets no limit, undefined one for keys and none where no key is asked for. */
  requestsPerMinute: number | undefined;
  writesPerMinute: number | undefined;
  /** Streams and websockets that may live by one key on one server. */
  connectionsPerKey: number;
}

export const REQUESTS_PER_MINUTE = 6_000;
export const WRITES_PER_MINUTE = 1_200;

/** Whether only programs of this machine reach the address. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
