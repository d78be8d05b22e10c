/** A server, as far as the embedded database can tell: starts it on the folder named, prints its URL, and lives on. */
import { startEmbedded } from '../../src/database/embedded.ts';

const [folder = ''] = process.argv.slice(2);
const started = Date.now();
startEmbedded(folder).then(
  ({ url }) => {
    console.log(JSON.stringify({ url, ms: Date.now() - started }));
    setInterval(() => undefined, 60_000);
  },
  (error: Error) => {
    console.error(error.message);
    process.exitCode = 1;
  },
);
